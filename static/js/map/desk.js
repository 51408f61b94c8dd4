// The desk: the legal drawings from #desk-data and the ghost in hand, or the choice of a space.
//
// The forms always match the screen: confirming submits exactly the ghost on the map.

import { ACTS, covering, covers, fieldsOf, isLegal, named, queryOf, spaceOf, spacesOf, wayOf } from "./ghost.js";
import { byId, on, say, write } from "../page.js";
import { ask, enable, stop, stopAt } from "./page.js";

const PUT = "put";
const LIES = "lies "; // prefix of the storage keys; older scripts stored another format

export let desk = null; // null if there is nothing to draw
export let ghost = null;
let hovered = null; // space under the pointer or with the keyboard focus
let turn = ""; // URL the ghost would be sent to, which identifies its turn; PUT if the server placed it

// The map space of an event, or null.
export function spaceUnder({ target }) {
  const button = target.closest?.("#map button");
  return button ? spaceOf(button.id) : null;
}


// Drawing: kept through every swap except that to a new turn

export function open() {
  const data = byId("desk-data");
  desk = data && JSON.parse(data.textContent);
  hovered = null;
  if (!desk && !choosing()) return;
  byId("map").role = "grid";
  stopAt(stop);
  if (!desk) return;
  desk.ghost.offer = desk.options;
  paint(desk.ghost, null, true);
  takeUp(byId("place-form").action);
}

// Continue with the ghost in hand, also after a look at another map. Otherwise start with the server's ghost.
function takeUp(action) {
  const kept = turn !== PUT && !location.search && sessionStorage[LIES + action];
  if (action !== turn || !ghost.anchor) ghost = kept ? JSON.parse(kept) : desk.ghost;
  ghost = { ...ghost, offer: desk.options };
  turn = action;
  if (ghost.anchor) return change(ghost, queryOf(ghost) === queryOf(desk.ghost));
  draw();
  stopAt(desk.stop);
}

// Render the ghost and the state of the controls.
function draw() {
  move(ghost);
  for (const link of document.querySelectorAll("#controls [data-act]")) {
    const { act, value } = link.dataset;
    const turns = wayOf(ghost)[act] !== ghost.held; // a rotation may change nothing
    enable(link, turns && ACTS[act](ghost, value));
    link.ariaCurrent = String(ghost[act]) === value || null;
    if (act === "option") show(link, value);
  }
}

// The card shows each shape as it would be drawn.
function show(link, value) {
  const { held, terrain } = ACTS.option(ghost, value);
  [...link.querySelectorAll("span")].forEach((way, number) => (way.hidden = number !== held));
  link.classList.remove(...[...link.classList].filter((name) => name.startsWith("t-")));
  link.classList.add(`t-${terrain}`);
  for (const cell of link.querySelectorAll(".cell")) cell.setAttribute("fill", `url(#t-${terrain})`);
}

export function move(next) {
  ghost = next;
  paint(ghost, hovered && covering(ghost, hovered));
  const { elements } = byId("place-form");
  for (const [name, value] of Object.entries(fieldsOf(ghost))) elements[name].value = value;
  elements.confirm.disabled = !isLegal(ghost);
  if (heat || ghost.look) wish();
}

export function hover(space) {
  hovered = space;
  if (desk) move(ghost);
}

// `known` if the page already shows the preview for it.
export function change(next, known) {
  if (!next) return;
  ghost = next;
  draw();
  write(queryOf(ghost));
  sessionStorage[LIES + turn] = JSON.stringify({ ...ghost, offer: 0 });
  if (!known) ask();
}

export const act = (name, value) => change(ACTS[name](ghost, value), name === "look");

// Keyboard navigation continues from there.
export function putDown(space, next = covering(ghost, space)) {
  stopAt(named(space));
  change(next);
}

// Don't send a pending request again.
on("htmx:confirm", (event) => event.target.matches("[hx-target].htmx-request") && event.preventDefault());

// A typed command has placed it elsewhere.
on("carto:put", () => (turn = PUT));


// Ghost and preview on the map. Only cells that change are updated.

let painted = {}; // classes added to each space, by the name of the space

const classesOf = (name) => byId(name).parentElement.classList;

function lay(ghost, css, marks) {
  const everywhere = [css, `g-${ghost.terrain}`, ...(isLegal(ghost) ? [] : ["bad"])];
  spacesOf(ghost).forEach((space, index) => {
    const blocked = desk.filled.includes(space) ? ["blocked"] : [];
    // The ghost takes precedence over its preview.
    marks[named(space)] ??= [...everywhere, ...wayOf(ghost).edges[index], ...blocked];
  });
}

// Mark the attacked spaces, the monsters that would be destroyed or come under attack, and the empty spaces next to a
// monster that would cost a star. The text next to the map comes from the server.
function aim(ghost, marks) {
  const add = (spaces, css) => spaces.forEach((space) => (marks[named(space)] ??= []).push(css));
  const attacked = wayOf(ghost).attack[ghost.anchor] ?? [];
  add(attacked, "attack");
  if (!isLegal(ghost)) return;
  const { doomed, harm } = desk.effects[ghost.terrain];
  const spaces = spacesOf(ghost);
  add([...spaces, ...attacked].filter((space) => doomed.includes(space)), "doomed");
  add(spaces.flatMap((space) => harm[space] ?? []).filter((space) => !covers(ghost, space)), "harm");
}

// `already` if the server has rendered this.
function paint(ghost, preview, already) {
  const marks = {};
  lay(ghost, "ghost", marks);
  if (preview) lay(preview, "preview", marks);
  aim(preview ?? ghost, marks);
  for (const name of already ? [] : Object.keys({ ...painted, ...marks })) {
    const [before, now] = [painted[name] ?? [], marks[name] ?? []];
    if (`${before}` === `${now}`) continue;
    classesOf(name).remove(...before);
    classesOf(name).add(...now);
  }
  painted = marks;
}


// Preview of the stars: a separate module, loaded when the pointer first reaches the map or the figures

let heat;

const wish = (event) => desk && "starPreviews" in document.documentElement.dataset && import("./heat.js").then((script) => {
  heat = script;
  if (desk) heat.show(desk, ghost, hovered, act, event); // the shape may have been drawn in the meantime
}, () => {});

for (const type of ["pointerover", "focusin"]) on(type, (event) => event.target.closest(".sheet") && wish(event));


// Choosing a space to destroy

export const choosing = () => byId("destroy-form");
export const chosen = () => choosing().elements.space.value;

export function choose(name) {
  const { dataset, elements } = choosing();
  byId(chosen())?.parentElement.classList.remove("doomed");
  byId(name)?.parentElement.classList.add("doomed");
  elements.space.value = name;
  elements.confirm.disabled = !name;
  elements.confirm.textContent = name ? dataset.destroy.replace("{space}", name) : dataset.first;
  enable(byId("tool-drop"), name);
  write(`?space=${name}`);
  say("messages", elements.confirm.textContent);
  ask();
}

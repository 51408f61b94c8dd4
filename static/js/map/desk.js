// The desk: what may be drawn and where, as #desk-data has it, and the ghost in hand; or which space is to be chosen.
//
// The forms hold what is seen, at every moment: what is confirmed is the ghost on the map and nothing else.

import { ACTS, covering, covers, fieldsOf, isLegal, named, queryOf, spaceOf, spacesOf, wayOf } from "./ghost.js";
import { byId, on, say, write } from "../page.js";
import { ask, enable, stop, stopAt } from "./page.js";

const PUT = "put";
const LIES = "lies "; // begins the names of what is kept, as what older scripts kept has another form

export let desk = null; // null where nothing is to be drawn
export let ghost = null;
let hovered = null; // the space under the pointer or the keyboard's focus
let turn = ""; // the turn that the ghost belongs to, by where it would be sent; PUT where the server put it down

// The space of the map at which something happened, null elsewhere.
export function spaceUnder({ target }) {
  const button = target.closest?.("#map button");
  return button ? spaceOf(button.id) : null;
}


// A drawing: it outlives every swap but that of a new turn

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

// Goes on with what is in hand, or was before a look at another map; else begins with the ghost of the server.
function takeUp(action) {
  const kept = turn !== PUT && !location.search && sessionStorage[LIES + action];
  if (action !== turn || !ghost.anchor) ghost = kept ? JSON.parse(kept) : desk.ghost;
  ghost = { ...ghost, offer: desk.options };
  turn = action;
  if (ghost.anchor) return change(ghost, queryOf(ghost) === queryOf(desk.ghost));
  draw();
  stopAt(desk.stop);
}

// The ghost, and what the controls would make of it.
function draw() {
  move(ghost);
  for (const row of document.querySelectorAll(".orientations")) row.classList.toggle("other", row.dataset.option != ghost.option);
  for (const link of document.querySelectorAll("#controls :not(.other) > [data-act]")) {
    const { act, value } = link.dataset;
    const turns = wayOf(ghost)[act] !== ghost.held; // a turn may change nothing
    enable(link, turns && ACTS[act](ghost, value));
    link.ariaCurrent = String(ghost[act]) === value || null;
  }
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

// `known` where the page says already what would come of it.
export function change(next, known) {
  if (!next) return;
  ghost = next;
  draw();
  write(queryOf(ghost));
  sessionStorage[LIES + turn] = JSON.stringify({ ...ghost, offer: 0 });
  if (!known) ask();
}

export const act = (name, value) => change(ACTS[name](ghost, value), name === "look");

// The keyboard goes on from there.
export function putDown(space, next = covering(ghost, space)) {
  stopAt(named(space));
  change(next);
}

// What is on its way is not sent again.
on("htmx:confirm", (event) => event.target.matches("[hx-target].htmx-request") && event.preventDefault());

// A typed line puts it elsewhere.
on("carto:put", () => (turn = PUT));


// The ghost and its preview on the map, of which only the cells are touched that change

let painted = {}; // the classes that were laid on each space, by its name

const classesOf = (name) => byId(name).parentElement.classList;

function lay(ghost, css, marks) {
  const everywhere = [css, `g-${ghost.terrain}`, ...(isLegal(ghost) ? [] : ["bad"])];
  spacesOf(ghost).forEach((space, index) => {
    const blocked = desk.filled.includes(space) ? ["blocked"] : [];
    // The ghost goes before its preview.
    marks[named(space)] ??= [...everywhere, ...wayOf(ghost).edges[index], ...blocked];
  });
}

// What a hero attacks; the monsters that would be lost, those it attacks and those that come to lie under an attack; the
// empty spaces beside a monster that would come to cost a star. The words beside the map come from the server.
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

// `already` where it is the server that has painted this.
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


// What it would bring: a script of its own, wished for when a hand comes to the map or the figures

let heat;

const wish = (event) => desk && import("./heat.js").then((script) => {
  heat = script;
  if (desk) heat.show(desk, ghost, hovered, act, event); // it may be drawn by now
}, () => {});

for (const type of ["pointerover", "focusin"]) on(type, (event) => event.target.closest(".sheet") && wish(event));


// A choice: of a space to destroy

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

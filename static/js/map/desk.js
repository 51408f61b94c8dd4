// What may be drawn and where, as #desk-data has it; the ghost in hand; the space that is chosen.
import { named, setOf } from "./space.js";
import { ACTS, covering, fieldsOf, isLegal, query, way } from "./ghost.js";
import { ask, byId, enable, on, say, stop, stopAt, write } from "./page.js";
import { paint } from "./paint.js";

export let desk = null;
export let ghost = null;
let hovered = null; // the space under the pointer or the keyboard
let turn = ""; // the ghost's: where it would be sent

// A drawing in the making outlives every swap but that of a new turn.
export function open() {
  const data = byId("desk-data");
  desk = data && JSON.parse(data.textContent);
  hovered = null;
  if (!desk && !choosing()) return;
  byId("map").role = "grid";
  stopAt(stop);
  if (!desk) return;
  for (const { orientations } of desk.options) for (const way of orientations) way.legal = setOf(way.anchors);
  desk.empty = setOf(desk.empty);
  desk.ghost.offer = desk.options;
  paint(desk.ghost, null, desk.empty, true);
  const { action } = byId("place-form");
  const kept = turn !== "put" && !location.search && sessionStorage[action]; // after a look at another map
  if (action !== turn || !ghost.anchor) ghost = kept ? JSON.parse(kept) : desk.ghost;
  ghost = { ...ghost, offer: desk.options };
  turn = action;
  if (ghost.anchor) return change(ghost, query(ghost) === query(desk.ghost));
  draw();
  stopAt(desk.stop);
}

function draw() {
  move(ghost);
  for (const row of document.querySelectorAll(".orientations")) row.classList.toggle("other", row.dataset.option != ghost.option);
  for (const link of document.querySelectorAll("#controls :not(.other) > [data-act]")) {
    const { act, value } = link.dataset;
    enable(link, way(ghost)[act] !== ghost.held && ACTS[act](ghost, value)); // a turn may change nothing
    link.ariaCurrent = String(ghost[act]) === value || null;
  }
}

// What is seen is at every moment what the form holds.
export function move(next) {
  ghost = next;
  paint(ghost, hovered && covering(ghost, hovered), desk.empty);
  const { elements } = byId("place-form");
  for (const [name, value] of Object.entries(fieldsOf(ghost))) elements[name].value = value;
  elements.confirm.disabled = !isLegal(ghost);
}

export function hover(space) {
  hovered = space;
  if (desk) move(ghost);
}

export function change(next, known) {
  if (!next) return;
  ghost = next;
  draw();
  write(query(ghost));
  sessionStorage[turn] = JSON.stringify({ ...ghost, offer: 0 });
  if (!known) ask(query(ghost));
}

// What is on its way is not sent again.
on("htmx:confirm", (event) => event.target.matches("[hx-target].htmx-request") && event.preventDefault());

// A typed line puts it elsewhere.
on("carto:put", () => (turn = "put"));

export const act = (name, value) => change(ACTS[name](ghost, value));

export function putDown(space, next = covering(ghost, space)) {
  stopAt(named(space));
  change(next);
}

// A choice of a space to destroy; the form holds it.
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
  ask(`?space=${name}`);
}

// Score previews of the shape in hand: the figures next to the map follow the ghost, and the map highlights where the
// shape would score for a hovered or pinned figure. The server computes everything, once per orientation of a shape;
// this module only looks it up. desk.js loads it when it is first needed.

import { begin, done } from "../settled.js";
import { covering, fieldsOf, named, spaceOf } from "./ghost.js";
import { byId, on, say } from "../page.js";
import { spaceButtons } from "./page.js";

const HOLD = 400; // ms to press a figure until its highlight is pinned
const FOLLOW = 60; // ms after a move until the figures are updated
const AGAIN = 5_000; // ms before a failed request is retried
const GLOWS = ["glow1", "glow2", "glow3", "glow4", "glow-loss", "fits", "best"];

let part; // the part of the page that contains all this; replaced by each response
let desk; // this and the following have the same values as in desk.js
let ghost;
let hovered;
let act;
let answers; // responses for this desk, by the shape in hand
let pointed = ""; // name of the hovered goal
let glowing; // highlights on the map
let soon = null; // timer of the next update of the figures
let moved = false; // to another space since the last update
let pressed = 0; // timer of a pressed figure
let held = false; // pressed long enough that the next click must not open anything

const chips = () => document.querySelectorAll("#pending [data-worth]");
const goalUnder = ({ target }) => target.closest?.("#pending [data-worth]")?.dataset.worth ?? "";
const atPending = new MutationObserver(refresh); // its text and figures come from the server


// Highlights on the map

export function show(newDesk, newGhost, newHovered, newAct, event) {
  if (!byId("controls")) return;
  part = byId("desk");
  if (newDesk !== desk) {
    answers = new Map();
    pointed = "";
    atPending.observe(byId("controls"), { childList: true });
  }
  const asks = newGhost.look !== ghost?.look;
  if (asks) pointed = ""; // an explicit request takes precedence over hovering
  moved ||= newHovered !== hovered;
  [desk, ghost, hovered, act] = [newDesk, newGhost, newHovered, newAct];
  if (event) point(event);
  if (event || asks) refresh();
  soon ??= setTimeout(follow, FOLLOW, begin());
}

// The shape follows the pointer immediately. The figures may lag: about 12 updates per second look like one movement.
function follow(moving) {
  soon = null;
  refresh();
  if (moved) tellNumber();
  moved = false;
  done(moving);
}

function refresh() {
  if (!byId("worth") || byId("desk") !== part) return; // the shape in hand has been drawn
  const shown = hovered ? covering(ghost, hovered) : ghost;
  const goal = pointed || ghost.look || "";
  const known = worth(shown.anchor || goal);
  if (known) write(known.places[shown.anchor] ?? {});
  for (const chip of chips()) {
    chip.classList.toggle("looked", chip.dataset.worth === goal);
    chip.querySelector("a").ariaCurrent = chip.dataset.worth === ghost.look || null;
  }
  glow(known?.heats[goal]);
}

// The figures for the current orientation, or undefined while they are loading. Requests them if needed.
function worth(wanted) {
  const { anchor, ...way } = fieldsOf(ghost);
  const address = `?${new URLSearchParams(way)}`;
  if (wanted && !answers.has(address)) ask(address, answers);
  return answers.get(address);
}

async function ask(address, known) {
  known.set(address, null);
  const asking = begin();
  try {
    const answer = await fetch(location.pathname + address, { headers: { "HX-Request": "true", "HX-Target": "worth" } });
    if (answer.status === 204) htmx.trigger("#strip", "carto:changed"); // there is nothing left to draw
    const figures = await answer.json();
    // Ignore figures of another turn.
    if (figures.turn === byId("place-form").getAttribute("action")) known.set(address, figures);
  } catch {
    setTimeout(() => known.delete(address), AGAIN);
  } finally {
    done(asking);
  }
  refresh();
}


// Text and announcements

function write(figures) {
  for (const chip of document.querySelectorAll("#pending .change:not(.look)")) {
    const [then, difference, side] = figures[chip.dataset.worth] ?? ["", ""];
    const [strong, b] = chip.querySelectorAll("strong, b");
    if (strong.textContent === then && b.textContent === difference) continue;
    chip.classList.remove("better", "worse");
    if (side) chip.classList.add(side);
    strong.textContent = then;
    b.textContent = difference;
  }
}

function glow(heat) {
  if (heat === glowing && (!heat || document.querySelector("#map .number"))) return;
  glowing = heat;
  for (const button of spaceButtons()) {
    const [css, text] = heat?.spaces[spaceOf(button.id)] ?? [];
    const classes = css?.split(" ") ?? [];
    for (const name of GLOWS) button.parentElement.classList.toggle(name, classes.includes(name));
    button.querySelector(".number")?.remove();
    if (css) button.append(Object.assign(document.createElement("span"), { className: "number", ariaHidden: true, textContent: text }));
  }
  byId("worth").textContent = heat?.words ?? "";
  say("messages", heat?.words);
}

// For the focused space.
function tellNumber() {
  const number = hovered && document.activeElement.id === named(hovered) && glowing?.spaces[hovered];
  say("messages", number && number[1].replace("\n", ", "));
}


// Hovering and pinning

function point(event) {
  if (event.type === "focusin" && !event.target.matches(":focus-visible")) return;
  if (event.pointerType && event.pointerType !== "mouse") return;
  const goal = goalUnder(event);
  if (goal === pointed) return;
  pointed = goal;
  refresh();
}

function press(event) {
  const goal = goalUnder(event);
  held = false;
  if (!goal || event.button || event.target.closest(".look")) return;
  pressed = setTimeout(() => {
    held = true;
    act("look", goal);
  }, HOLD);
}

on("pointerover", point);
on("focusin", point);
on("pointerdown", press);
for (const type of ["pointerup", "pointercancel"]) on(type, () => clearTimeout(pressed));
// A long press also opens the context menu.
on("contextmenu", (event) => event.pointerType !== "mouse" && goalUnder(event) && event.preventDefault());
on("click", (event) => {
  // Keyboard clicks have no detail.
  if (!held || !event.detail || !goalUnder(event)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
on("keydown", (event) => {
  const goal = goalUnder(event);
  if (!goal || event.key !== " ") return;
  event.preventDefault();
  act("look", goal);
});

// What the shape in hand would bring: the figures beside the map follow what is shown on it, and the map glows where the
// shape would pay for the figure that is pointed at, or that is held until it stays. All of it is the server's, which is
// asked once for each way to hold a shape; here it is looked up. desk.js loads this with the first wish for it.

import { begin, done } from "../settled.js";
import { covering, fieldsOf, named, spaceOf } from "./ghost.js";
import { byId, on, say } from "../page.js";
import { spaceButtons } from "./page.js";

const HOLD = 400; // ms for which a figure is pressed until its glow stays
const FOLLOW = 60; // ms after a move until the figures follow
const AGAIN = 5_000; // ms until what could not be had is asked for again
const GLOWS = ["glow1", "glow2", "glow3", "glow4", "glowless", "fits"];

let part; // of the page, in which all of this is: another takes its place with each answer
let desk; // as desk.js has it, as is what follows
let ghost;
let hovered;
let act;
let answers; // of this desk, by what is in hand
let pointed = ""; // the goal that is pointed at, by its name
let glowing; // the heat that is on the map
let soon = null; // the timer of the figures that are to follow
let moved = false; // to another space since they did
let pressed = 0; // the timer of a figure that is pressed
let held = false; // long enough, so that the click that may follow opens nothing

const chips = () => document.querySelectorAll("#pending [data-worth]");
const goalUnder = ({ target }) => target.closest?.("#pending [data-worth]")?.dataset.worth ?? "";
const atPending = new MutationObserver(refresh); // its words are taken over from the server, and with them its figures


// What is on the map, or comes to be

export function show(newDesk, newGhost, newHovered, newAct, event) {
  if (!byId("controls")) return;
  part = byId("desk");
  if (newDesk !== desk) {
    answers = new Map();
    pointed = "";
    atPending.observe(byId("controls"), { childList: true });
  }
  const asks = newGhost.look !== ghost?.look;
  if (asks) pointed = ""; // what is asked for comes before what the mouse happens to be at
  moved ||= newHovered !== hovered;
  [desk, ghost, hovered, act] = [newDesk, newGhost, newHovered, newAct];
  if (event) point(event);
  if (event || asks) refresh();
  soon ??= setTimeout(follow, FOLLOW, begin());
}

// The shape keeps up with the hand; its figures need not, a dozen of them a second are read as one movement.
function follow(moving) {
  soon = null;
  refresh();
  if (moved) tellNumber();
  moved = false;
  done(moving);
}

function refresh() {
  if (!byId("worth") || byId("desk") !== part) return; // what was in hand is drawn
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

// What is known of the shape as it is held, nothing while that is on its way; asked for where it is wanted.
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
    if (answer.status === 204) htmx.trigger("#strip", "carto:changed"); // nothing is to be drawn any more
    const figures = await answer.json();
    // Of another turn, it will not do.
    if (figures.turn === byId("place-form").getAttribute("action")) known.set(address, figures);
  } catch {
    setTimeout(() => known.delete(address), AGAIN);
  } finally {
    done(asking);
  }
  refresh();
}


// Written and spoken

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
    for (const name of GLOWS) button.parentElement.classList.toggle(name, name === css);
    button.querySelector(".number")?.remove();
    if (css) button.append(Object.assign(document.createElement("span"), { className: "number", ariaHidden: true, textContent: text }));
  }
  byId("worth").textContent = heat?.words ?? "";
  say("messages", heat?.words);
}

// Of the space that has the focus.
function tellNumber() {
  const number = hovered && document.activeElement.id === named(hovered) && glowing?.spaces[hovered];
  say("messages", number && number[1].replace("\n", ", "));
}


// Pointed at, and held

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
// A finger that rests asks for the menu too.
on("contextmenu", (event) => event.pointerType !== "mouse" && goalUnder(event) && event.preventDefault());
on("click", (event) => {
  // The keyboard's clicks have no detail.
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

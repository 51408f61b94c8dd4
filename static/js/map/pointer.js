// Mouse and finger put down what is in hand; the mouse also shows what would lie under it, and turns it by its right
// button. What else a hand does is in ./hand.js, which comes once something points at the page.

import { begin, done } from "../settled.js";
import { ACTS, named } from "./ghost.js";
import { on } from "../page.js";
import { act, change, choose, choosing, desk, ghost, hover, putDown, spaceUnder } from "./desk.js";

let mouse = true; // or a finger, or a pen
let rightClicks = 0; // one after the other


// Showing, putting down, turning

on("pointerover", (event) => event.pointerType === "mouse" && !event.buttons && hover(spaceUnder(event)));

on("pointerdown", ({ button, pointerType }) => {
  if (button !== 2) rightClicks = 0;
  mouse = pointerType === "mouse";
});

on("click", (event) => {
  const space = spaceUnder(event);
  const link = event.target.closest("[data-act]");
  if (!space && !link) return;
  event.preventDefault();
  if (link?.ariaDisabled) return;
  if (link && desk) return act(link.dataset.act, link.dataset.value);
  if (!desk) return choosing() && choose(space ? named(space) : "");
  hover(null);
  putDown(space);
});

on("contextmenu", (event) => {
  const space = desk && spaceUnder(event);
  if (!space && (mouse || !event.target.closest("[draggable][data-act]"))) return;
  event.preventDefault();
  if (!mouse) return; // a finger that rests asks for the menu too
  // Three turns, and with the fourth the other side.
  rightClicks += 1;
  const next = ACTS.right(ghost);
  change(rightClicks % 4 ? next : ACTS.flip(next));
});


// The rest waits for its script in the order in which it happened, and if that does not come, is asked for again

let hand = "doubleTap" in document.documentElement.dataset ? load() : null; // the first taps may be such

function load() {
  const loading = begin();
  return import("./hand.js").finally(() => done(loading));
}

function relay(event) {
  if (!desk) return;
  hand ??= load();
  hand.then((module) => module[event.type]?.(event), () => (hand = null));
}

for (const type of ["pointerover", "pointerdown", "pointermove", "pointerup", "pointercancel"]) on(type, relay);

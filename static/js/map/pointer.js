// Mouse and touch place the shape in hand. The mouse also shows a preview and rotates the shape with the right button.
// Other gestures are in ./hand.js, which is loaded on first use of a pointer.

import { begin, done } from "../settled.js";
import { ACTS, named } from "./ghost.js";
import { on } from "../page.js";
import { act, change, choose, choosing, desk, ghost, hover, putDown, spaceUnder } from "./desk.js";

let mouse = true; // false for a finger or a pen
let rightClicks = 0; // consecutive right clicks


// Preview, placing, rotating

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
  if (!mouse) return; // a long press also opens the context menu
  // Rotate 3 times, then flip.
  rightClicks += 1;
  const next = ACTS.right(ghost);
  change(rightClicks % 4 ? next : ACTS.flip(next));
});


// Queue other events in order until their script has loaded. If loading fails, it is requested again

let hand = "doubleTap" in document.documentElement.dataset ? load() : null; // the first taps may be a double tap

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

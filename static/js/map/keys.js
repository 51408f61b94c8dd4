// Keyboard: keys that move and draw while the map has the focus, plus letters and digits anywhere outside text fields
// if the setting is on.

import { ROW, covering, isLegal, named, optionOf, spaceOf } from "./ghost.js";
import { byId, commandKey, on, openPopover, say } from "../page.js";
import { spaceButtons, stop, stopAt } from "./page.js";
import { act, change, choose, chosen, choosing, desk, ghost, hover, spaceUnder } from "./desk.js";

const STEPS = { ArrowUp: -ROW, ArrowDown: ROW, ArrowLeft: -1, ArrowRight: 1 };
const CORNERS = { Home: "A1", End: "K11" };


// Key targets

function focusFor({ key, ctrlKey }) {
  const [step, corner] = [STEPS[key], CORNERS[key]];
  if (!desk) return step && nextChoice(Math.sign(step));
  if (step) return [named(spaceOf(stop) + step), stop].find(byId);
  return corner && (ctrlKey ? corner : stop[0] + corner.slice(1));
}

// While a space is being chosen, only allowed spaces are buttons, and the arrow keys move between them.
function nextChoice(step) {
  const names = spaceButtons().map(({ id }) => id);
  return names[names.indexOf(stop) + step] ?? stop;
}


// Key actions

function fit(step) {
  act("fit", step);
  if (ghost.anchor) stopAt(named(ghost.anchor), true);
}

// If the shape would not move, confirm it.
function enter() {
  const next = covering(ghost, spaceOf(stop));
  if (next.anchor !== ghost.anchor) change(next);
  else if (isLegal(ghost)) byId("place-form").requestSubmit();
  else say("alert", byId("problem")?.textContent);
}

function nextTerrain() {
  const { terrains } = optionOf(ghost);
  act("terrain", terrains[(terrains.indexOf(ghost.terrain) + 1) % terrains.length]);
}

const DRAWING = {
  enter,
  escape: () => act("drop"),
  r: ({ shiftKey }) => act(shiftKey ? "left" : "right"),
  f: () => act("flip"),
  t: nextTerrain,
  w: () => act("look", "fit"),
  n: ({ shiftKey }) => fit(shiftKey ? -1 : 1),
};

const CHOOSING = {
  enter: () => (chosen() === stop ? choosing().requestSubmit() : choose(stop)),
  escape: () => choose(""),
};

const letters = ({ target }) => !("keysOnMap" in document.documentElement.dataset) && !target.closest("input, select, textarea");

on("keydown", (event) => {
  if (event.altKey || event.metaKey || event.defaultPrevented) return;
  const key = commandKey(event);
  const onMap = spaceUnder(event);
  // Outside the map, Enter activates the focused element and Escape closes an open popover first.
  const isForMap = onMap || (letters(event) && key !== "enter" && !(key === "escape" && openPopover()));
  if (key === "u" && !event.ctrlKey && (isForMap || event.target.closest("#desk"))) byId("take-back")?.click();
  if (!isForMap || !(desk || choosing())) return;
  const focus = onMap && focusFor(event);
  const command = (desk ? DRAWING : CHOOSING)[key];
  if (focus) stopAt(focus, true);
  else if (event.ctrlKey) return;
  else if (key === "/") byId("line").focus();
  else if (event.key === "?") import("../settings.js").then(() => document.dispatchEvent(new Event("carto:keys"))); // may not have loaded yet
  else if (command) command(event);
  else if (desk?.options[key - 1]) act("option", key - 1);
  else return;
  event.preventDefault();
  document.dispatchEvent(new Event("carto:close")); // an open explanation would cover the map
});


// The focused space shows a preview, like the one under the mouse

on("focusin", (event) => {
  const space = spaceUnder(event);
  if (!space) return;
  stopAt(event.target.id);
  if (event.target.matches(":focus-visible")) hover(space);
});
on("focusout", (event) => spaceUnder(event) && hover(null));

// The keyboard, while the map has focus.
import { SIZE, named, onMap, plus, same, spaceOf } from "./space.js";
import { covering, isLegal, option } from "./ghost.js";
import { byId, on, say, spaceButtons, spaceUnder, stop, stopAt } from "./page.js";
import { act, change, choose, chosen, choosing, desk, ghost, hover } from "./desk.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function focusFor({ key, ctrlKey }, here) {
  const step = STEPS[key];
  const ids = spaceButtons().map(({ id }) => id);
  if (!desk) return step && spaceOf(ids[ids.indexOf(stop) + step[0] + step[1]] ?? stop); // the next that may be chosen
  if (step) return [plus(here, step), here].find(onMap);
  const edge = { Home: 0, End: SIZE - 1 }[key];
  return edge >= 0 && [ctrlKey ? edge : here[0], edge];
}

function toFit(step) {
  act("fit", step);
  if (ghost.anchor) stopAt(named(ghost.anchor), true);
}

// What would not move is confirmed.
function enter() {
  const next = covering(ghost, spaceOf(stop));
  if (!same(next.anchor, ghost.anchor)) change(next);
  else if (isLegal(ghost)) byId("place-form").requestSubmit();
  else say("alert", byId("problem")?.textContent);
}

function nextTerrain() {
  const { terrains } = option(ghost);
  act("terrain", terrains[(terrains.indexOf(ghost.terrain) + 1) % terrains.length]);
}

const DRAWING = {
  enter,
  escape: () => act("drop"),
  r: ({ shiftKey }) => act(shiftKey ? "left" : "right"),
  f: () => act("flip"),
  t: nextTerrain,
  n: ({ shiftKey }) => toFit(shiftKey ? -1 : 1),
};
const CHOOSING = {
  enter: () => (chosen() === stop ? choosing().requestSubmit() : choose(stop)),
  escape: () => choose(""),
};

on("keydown", (event) => {
  if (event.altKey || event.metaKey || event.defaultPrevented) return;
  const key = event.key.toLowerCase();
  if (key === "u" && !event.ctrlKey && event.target.closest("#desk")) byId("take-back")?.click();
  if (!spaceUnder(event)) return;
  const to = focusFor(event, spaceOf(stop));
  const does = (desk ? DRAWING : CHOOSING)[key];
  if (to) stopAt(named(to), true);
  else if (event.ctrlKey) return;
  else if (key === "/") byId("line").focus();
  else if (does) does(event);
  else if (desk?.options[key - 1]) act("option", key - 1);
  else return;
  event.preventDefault();
});

on("focusin", (event) => {
  const space = spaceUnder(event);
  if (!space) return;
  stopAt(event.target.id);
  if (event.target.matches(":focus-visible")) hover(space);
});
on("focusout", (event) => spaceUnder(event) && hover(null));

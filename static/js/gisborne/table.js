// Page of a table of Gisborne: the play in the making, and the cards to discard. Their forms work without this script.

import "../settled.js";
import { bringsDesk, byId, commandKey, on, openPopover, say, write } from "../page.js";
import { haunt } from "./walk.js";

const FACES = ["b1", "b2", "s2", "s3", "g3", "g4"];

const ROOM = 16; // px that stay free beside what the lesson speaks of

const form = () => byId("place-form") ?? byId("discard-form");

// Numbers chosen, as they stand in the address.
function step() {
  const fields = new FormData(form());
  const chosen = FACES.map((face) => [face, fields.get(face)]).filter(([, number]) => Number(number));
  if (fields.get("tent")) chosen.push(["tent", "on"]);
  if (byId("count") && !chosen.length) chosen.push([FACES[0], "0"]); // or else the lowest would be chosen again
  return `?${new URLSearchParams(chosen)}`;
}

const changed = () => form().dispatchEvent(new Event("change", { bubbles: true }));

// Choose a number of cards of a face, as many as there are at most.
function choose(face, number) {
  const choices = [...form().querySelectorAll(`[name="${face}"]`)];
  if (choices.length) choices[Math.max(0, Math.min(number, choices.length - 1))].checked = true;
}

// The field on which the play would end.
function mark() {
  const { to, beach } = byId("pending")?.dataset ?? {};
  haunt(Number(to), beach !== undefined);
}

// How many cards are chosen at a river.
function count() {
  const counted = byId("count");
  if (!counted) return;
  const chosen = FACES.reduce((sum, face) => sum + Number(new FormData(form()).get(face)), 0);
  counted.textContent = counted.dataset.words.replace("{n}", chosen);
  say("messages", counted.textContent);
}

on("change", ({ target }) => {
  if (!form()?.contains(target)) return;
  write(step());
  count();
});

// A second tap on the chosen card chooses none. The click comes before the change, so the state before it is kept.
let held;
on("pointerdown", ({ target }) => (held = target.closest?.(".card-face")?.control?.checked));
on("click", ({ target }) => {
  if (!held || target.type !== "radio" || !form()?.contains(target)) return;
  held = false;
  choose(target.name, 0);
  changed();
});

on("htmx:afterSettle", ({ target }) => {
  if (target.id === "table") {
    mark();
    point();
  }
  if (target.id !== "pending") return;
  mark();
  tell(target.dataset.aloud);
});

// Announce the result of the play. It is also requested again when others lay cards, and then may be the same.
let told = "";
function tell(aloud) {
  if (aloud !== told) say("messages", aloud);
  told = aloud;
}

// Outlines the place that the lesson speaks of, and scrolls it into sight: above the desk, which sticks to the bottom.
// A lesson about something else is scrolled into sight itself.
function point() {
  document.querySelector(".meant")?.classList.remove("meant");
  const lesson = byId("lesson");
  if (!lesson) return;
  const place = byId(lesson.dataset.spaces);
  place?.classList.add("meant");
  const { top, bottom } = (place ?? lesson).getBoundingClientRect();
  const below = bottom + ROOM - Math.min(place ? byId("desk").getBoundingClientRect().top : innerHeight, innerHeight);
  if (below > 0 || top < ROOM) scrollBy(0, below > 0 ? below : top - ROOM);
}

// What sounds announce: whether the viewer's answer is due, the revealed round, and the end.
const look = () => ({ mine: byId("strip").dataset.mine === "", round: byId("way").dataset.walkRound, over: byId("table").matches(".ended") });
const sound = (name) => dispatchEvent(new CustomEvent("carto:sound", { detail: name }));
let seen = look();

function hear() {
  const before = seen;
  seen = look();
  if (seen.over !== before.over) sound("end");
  else if (seen.round !== before.round) sound("card");
  if (seen.mine && !before.mine) sound("turn");
}

on("carto:swapped", ({ detail: { fresh } }) => {
  hear();
  if (bringsDesk(fresh)) {
    write(location.pathname);
    told = "";
  } else if (byId("pending")) changed(); // whether the play can be undone depends on the plays of others
});

// Keys: 1 to 6 add a card (with Shift: take one away), T is the tent, Enter lays or discards, Escape clears, U undoes, /
// is the line.
const typing = ({ target }) => target.matches?.("input:not([type=radio], [type=checkbox]), textarea, select");

// A setting allows keys only where the way or the hand has the focus.
const isAway = ({ target }) => "keysOnMap" in document.documentElement.dataset && !target.closest("#way, #desk");

on("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || typing(event) || isAway(event) || openPopover()) return;
  const key = commandKey(event);
  const digit = /^Digit([1-6])$/.exec(event.code)?.[1] ?? key; // also with Shift, which takes a card away
  if (key === "u" && byId("take-back")) byId("take-back").click();
  else if (key === "/") byId("line")?.focus();
  else if (event.key === "?") import("../settings.js").then(() => document.dispatchEvent(new Event("carto:keys"))); // may not have loaded yet
  else if (!form()) return;
  else if (key === "enter") {
    if (event.repeat || event.target.closest("a, button, summary, input, [tabindex='0']")) return;
    byId("confirm").click();
  } else if (/^[1-6]$/.test(digit)) {
    const face = FACES[digit - 1];
    choose(face, Number(new FormData(form()).get(face)) + (event.shiftKey ? -1 : 1));
    changed();
  } else if (key === "t" && form().elements.tent) {
    const { tent } = form().elements;
    tent.checked = !tent.checked;
    changed();
  } else if (key === "escape") {
    form().reset();
    for (const face of FACES) choose(face, 0);
    if (form().elements.tent) form().elements.tent.checked = false;
    changed();
  } else return;
  event.preventDefault();
});

mark();
addEventListener("load", () => {
  point();
  import("../settings.js"); // not awaited
});

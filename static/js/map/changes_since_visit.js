// Film of the changes since the last visit, shown over the map before the current card. Its steps advance
// automatically, by buttons or by keys, and any action skips it. table.js loads it for returning viewers, also in an
// open tab; animations.js for a reload in the same visit. A link below the log opens it again.

import { begin, done } from "../settled.js";
import { keptAs } from "../kept.js";
import { bringsDesk, byId, on, openPopover, say } from "../page.js";

const KEPT = keptAs("since"); // for the lifetime of this tab
const LAST = 2; // extra beats for the last step
const IDLE = ["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock"];

const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

let film = null; // set while the film is shown
let address = ""; // URL it was loaded from
let at = 0; // current step
let playing = false;
let speed = ""; // speed chosen by the user
let timer = 0;
let over = () => {}; // called when the film ends
let acted = false; // true if the viewer acted before the film had loaded

const steps = () => [...film.querySelectorAll(".changes-step")];
const find = (act) => film.querySelector(`[data-since=${act}]`);
// True if no element has the focus, so that the film may take it and pass it to the card.
const isFree = () => [document.body, null].includes(document.activeElement) || Boolean(film?.contains(document.activeElement));


// Steps

function wait() {
  clearTimeout(timer);
  const { beats } = steps()[at].dataset;
  const more = at === steps().length - 1 ? LAST : 0;
  if (playing && !document.hidden) timer = setTimeout(after, Number(speed) * (Number(beats) + more));
}

function show(step) {
  at = step;
  steps().forEach((one, index) => (one.hidden = index !== at));
  film.querySelector(".changes-position").textContent = `${at + 1}/${steps().length}`;
  find("before").disabled = !at;
  say("messages", steps()[at].dataset.said);
  // Don't replay the season scoring again.
  if (steps()[at].querySelector(".changes-scores")) sessionStorage.filled = byId("season-over")?.dataset.fill;
  wait();
}

const after = () => (at + 1 < steps().length ? show(at + 1) : end());

function run(wanted) {
  playing = wanted;
  film.classList.toggle("playing", playing);
  wait();
}

// Manual navigation stops autoplay.
function go(step) {
  run(false);
  step();
}

const acts = {
  skip: () => end(),
  before: () => go(() => at && show(at - 1)),
  after: () => go(after),
  run: () => isStill || run(!playing),
};


// Position over the map

function lie() {
  if (!film) return;
  const [map, home] = [byId("map"), film.parentElement].map((one) => one.getBoundingClientRect());
  const { width, height } = map;
  const box = { left: map.left - home.left, top: map.top - home.top, width, height };
  for (const [side, length] of Object.entries(box)) film.style[side] = `${length}px`;
}

const sizes = new ResizeObserver(lie);

async function load() {
  const loading = begin();
  if (!byId("since-place")) byId("table").before(Object.assign(document.createElement("div"), { id: "since-place" }));
  await htmx.ajax("GET", address, { target: "#since-place", swap: "innerHTML" }).catch(() => {});
  const come = byId("changes-player");
  if (come) await new Promise((then) => Object.assign(come.querySelector("link"), { onload: then, onerror: then }));
  done(loading);
  return come;
}

// Open the film. Return true if there are changes and nothing is in the way.
async function open(from, isInTheWay) {
  const come = await load();
  if (!come || isInTheWay()) {
    come?.remove();
    return false;
  }
  film = come;
  film.hidden = false;
  const speeds = byId("since-speed");
  speeds.value = speed ||= speeds.value;
  if (isStill) for (const one of [find("run"), speeds]) one.hidden = true;
  lie();
  sizes.observe(byId("table"));
  show(Math.min(from, steps().length - 1));
  return true;
}

// Close the film and focus the card, unless the viewer has started to act.
function end(isActing) {
  if (!film) return;
  const free = !isActing && isFree();
  clearTimeout(timer);
  sizes.disconnect();
  film.remove();
  film = null;
  if (free) focusCard();
  over();
}

function focusCard() {
  const places = [".hand-name > :last-child", "[data-goes-on]"].map((one) => document.querySelector(one));
  const card = places.find((one) => one?.checkVisibility());
  if (!card) return;
  if (!card.matches("a, button")) card.tabIndex = -1;
  card.focus({ preventScroll: true });
}


// When to show it

const visible = () => new Promise((then) => {
  if (!document.hidden) return then();
  document.addEventListener("visibilitychange", then, { once: true });
});

// For returning viewers. Resolves when the film is over. In an open tab it has its own `link`: an existing focus
// doesn't prevent it, unless the viewer is typing.
export async function comeBack(link) {
  if (link) {
    byId("since")?.remove();
    makeLink(link.href, link.textContent);
    acted = false;
  }
  address = keep();
  await visible();
  const isInTheWay = () => acted || (link ? document.activeElement?.matches("input, textarea, select") : !isFree());
  if (location.search || isInTheWay() || !(await open(0, isInTheWay))) return;
  byId("since-title").focus({ preventScroll: true });
  const ended = new Promise((then) => (over = then));
  run(!isStill);
  await ended;
}

async function again(link) {
  address = link.href;
  if (film) end(true);
  if (!(await open(0, () => false))) return location.assign(address);
  byId("map").scrollIntoView({ block: "nearest" });
  byId("since-title").focus({ preventScroll: true });
  run(!isStill);
}

// Keep the link to the film, also after a reload: it shows the changes from the start of this visit.
function keep() {
  const link = document.querySelector("#since a") ?? makeLink(...JSON.parse(sessionStorage[KEPT]));
  sessionStorage[KEPT] = JSON.stringify([link.href, link.textContent]);
  return link.href;
}

function makeLink(href, textContent) {
  const [place, link] = ["p", "a"].map((name) => document.createElement(name));
  place.id = "since";
  place.append(Object.assign(link, { href, textContent }));
  byId("table").after(place);
  return link;
}

if (!byId("since") && sessionStorage[KEPT]) keep();

// Another turn has closed: include it. When a season or the game has ended, the whole table is replaced.
on("carto:swapped", async ({ detail: { fresh } }) => {
  if (!film || !bringsDesk(fresh)) return;
  if (fresh.some(({ id }) => id === "table")) return end(true);
  if (!document.querySelector("[data-turned]")) return lie();
  const was = { at, playing };
  clearTimeout(timer);
  film = null;
  if (await open(was.at, () => false)) run(was.playing);
  else over();
});
on("htmx:afterSettle", lie);
addEventListener("resize", lie);


// Pointer and keyboard

function press({ target }) {
  const act = target.closest("[data-since]")?.dataset.since;
  if (act) acts[act]();
  else if (!target.closest("a, select")) acts.after();
}

on("click", (event) => {
  const link = event.target.closest("#since a");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    again(link);
  } else if (film?.contains(event.target)) press(event);
  else if (event.target.closest("#table :is(a, button, summary)")) begun();
}, true);

// Dragging a shape, typing a command or focusing a map space counts as an action.
function begun() {
  acted = true;
  end(true);
}

on("pointerdown", ({ target }) => target.closest("#map, #controls :is(a, button)") && begun(), true);
on("focusin", ({ target }) => target.closest("#map, #controls :is(a, button), .line") && begun());
on("change", ({ target }) => {
  if (target.id !== "since-speed") return;
  speed = target.value;
  wait();
});
on("visibilitychange", () => film && wait());

const STEPS = { Escape: "skip", ArrowLeft: "before", ArrowRight: "after", " ": "run" };

function key(event) {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || IDLE.includes(key)) return;
  const act = STEPS[key];
  const isOthers = key === "Escape" ? openPopover() : target.closest("select, input, textarea");
  if (!film) acted = true;
  else if (isOthers || (key === " " && target.closest("a, button, summary"))) return;
  else if (act) {
    event.preventDefault();
    event.stopImmediatePropagation();
    acts[act]();
  } else if (key.length === 1) begun();
}

addEventListener("keydown", key, true);

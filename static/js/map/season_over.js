// What a season brought comes in step by step, its figures counting up; after the last one, and after what the monsters
// did then, who has won. Loaded once there is something to count (map/table.js). #season-over holds all of it from the
// beginning; the class `filling` lets the style sheets bring it in, `news` lays it over the map where the page is narrow,
// and `counting` on the table keeps the ending back. Once that is shown the document hears `carto:counted`. What is over
// can be counted again.

import { openPopover } from "../page.js";

const COUNTING = 400; // ms that a figure counts, as long as `fill-in` lasts
const READING = 1500; // ms before who has won covers what was counted

const byId = (id) => document.getElementById(id);
const box = () => byId("season-over");
const matches = (query) => matchMedia(query).matches;
const isStill = () => matches("(prefers-reduced-motion)");

let timer = 0; // until the ending is shown

// Once a season (data-fill names it), also for those who load the page anew; `live` where it ended before their eyes.
export function begin(live) {
  const season = box().dataset.fill;
  const ended = byId("table").matches(".ended");
  const known = sessionStorage.filled === season || (ended && !live);
  if (box().matches(".filling")) return;
  if (known || (ended && isStill())) return rest();
  // What one is to do or to learn comes first: it is counted when that is done.
  const busy = document.querySelector("#table :is(.ambush, .choosing, .lesson)");
  if (!ended && busy && matches("(max-width: 70rem)")) return;
  sessionStorage.filled = season;
  box().classList.add("filling", "news");
  stand();
  if (live) (ended ? byId("table") : box()).scrollIntoView({ block: ended ? "start" : "nearest" });
}

// Above what one acts with, where that is below the map and in sight.
function stand() {
  if (!box()?.matches(".news")) return;
  const { left, top, bottom } = (byId("controls") ?? box()).getBoundingClientRect();
  const below = left < byId("map").getBoundingClientRect().right && top < innerHeight && bottom > 0;
  box().style.setProperty("--foot", `${below && byId("controls") ? innerHeight - top : 0}px`);
}

// Lets the figure of a step count while the step comes in; all of it is there at once when the rest is skipped.
function count({ target, animationName }) {
  const figure = animationName === "fill-in" && target.querySelector(".ask");
  if (!figure) return;
  const text = figure.textContent;
  const begun = performance.now();
  const tick = (now) => {
    const part = box()?.matches(".filling") ? (now - begun) / COUNTING : 1;
    figure.textContent = part < 1 ? text.replace(/\d+/, (number) => Math.floor(number * part)) : text;
    if (part < 1) requestAnimationFrame(tick);
  };
  tick(begun);
}

// It makes way for the map.
const fold = () => box()?.classList.remove("news");

const counting = () => byId("table").matches(".counting");

// All has been counted. At the end of the game the ending is shown now, and whoever listens for it is told.
function rest() {
  clearTimeout(timer);
  box()?.classList.remove("filling");
  if (!counting()) return;
  byId("table").classList.remove("counting");
  fold();
  byId("table").scrollIntoView();
  document.dispatchEvent(new Event("carto:counted"));
}

// After the last step, before the button that skips them.
function end({ target }) {
  if (!target.matches(".filling > :nth-last-child(2)")) return;
  if (counting()) timer = setTimeout(skip, READING);
  else rest();
}

// The button that skips is gone then, and would take the focus with it.
function skip() {
  const isLost = [document.body, byId("skip")].includes(document.activeElement);
  rest();
  if (isLost) (byId("ending-title") ?? box().firstElementChild).focus({ preventScroll: true });
}

// For who comes later, or wants to see it once more; where nothing is to move, what came of it.
function again() {
  box().open = true;
  if (isStill()) return box().scrollIntoView();
  byId("table").classList.add("counting");
  box().classList.add("filling", "news");
  stand();
  byId("table").scrollIntoView();
  byId("skip").focus({ preventScroll: true });
}

addEventListener("click", (event) => {
  const { target } = event;
  if (target.id === "skip") skip();
  else if (target.id === "count-again") {
    event.preventDefault();
    again();
  } else if (target.closest('#map, .news [href="#scores"]')) counting() ? rest() : fold();
});
// Escape closes first what is open, and does nothing else while it ends the counting.
function escape(event) {
  if (event.key !== "Escape" || openPopover()) return;
  if (!box()?.matches(".filling") || isStill()) return fold();
  event.stopImmediatePropagation();
  skip();
}

addEventListener("keydown", escape, true);
addEventListener("animationstart", count);
addEventListener("animationend", end);
addEventListener("resize", stand);
addEventListener("scroll", stand, { passive: true });

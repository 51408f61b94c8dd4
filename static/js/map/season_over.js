// Animation of the season scoring: the steps appear one by one while their figures count up, then the monster effects,
// then the winner. Loaded when there is something to score (map/table.js). #season-over contains everything from the
// start. The class `filling` lets the style sheets animate it, `news` lays it over the map on narrow pages, and
// `counting` on the table hides the result. When the result is shown, `carto:counted` is dispatched on the document.
// The animation can be replayed.

import { openPopover } from "../page.js";

const COUNTING = 400; // ms that a figure counts up, equal to the duration of `fill-in`
const READING = 1500; // ms before the result covers the scoring

const byId = (id) => document.getElementById(id);
const box = () => byId("season-over");
const matches = (query) => matchMedia(query).matches;
const isStill = () => matches("(prefers-reduced-motion)");

let timer = 0; // timer until the result is shown

// Once per season (named by data-fill), also after a reload. `live` if the season has just ended on this page.
export function begin(live) {
  const season = box().dataset.fill;
  const ended = byId("table").matches(".ended");
  const known = sessionStorage.filled === season || (ended && !live);
  if (box().matches(".filling")) return;
  if (known || (ended && isStill())) return rest();
  // Actions and lessons come first. The scoring is shown when they are done.
  const busy = document.querySelector("#table :is(.ambush, .choosing, .lesson)");
  if (!ended && busy && matches("(max-width: 70rem)")) return;
  sessionStorage.filled = season;
  box().classList.add("filling", "news");
  stand();
  if (live) (ended ? byId("table") : box()).scrollIntoView({ block: ended ? "start" : "nearest" });
}

// Above the controls, if they are visible below the map.
function stand() {
  if (!box()?.matches(".news")) return;
  const { left, top, bottom } = (byId("controls") ?? box()).getBoundingClientRect();
  const below = left < byId("map").getBoundingClientRect().right && top < innerHeight && bottom > 0;
  box().style.setProperty("--foot", `${below && byId("controls") ? innerHeight - top : 0}px`);
}

// 0 has no minus.
const partOf = (minus, number) => (number < 1 ? "0" : minus + Math.floor(number));

// Count up the figure of a step while the step appears. If the animation is skipped, show everything at once.
function count({ target, animationName }) {
  const figure = animationName === "fill-in" && target.querySelector(".ask");
  if (!figure) return;
  const text = figure.textContent;
  const begun = performance.now();
  const tick = (now) => {
    const part = box()?.matches(".filling") ? (now - begun) / COUNTING : 1;
    figure.textContent = part < 1 ? text.replace(/(−?)(\d+)/, (_, minus, number) => partOf(minus, number * part)) : text;
    if (part < 1) requestAnimationFrame(tick);
  };
  tick(begun);
}

// Make room for the map.
const fold = () => box()?.classList.remove("news");

const counting = () => byId("table").matches(".counting");

// End of the animation. At the end of the game, show the result and dispatch the event.
function rest() {
  clearTimeout(timer);
  box()?.classList.remove("filling");
  if (!counting()) return;
  byId("table").classList.remove("counting");
  fold();
  byId("table").scrollIntoView();
  document.dispatchEvent(new Event("carto:counted"));
}

// After the last step, which comes before the button that skips the animation.
function end({ target }) {
  if (!target.matches(".filling > :nth-last-child(2)")) return;
  if (counting()) timer = setTimeout(skip, READING);
  else rest();
}

// The skip button disappears and would lose the focus.
function skip() {
  const isLost = [document.body, byId("skip")].includes(document.activeElement);
  rest();
  if (isLost) (byId("ending-title") ?? box().firstElementChild).focus({ preventScroll: true });
}

// Replay the animation on request. With reduced motion, show the final state.
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
// Escape closes an open popover first, and does nothing else while it skips the animation.
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

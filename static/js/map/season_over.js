// Season scoring on the map: for each source of stars, its seal is stamped and its spaces glow, stars fly to the tally,
// and its figure counts up; monsters take stars back. Loaded when there is something to score (map/table.js).
// #season-over contains everything from the start. The class `filling` lets the style sheets animate it. On narrow
// pages, `news` lets it take the place of the controls for some seconds or until the next action, and `shrunk` makes it
// a strip above them afterwards; in low windows, it is a strip from the start. `counting` on the table hides the result
// of the game. When the result is shown, `carto:counted` is dispatched on the document. The animation can be replayed.

import { byId, openPopover } from "../page.js";

const COUNTING = 400; // ms that a figure counts up
const FLIGHT = 450; // ms that a star flies
const MOST = 5; // stars that fly at once
const READING = 800; // ms before the result of the game replaces the scoring
const STILL = 4000; // ms that the scoring stays without an animation: about as long as with it

const box = () => byId("season-over");
const isStill = () => matchMedia("(prefers-reduced-motion)").matches;
// Windows where the panel would cover the goals, beside a card with a line for an answer.
const isLow = () => matchMedia("(width >= 60rem) and (36rem <= height < 44rem) and (aspect-ratio >= 1.45)").matches;
const isNarrow = () => matchMedia("(max-width: 70rem)").matches;
const isEnded = () => byId("table").matches(".ended");
const isCounting = () => byId("table").matches(".counting");

let timer = 0; // timer until the result is shown, or the scoring leaves

// Once per season (named by data-fill), also after a reload. `live` if the season has just ended on this page.
export function begin(live) {
  const season = box().dataset.fill;
  if (box().matches(".filling, .news")) return;
  if (sessionStorage.filled === season || (isEnded() && (!live || isStill()))) return rest();
  // Actions and lessons come first. The scoring is shown when they are done.
  if (!isEnded() && isNarrow() && document.querySelector("#table :is(.ambush, .choosing, .lesson)")) return;
  sessionStorage.filled = season;
  show();
  if (live && isEnded()) byId("table").scrollIntoView();
  else if (live) byId("map").scrollIntoView({ block: "nearest" });
}

function show() {
  box().classList.toggle("filling", !isStill());
  box().classList.add(isLow() ? "shrunk" : "news");
  if (isStill()) timer = setTimeout(leave, STILL);
  stand();
}

// Below the map or next to it, where there is more room.
function stand() {
  if (!box()?.matches(".news")) return;
  const { top, right, bottom } = byId("map").getBoundingClientRect();
  const isBeside = innerWidth - right > innerHeight - bottom;
  const below = Math.min(bottom + 4, innerHeight - 128);
  box().style.setProperty("--place", isBeside ? `${Math.max(top, 4)}px 4px auto ${right + 4}px` : `${below}px 4px 0`);
}


// One source of stars

const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

const spacesOf = (step) => (step.dataset.spaces?.split(" ") ?? []).map(byId).filter(Boolean).map((space) => space.parentElement);

// Move a copy of a picture over the page.
function fly(picture, frames, options) {
  const copy = picture.cloneNode(true);
  copy.classList.add("flying");
  copy.ariaHidden = "true";
  document.body.append(copy);
  const { width, height } = copy.getBoundingClientRect();
  const moves = frames.map(({ x, y, scale = 1, ...rest }) => ({ ...rest, transform: `translate(${x - width / 2}px, ${y - height / 2}px) scale(${scale})` }));
  copy.animate(moves, { easing: "ease-in-out", fill: "backwards", ...options }).finished.catch(() => {}).finally(() => copy.remove());
}

const partOf = (minus, number) => (number < 1 ? "0" : minus + Math.floor(number)); // 0 has no minus

// If the animation is skipped, the figure is shown at once.
function count(figure) {
  const text = figure.textContent;
  const begun = performance.now();
  const tick = (now) => {
    const part = box()?.matches(".filling") ? (now - begun) / COUNTING : 1;
    figure.textContent = part < 1 ? text.replace(/(−?)(\d+)/, (_, minus, number) => partOf(minus, number * part)) : text;
    if (part < 1) requestAnimationFrame(tick);
  };
  tick(begun);
}

function score({ target, animationName }) {
  const figure = animationName === "fill-in" && target.closest("#season-over.filling") && target.querySelector(".ask");
  if (!figure) return;
  const spaces = spacesOf(target);
  const bites = target.matches(".bite");
  const star = box().querySelector(".tally-sum .star");
  const stars = Math.min(MOST, spaces.length, Math.abs(Number(figure.textContent.replace("−", ""))) || 0);
  const goal = middle(bites ? star : figure);
  if (spaces.length && !bites && stars) {
    const place = middle(spaces[0]);
    fly(target.querySelector(".edict-letter, .glyph"), [{ ...place, scale: 3, opacity: 0 }, { ...place, scale: 1.6 }, { ...place, scale: 1.6 }, { ...place, scale: 1.6, opacity: 0 }], { duration: 600 });
  }
  for (const space of spaces) space.classList.add("scoring", ...(bites ? ["harm"] : []));
  for (let index = 0; index < stars; index += 1) {
    const way = [middle(spaces[Math.floor((index * spaces.length) / stars)]), goal];
    fly(star, bites ? way.reverse() : way, { duration: FLIGHT, delay: index * 40 });
  }
  count(figure);
}

const fade = (spaces) => spaces.forEach((space) => space.classList.remove("scoring", "harm"));


// End of the animation

const fold = () => box()?.classList.remove("news", "shrunk");
const shrink = () => box()?.classList.replace("news", "shrunk");

// By itself, unless somebody is reading it.
function leave() {
  rest();
  if (!box()?.matches(":focus-within, :has([open])")) shrink();
}

// At the end of the game, show the result and dispatch the event.
function rest() {
  clearTimeout(timer);
  box()?.classList.remove("filling");
  document.querySelectorAll(".flying").forEach((copy) => copy.remove());
  fade([...document.querySelectorAll("#map .scoring")]);
  if (!isCounting()) return;
  byId("table").classList.remove("counting");
  fold();
  byId("table").scrollIntoView();
  document.dispatchEvent(new Event("carto:counted"));
}

function end({ target, animationName }) {
  if (animationName !== "fill-in" || !target.closest("#season-over.filling")) return;
  fade(spacesOf(target));
  if (!target.matches(".tally-sum")) return;
  if (isCounting()) timer = setTimeout(skip, READING);
  else timer = setTimeout(leave, READING);
}

// The skip button disappears and would lose the focus.
function skip() {
  const isLost = [document.body, byId("skip")].includes(document.activeElement);
  rest();
  if (isLost) byId(isEnded() ? "ending-title" : "season-over-title").focus({ preventScroll: true });
}

// Replay the animation on request. With reduced motion, show the final state.
function again() {
  if (isStill()) return box().scrollIntoView();
  byId("table").classList.add("counting");
  show();
  byId("table").scrollIntoView();
  byId("skip").focus({ preventScroll: true });
}

addEventListener("click", (event) => {
  const { target } = event;
  if (target.closest("#skip")) {
    skip();
    if (!isEnded()) shrink();
  } else if (target.id === "count-again") {
    event.preventDefault();
    again();
  } else if (target.closest('#map, :is(.news, .shrunk) [href="#scores"]')) isCounting() ? rest() : fold();
  else if (!target.closest("#season-over")) shrink();
});
// Controls that get the focus must be visible.
addEventListener("focusin", ({ target }) => target.closest("#controls") && shrink());
// Escape closes an open popover first, and does nothing else while it skips the animation. Other keys are actions.
function press(event) {
  if (event.key !== "Escape") return event.target.closest?.("#season-over") ?? shrink();
  if (openPopover()) return;
  if (!box()?.matches(".filling")) return fold();
  event.stopImmediatePropagation();
  skip();
}

addEventListener("keydown", press, true);
addEventListener("animationstart", score);
addEventListener("animationend", end);
addEventListener("resize", stand);
addEventListener("scroll", stand, { passive: true });

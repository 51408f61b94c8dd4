// Replay of all seasons at the end of a game. The server sends the changes of each turn, and this module shows one turn
// after the other. It can be paused, stepped through and replayed.

import { begin, done } from "../settled.js";
import { byId, on, say } from "../page.js";

const WHOLE = 6000; // ms for the whole replay
const LONGEST = 400; // maximum ms per turn

let film; // the element, once loaded
let shown = 0; // number of turns shown
let timer = 0;

const frames = () => [...film.querySelectorAll(".frame")];
const isOver = () => shown === frames().length;

function showUntil(turn) {
  shown = turn;
  frames().forEach((frame, index) => frame.classList.toggle("shown", index < turn));
  const { title, season } = frames()[turn - 1]?.dataset ?? {};
  film.querySelector(".film-title").textContent = title ?? "";
  film.className = `film ${season ?? ""}`;
}

function pause() {
  clearInterval(timer);
  film.classList.remove("playing");
}

function next() {
  showUntil(shown + 1);
  film.classList.toggle("playing", !isOver());
  if (isOver()) clearInterval(timer);
}

function play() {
  if (isOver()) showUntil(0);
  clearInterval(timer);
  film.classList.add("playing");
  timer = setInterval(next, Math.min(LONGEST, WHOLE / frames().length));
}

const acts = {
  pause: () => (film.matches(".playing") ? pause() : play()),
  next() {
    pause();
    showUntil(isOver() ? 0 : shown + 1);
    say("messages", film.querySelector(".film-title").textContent);
  },
  end() {
    pause();
    showUntil(frames().length);
  },
};

// Load the film. Return true on success.
async function load(address) {
  const loading = begin();
  await htmx.ajax("GET", address, { target: "#film-place", swap: "beforeend" }).catch(() => {});
  film = byId("film");
  if (film) await new Promise((then) => Object.assign(film.querySelector("link"), { onload: then, onerror: then }));
  done(loading);
  return film;
}

// Start from the beginning.
export async function show(address) {
  if (!film && !(await load(address))) return location.assign(address);
  pause();
  showUntil(0);
  // With reduced motion, the viewer steps through the turns.
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  film.querySelector(still ? "[data-film=next]" : "[data-film=pause]").focus({ preventScroll: true });
  film.scrollIntoView({ block: "nearest" });
  if (still) acts.next();
  else play();
}

on("click", ({ target }) => acts[target.closest("[data-film]")?.dataset.film]?.());
// The new ending contains no film, so move the film into it.
on("carto:swapped", () => film && byId("film-place")?.append(film));

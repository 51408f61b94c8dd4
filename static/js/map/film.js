// The year as a film at the end of a game: the server sends what each turn brought upon the map, and this shows one turn
// after the other. It can be paused, gone through turn by turn, and watched again.

import { begin, done } from "../settled.js";
import { byId, on, say } from "../page.js";

const WHOLE = 6000; // ms that a year takes
const LONGEST = 400; // ms that a turn takes

let film; // once it is there
let shown = 0; // turns
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

// Whether it has come.
async function load(address) {
  const loading = begin();
  await htmx.ajax("GET", address, { target: "#film-place", swap: "beforeend" }).catch(() => {});
  film = byId("film");
  if (film) await new Promise((then) => Object.assign(film.querySelector("link"), { onload: then, onerror: then }));
  done(loading);
  return film;
}

// From the beginning; `byItself` at the end of a game, where nobody has asked for it.
export async function show(address, byItself) {
  if (!film && !(await load(address))) return byItself || location.assign(address);
  pause();
  showUntil(0);
  // Who wants no motion goes from turn to turn.
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!byItself) film.querySelector(still ? "[data-film=next]" : "[data-film=pause]").focus();
  if (still) acts.next();
  else play();
}

on("click", ({ target }) => acts[target.closest("[data-film]")?.dataset.film]?.());
// What comes in place of the ending has no film in it.
on("carto:swapped", () => film && byId("film-place")?.append(film));

// Stepping through the turns of a game: the links of #turn are followed by htmx, which puts the turn they lead to in its
// place; here are the keys, playing on by itself, and what a step must not take away: what is unfolded, the speed.

import { byId, on, say } from "./page.js";

const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

const SCROLLS = "input, select, textarea, [tabindex='0'], [popover]";
const PRESSED = `a, button, summary, ${SCROLLS}`; // by space

let playing = false;
let speed = ""; // as it was chosen
let timer = 0;
let open = []; // the ids of what is unfolded
let scrolled = 0; // the row of all turns

const link = (which) => byId(`replay-${which}`);
const canStep = (which) => link(which)?.hasAttribute("href");

// Shows what only scripts can do, as it stands.
function dress() {
  const [run, speeds] = [link("run"), link("speed")];
  if (!run) return;
  link("play").hidden = false;
  speeds.value = speed ||= speeds.value;
  run.querySelector(".go").hidden = playing;
  run.querySelector(".stop").hidden = !playing;
}

function wait() {
  clearTimeout(timer);
  if (playing) timer = setTimeout(next, Number(speed));
}

function next() {
  if (canStep("after")) link("after").click();
  else pause();
}

function pause() {
  playing = false;
  clearTimeout(timer);
  dress();
}

// From the end it begins anew.
function play() {
  playing = true;
  dress();
  if (canStep("after")) wait();
  else link("first").click();
}

const toggle = () => (playing ? pause() : play());

on("click", ({ target }) => target.closest("#replay-run") && toggle());
on("change", ({ target }) => {
  if (target.id !== "replay-speed") return;
  speed = target.value;
  wait();
});

on("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const which = KEYS[event.key];
  // The links of the row are stepped from with the arrows too; what scrolls or is typed in keeps its keys.
  const busy = event.target.closest(which ? SCROLLS : PRESSED);
  if (busy || !(which || event.key === " ")) return;
  event.preventDefault();
  if (!which) return toggle();
  pause();
  if (canStep(which)) link(which).click();
});

on("htmx:beforeSwap", ({ detail: { target } }) => {
  if (target.id !== "turn") return;
  open = [...target.querySelectorAll("details[open][id]")].map(({ id }) => id);
  scrolled = target.querySelector(".replay-chapters")?.scrollLeft ?? 0;
  document.dispatchEvent(new Event("carto:close")); // what was explained is of another turn
});

on("htmx:afterSwap", ({ detail: { target } }) => {
  if (target.id !== "turn") return;
  const turn = byId("turn");
  document.documentElement.className = turn.dataset.css;
  for (const id of open) byId(id)?.setAttribute("open", "");
  turn.querySelector(".replay-chapters").scrollLeft = scrolled;
  dress();
  if (playing) wait();
  else say("messages", turn.querySelector("h1").textContent);
});

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) on(failure, pause);
on("visibilitychange", () => document.hidden && pause());
// Where one goes back, the page is loaded anew: what explains figures would hold on to what is gone.
htmx.config.refreshOnHistoryMiss = true;

dress();

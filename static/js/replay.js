// Replay of a game. htmx follows the links of #turn and swaps the parts that differ between turns (parts.js). This
// module adds keyboard shortcuts, swiping, autoplay and the current turn in the row of all turns, which is not swapped.

import { byId, commandKey, on, say } from "./page.js";

const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

const TYPED = "input, select, textarea";
const SCROLLS = `${TYPED}, [tabindex='0'], [popover]`;
const PRESSED = `a, button, summary, ${SCROLLS}`; // the space bar activates these
const SWIPE = 50; // px, horizontal
const EDGE = 24; // px

let playing = false;
let speed = ""; // speed chosen by the user
let timer = 0;

const link = (which) => byId(`replay-${which}`);
const canStep = (which) => link(which)?.hasAttribute("href");

// Show the controls that need scripts, in their current state.
function dress() {
  const [run, speeds] = [link("run"), link("speed")];
  if (!run) return;
  run.hidden = link("play").hidden = false;
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

// At the end, start over.
function play() {
  playing = true;
  dress();
  if (canStep("after")) wait();
  else link("first").click();
}

function step(which) {
  pause();
  if (canStep(which)) link(which).click();
}

const toggle = () => (playing ? pause() : play());

on("click", ({ target }) => target.closest("#replay-run") && toggle());
on("change", ({ target }) => {
  if (target.id !== "replay-speed") return;
  speed = target.value;
  wait();
});

// Link to the first turn of the next chapter. The last chapter wraps around to the first.
function nextChapter() {
  const chapters = [...document.querySelectorAll("#row .replay-chapter")];
  const here = chapters.findIndex((chapter) => chapter.parentElement.querySelector("[aria-current]"));
  return chapters[(here + 1) % chapters.length];
}

// Digits select seats, S the next chapter. Some layouts need Shift for digits.
function jump(event) {
  const key = commandKey(event);
  const isDigit = /^[1-9]$/.test(key);
  const to = isDigit ? byId(`seat-${key}`) : key === "s" && !event.shiftKey ? nextChapter() : null;
  if (!to || event.repeat || event.target.closest(TYPED)) return;
  event.preventDefault();
  pause();
  to.click();
}

on("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  jump(event);
  if (event.shiftKey) return;
  const which = KEYS[event.key];
  // Arrow keys also work on the links of the row. Scrollable areas and text fields keep their keys.
  const busy = event.target.closest(which ? SCROLLS : PRESSED);
  if (busy || !(which || event.key === " ")) return;
  event.preventDefault();
  if (!which) return toggle();
  step(which);
});

// Another turn has closed: only the links to the next turns change.
const isNews = ({ detail: { requestConfig } }) => requestConfig?.elt.id === "newer";

on("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "turn" && !isNews(event)) document.dispatchEvent(new Event("carto:close")); // the open explanation is about another turn
});

// Before htmx restores the focus: choose a focusable element, or the control that hides and shows the same.
on("carto:swapped", ({ target, detail: { fresh } }) => {
  const { dataset, textContent } = byId("turn-title");
  document.documentElement.className = dataset.css;
  for (const mark of target.querySelectorAll(".replay-marks [aria-current]")) mark.removeAttribute("aria-current");
  byId(dataset.here)?.setAttribute("aria-current", "page");
  dress();
  if (playing) wait();
  else if (fresh.some(({ id }) => id === "turn" || id === "turn-title")) say("messages", textContent);
});

on("htmx:afterSwap", ({ detail: { requestConfig } }) => {
  const pressed = requestConfig?.elt;
  if (pressed?.id && !pressed.isConnected && !byId(pressed.id)) byId(pressed.id.split("-")[0])?.querySelector("a")?.focus();
});


// Swiping across [data-swipe] moves to the next or previous turn. Taps, scrolling and zooming don't.

let began = null; // start of the touch

on("touchstart", ({ target, touches }) => {
  const [{ clientX: x, clientY: y }] = touches;
  const edge = Math.min(x, innerWidth - x) < EDGE; // reserved for the browser's back gesture
  began = touches.length === 1 && !edge && visualViewport.scale === 1 && target.closest("[data-swipe]") ? { x, y } : null;
});
on("touchend", ({ changedTouches: [{ clientX, clientY }] }) => {
  if (!began) return;
  const [across, down] = [clientX - began.x, clientY - began.y];
  began = null;
  if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) step(across < 0 ? "after" : "before");
});

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) on(failure, pause);
on("visibilitychange", () => document.hidden && pause());
// Reload the page on back navigation: explanations would keep references to removed elements.
htmx.config.refreshOnHistoryMiss = true;

dress();

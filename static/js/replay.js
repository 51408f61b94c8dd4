// Stepping through the turns of a game: the links of #turn are followed by htmx, which puts what is another thing after
// another turn in its place (parts.js); here are the keys, the finger on what is drawn, playing on by itself, and which turn
// is marked in the row of all, as that stays.

import { byId, commandKey, on, say } from "./page.js";

const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

const TYPED = "input, select, textarea";
const SCROLLS = `${TYPED}, [tabindex='0'], [popover]`;
const PRESSED = `a, button, summary, ${SCROLLS}`; // by space
const SWIPE = 50; // px across
const EDGE = 24; // px

let playing = false;
let speed = ""; // as it was chosen
let timer = 0;

const link = (which) => byId(`replay-${which}`);
const canStep = (which) => link(which)?.hasAttribute("href");

// Shows what only scripts can do, as it stands.
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

// From the end it begins anew.
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

// The link to the first turn of the next chapter, from the last one that of the first.
function nextChapter() {
  const chapters = [...document.querySelectorAll("#row .replay-chapter")];
  const here = chapters.findIndex((chapter) => chapter.parentElement.querySelector("[aria-current]"));
  return chapters[(here + 1) % chapters.length];
}

// Seats by their number, and chapters by S. Some layouts have their digits with Shift.
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
  // The links of the row are stepped from with the arrows too; what scrolls or is typed in keeps its keys.
  const busy = event.target.closest(which ? SCROLLS : PRESSED);
  if (busy || !(which || event.key === " ")) return;
  event.preventDefault();
  if (!which) return toggle();
  step(which);
});

// A further turn has closed: the steps lead on, and all else stays as it is.
const isNews = ({ detail: { requestConfig } }) => requestConfig?.elt.id === "newer";

on("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "turn" && !isNews(event)) document.dispatchEvent(new Event("carto:close")); // what was explained is of another turn
});

// Before htmx gives the focus back: to what it can, else to what hides and shows the like.
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


// A finger that is drawn across [data-swipe] steps; one that taps, scrolls or zooms does not.

let began = null; // where the finger was put down

on("touchstart", ({ target, touches }) => {
  const [{ clientX: x, clientY: y }] = touches;
  const edge = Math.min(x, innerWidth - x) < EDGE; // there the browser goes back
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
// Where one goes back, the page is loaded anew: what explains figures would hold on to what is gone.
htmx.config.refreshOnHistoryMiss = true;

dress();

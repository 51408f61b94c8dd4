// Counts down the clocks of a table and announces the viewer's own time at certain moments.
//
// <time class="clock" data-left>  seconds left when the server rendered the clock
//   data-whole                      total seconds of the turn, only on the viewer's own clock

import { byId, on, say } from "./page.js";

let due = 0; // deadline of the viewer's turn; moments already announced for it are not repeated
let last = Infinity; // seconds left at the last check

const now = () => Date.now() / 1_000; // wall clock, because it keeps running while a device sleeps

function left(clock) {
  clock.begun ??= now();
  return Math.max(0, Number(clock.dataset.left) - Math.floor(now() - clock.begun));
}

const two = (number) => String(number).padStart(2, "0");

function words(seconds) {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)];
  if (hours) return null; // the server's text stays accurate for long enough
  return `${minutes}:${two(seconds % 60)}`;
}

function speak(clock, seconds) {
  if (due !== clock.dateTime) [due, last] = [clock.dateTime, seconds];
  const passed = (moment) => seconds <= moment && moment < last;
  const { whole } = clock.dataset;
  // Below a minute an announcement would be too late to help. Half of a short turn isn't worth announcing.
  const moments = [60, 600, ...(whole > 240 ? [Math.floor(whole / 2)] : [])];
  if (moments.some(passed)) say("messages", `${clock.title}: ${clock.textContent}`);
  last = seconds;
}

function tick() {
  for (const clock of document.querySelectorAll(".clock")) {
    const seconds = left(clock);
    const shown = words(seconds);
    if (shown && clock.textContent !== shown) clock.textContent = shown;
    clock.classList.toggle("short", seconds < 60);
    if (clock.id === "clock") speak(clock, seconds);
  }
}

on("htmx:afterSettle", tick);
on("carto:news", tick);
if (byId("strip")) setInterval(tick, 1_000);
tick();

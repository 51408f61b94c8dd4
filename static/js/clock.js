// The clocks of a table: they count down by themselves, and the viewer's own is spoken of now and then.
//
// <time class="clock" data-left>  the seconds that somebody had when the server said so
//   data-whole                      of how many, for the viewer's own

import { byId, on, say } from "./page.js";

let due = 0; // the moments of the viewer's own turn, as it is: what has been said of one is not said again
let last = Infinity; // what was left of it when it was looked at last

const now = () => Date.now() / 1_000; // which goes on while a device sleeps

function left(clock) {
  clock.begun ??= now();
  return Math.max(0, Number(clock.dataset.left) - Math.floor(now() - clock.begun));
}

const two = (number) => String(number).padStart(2, "0");

function words(seconds) {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)];
  if (hours) return null; // the server's words are true for long enough
  return `${minutes}:${two(seconds % 60)}`;
}

function speak(clock, seconds) {
  if (due !== clock.dateTime) [due, last] = [clock.dateTime, seconds];
  const passed = (moment) => seconds <= moment && moment < last;
  const { whole } = clock.dataset;
  // Short of a minute nothing helps but to look; half of a short turn is no news.
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
if (byId("strip")) setInterval(tick, 1_000);
tick();

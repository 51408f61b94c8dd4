// Animations. Pages work without this module and load it last. An animation that has been seen is not repeated, a
// neighbor's pen is shown on the viewer's map, and `carto:sound` requests sounds.

import { keptAs } from "../kept.js";
import { bringsDesk, byId, on } from "../page.js";

const PEN = 180; // ms that the pen stays on a space
const READ = 1200; // ms that its owner's name stays afterwards
const LATE = 3000; // ms for a page to catch up after being hidden

const still = matchMedia("(prefers-reduced-motion: reduce)");
const all = (selector) => [...document.querySelectorAll(selector)];
const sound = (name) => dispatchEvent(new CustomEvent("carto:sound", { detail: name }));

const look = () => ({
  spaces: all("#map .fresh > [id]").map(({ id }) => id),
  drawn: Boolean(byId("take-back")),
  ambush: byId("ambushed")?.textContent,
  season: byId("table").dataset.season,
  mine: byId("strip").dataset.mine === "",
  over: byId("table").matches(".ended"),
});

let seen = look();
let inked = false; // true if the inking of the shape on the page has been shown


// New drawings

// The viewer's own drawing is inked at once, and not again when all players have drawn.
function ink(before, now) {
  const known = all("#map .new > [id]").every(({ id }) => before.spaces.includes(id));
  if (inked && known) for (const space of all("#map :is(.new, .gleam)")) space.classList.remove("new", "gleam");
  if (now.drawn && !before.drawn) byId("fields").dataset.drawn = "";
  inked = Boolean(document.querySelector("[data-turned], [data-drawn]"));
}

// Another player has drawn here: their pen moves from space to space.
function showPen({ dataset, className, firstElementChild: picture }) {
  const cells = all("#map .new");
  cells.forEach((cell, index) => cell.style.setProperty("--at", `${index * PEN}ms`));
  const pen = document.createElement("p");
  pen.className = className.replace("intruder", "pen");
  pen.ariaHidden = "true";
  pen.append(picture.cloneNode(true), dataset.by);
  const use = pen.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace("#monster", "#quill"));
  byId("desk").append(pen);
  const [origin, desk, ...boxes] = [pen, byId("desk"), ...cells].map((element) => element.getBoundingClientRect());
  const places = boxes.map(({ left, top }) => ({
    transform: `translate(${Math.min(left, desk.right - origin.width) - origin.left}px, ${top - origin.bottom}px)`,
  }));
  const rest = { ...places.at(-1), offset: 1 - READ / (READ + PEN * places.length) };
  pen.animate([...places, rest, places.at(-1)], READ + PEN * places.length).onfinish = () => pen.remove();
}

function hear(before, now, turned) {
  if (document.querySelector("#map .new")) sound("pen");
  if (document.querySelector(".coin.new") && turned) sound("gain");
  if (before.season !== now.season || before.over !== now.over) sound("end");
  else if (turned) sound("card");
  if (now.mine && !before.mine) sound("turn");
}

on("carto:swapped", ({ detail: { fresh } }) => {
  const [before, now] = [seen, look()];
  seen = now;
  if (!bringsDesk(fresh)) return;
  ink(before, now);
  if (inked || now.over) hear(before, now, Boolean(document.querySelector("[data-turned]")));
  const { ambush } = now;
  if (byId("ambushed")?.dataset.by && ambush !== before.ambush && document.querySelector("#map .new") && !still.matches) showPen(byId("ambushed"));
});


// Replay of all seasons

on("click", async (event) => {
  const link = event.target.closest("#watch");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  (await import("./film.js")).show(link.href);
});


// Changes since the last visit, for viewers who reload the page in the same visit or return to its tab

if (!byId("since") && sessionStorage[keptAs("since")]) import("./changes_since_visit.js");

let left = ""; // turn that was open when the tab was hidden
let back = 0; // time when the tab became visible again

const openTurn = () => document.querySelector("#fields [name=turn]")?.value ?? "";

// Changes missed while hidden may arrive a moment later.
async function missed() {
  const later = byId("since-later");
  if (document.hidden || Date.now() - back > LATE || !left || left === openTurn()) return;
  const link = later && document.importNode(later.content.firstElementChild, true);
  const isShown = byId("changes-player") || byId("table").matches(".ended");
  if (link && !isShown) {
    link.search = `?turn=${left}`;
    (await import("./changes_since_visit.js")).comeBack(link);
  }
  left = "";
}

on("visibilitychange", () => {
  if (document.hidden) left = openTurn();
  else back = Date.now();
  missed();
});
on("carto:swapped", missed);

// Edges of the map and of the card, dragged by mouse or finger or moved with the arrow keys. Sizes are percentages, so that they
// fit any window: of the largest map, and of the space beside it. stored_layout.js applies them when the page is opened.

import { byId, on, say } from "../page.js";

const STEP = 2;
const KEYS = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -Infinity, End: Infinity };
const root = document.documentElement;

const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
const rem = () => parseFloat(getComputedStyle(root).fontSize);
const gap = () => parseFloat(getComputedStyle(byId("table")).columnGap);

// For each edge: the start and the length of what it divides and its own place, in px, its limits in percent, and its
// properties.
const EDGES = {
  "edge-map": {
    span() {
      const { left, width } = boxOf("#map");
      return [left, width / (Number(root.style.getPropertyValue("--map-share")) || 1)];
    },
    place: () => boxOf("#map").right,
    limits: () => [60, 100],
    properties: (percent) => ({ "map-share": percent / 100 }),
  },
  "edge-hand": {
    span() {
      const { left } = boxOf(".hand");
      return [left, boxOf("#table").right - left - gap()];
    },
    place: () => boxOf(".hand").right,
    // The narrowest columns of stage.css
    limits: ([, length]) => [Math.ceil((1200 * rem()) / length), Math.floor(100 - (1500 * rem()) / length)],
    properties: (percent) => ({ "hand-share": `${percent}fr`, "goals-share": `${100 - percent}fr` }),
  },
};

let drag = null; // {edge, pointer, grip, before}: the distance to the edge in px, and its place at first in percent

function percentOf(edge) {
  const { place, span } = EDGES[edge.id];
  const [start, length] = span();
  return (100 * (place() - start)) / length;
}

function describe() {
  for (const edge of document.querySelectorAll(".edge")) {
    const { limits, span } = EDGES[edge.id];
    const [least, most] = limits(span());
    const now = Math.min(Math.max(Math.round(percentOf(edge)), least), most);
    Object.assign(edge, { ariaValueMin: least, ariaValueMax: most, ariaValueNow: now });
  }
}

function put(edge, percent) {
  const { limits, properties, span } = EDGES[edge.id];
  const [least, most] = limits(span());
  const inside = Math.min(Math.max(percent, least), Math.max(least, most));
  for (const [name, value] of Object.entries(properties(inside))) root.style.setProperty(`--${name}`, value);
  describe();
}

// Properties that are not set have their usual values.
function keep() {
  const names = Object.values(EDGES).flatMap(({ properties }) => Object.keys(properties(0)));
  const set = names.map((name) => [name, root.style.getPropertyValue(`--${name}`)]).filter(([, value]) => value);
  try {
    if (set.length) localStorage.setItem("layout", JSON.stringify(Object.fromEntries(set)));
    else localStorage.removeItem("layout");
  } catch {
    // Without storage, the layout lasts as long as the page.
  }
  describe();
}

function reset(...ids) {
  for (const name of ids.flatMap((id) => Object.keys(EDGES[id].properties(0)))) root.style.removeProperty(`--${name}`);
  keep();
}

function end(percent) {
  if (percent !== undefined) put(drag.edge, percent);
  drag.edge.classList.remove("dragged");
  drag = null;
  keep();
}


// Events

const edgeOf = ({ target }) => target.closest?.(".edge");

on("pointerdown", (event) => {
  const edge = edgeOf(event);
  if (!edge || drag || event.button) return;
  edge.setPointerCapture(event.pointerId);
  edge.classList.add("dragged");
  drag = { edge, pointer: event.pointerId, grip: event.clientX - EDGES[edge.id].place(), before: percentOf(edge) };
});

on("pointermove", ({ clientX, pointerId }) => {
  if (drag?.pointer !== pointerId) return;
  const [start, length] = EDGES[drag.edge.id].span();
  put(drag.edge, (100 * (clientX - drag.grip - start)) / length);
});

on("pointerup", ({ pointerId }) => drag?.pointer === pointerId && end());
on("pointercancel", ({ pointerId }) => drag?.pointer === pointerId && end(drag.before));
on("dblclick", (event) => edgeOf(event) && reset(edgeOf(event).id));

on("keydown", (event) => {
  const edge = !event.altKey && !event.ctrlKey && !event.metaKey && edgeOf(event);
  if (event.key === "Escape" && drag) end(drag.before);
  else if (edge && event.key in KEYS) {
    put(edge, Number(edge.ariaValueNow) + KEYS[event.key]);
    keep();
  } else return;
  event.preventDefault();
}, true);


// Edges are not part of the table that the server sends.

function addEdges() {
  if (!document.querySelector(".stage") || byId("edge-map")) return;
  document.querySelector(".game-grid").after(byId("edges").content.cloneNode(true));
  describe();
}

addEdges();
on("carto:swapped", addEdges);
addEventListener("resize", describe);

// Visitors who aren't signed in have no settings menu.
const button = byId("reset-layout");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    reset(...Object.keys(EDGES));
    say("messages", button.dataset.done);
  });
}

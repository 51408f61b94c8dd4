// Analysis board: strokes of the brush over several spaces, arrow keys, keys of brushes, and messages about errors.

import { byId, commandKey, on } from "../page.js";

let stroke = null; // {pointer, spaces} while the mouse or a pen is down: the buttons that it came over

const spaceAt = (target) => target?.closest?.("#analysis .map button");
const brush = () => document.querySelector("#analysis [name=brush]:checked");

// What is painted shows at once, and as it is drawn when the server has answered.
function touch(button) {
  if (stroke.spaces.has(button)) return;
  stroke.spaces.add(button);
  const terrain = brush().parentElement.querySelector("svg").classList[1]?.slice(2);
  if (terrain) button.parentElement.classList.add("preview", `g-${terrain}`);
}

// A finger scrolls the page.
on("pointerdown", (event) => {
  const button = event.button === 0 && event.pointerType !== "touch" && spaceAt(event.target);
  if (!button) return;
  stroke = { pointer: event.pointerId, spaces: new Set() };
  touch(button);
});
on("pointermove", (event) => {
  const button = stroke?.pointer === event.pointerId && spaceAt(document.elementFromPoint(event.clientX, event.clientY));
  if (button) touch(button);
});
on("pointerup", () => {
  const spaces = [...(stroke?.spaces ?? [])];
  stroke = null;
  if (spaces.length < 2) return; // the click paints a single space
  const sent = byId("stroke");
  sent.value = spaces.map(({ value }) => value).join(",");
  sent.disabled = false;
  addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", ignore, { capture: true }));
  sent.form.requestSubmit(document.querySelector("#analysis-form > button"));
});
on("pointercancel", () => { stroke = null; });
function ignore(event) {
  event.preventDefault();
  event.stopPropagation();
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

on("keydown", (event) => {
  const button = spaceAt(event.target);
  if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  if (step) {
    event.preventDefault();
    let row = "ABCDEFGHIJK".indexOf(button.id[0]), column = Number(button.id.slice(1));
    let next;
    // Mountains can't be painted, so they are passed over.
    do next = byId(`${"ABCDEFGHIJK"[(row += step[0])]}${(column += step[1])}`);
    while (next && next.localName !== "button");
    return next?.focus();
  }
  const mark = event.key === "." ? "." : commandKey(event).toUpperCase();
  const chosen = [...document.querySelectorAll("#analysis [name=brush]")].find(({ value }) => value === mark);
  if (!chosen) return;
  event.preventDefault();
  chosen.checked = true;
});

// A position with errors is shown with them.
on("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status === 400 && detail.target.id === "analysis") Object.assign(detail, { shouldSwap: true, isError: false });
});

// Sections that were open stay open.
let open = [];
on("htmx:beforeSwap", () => { open = [...document.querySelectorAll("#analysis details[open]")].map(({ id }) => id); });
on("htmx:afterSwap", () => { for (const id of open) byId(id)?.setAttribute("open", ""); });

// Workshop forms. A grid of squares is one tab stop with arrow-key navigation, and its text is shown next to it.
// Leaving with unsaved changes asks for confirmation, whether typed here or already rendered by the server after a
// button. After a swap, the focus moves to where the pressed button says. A double click adds only one example. A blank
// of a rule opens the choice that it leads to.

const form = () => document.getElementById("editor");
let typed = false;
let sent = false;

document.addEventListener("input", (event) => {
  if (form()?.contains(event.target)) typed = true;
});
document.addEventListener("submit", (event) => { sent = event.target === form(); });
addEventListener("beforeunload", (event) => {
  if (!sent && (typed || form()?.hasAttribute("data-unsaved"))) event.preventDefault();
});

// A change only updates the preview. It must not count as a press of the focused button or move the focus.
document.addEventListener("htmx:configRequest", ({ target, detail }) => {
  if (target !== form()) return;
  detail.parameters.delete("at");
  detail.path = form().getAttribute("hx-post");
});

// A button that changes the form has a URL with a fragment. Without scripts the page scrolls there. With scripts the
// focus moves there, unless the user has moved it in the meantime.
document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => {
  const pressed = requestConfig?.elt;
  const there = pressed?.getAttribute("formaction")?.split("#")[1];
  const has = document.activeElement;
  if (there && (has === document.body || has.id === pressed.id)) document.getElementById(there)?.focus();
});

document.addEventListener("click", (event) => {
  const there = document.getElementById(event.target.closest(".workshop-rule a")?.hash.slice(1));
  if (!there) return;
  event.preventDefault();
  for (let fold = there; (fold = fold.parentElement.closest("details")); ) fold.open = true;
  there.focus();
  if (there.matches("select")) there.showPicker?.();
});

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const grid = step && event.target.closest("[data-grid]");
  if (!grid) return;
  const [row, column] = event.target.dataset.at.split(",").map(Number);
  const spaceAt = (times) => grid.querySelector(`[data-at="${row + times * step[0]},${column + times * step[1]}"]`);
  const next = spaceAt(1) ?? spaceAt(2); // the center of a pattern is not clickable
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// A grid is one tab stop: the square focused last, or else its first.
const stop = (grid, there) => {
  for (const space of grid.querySelectorAll("[data-at]")) space.tabIndex = space === there ? 0 : -1;
};
const stops = () => {
  for (const grid of document.querySelectorAll("[data-grid]:not(:has([data-at][tabindex='0']))")) {
    stop(grid, document.activeElement.closest("[data-at]") ?? grid.querySelector("[data-at]"));
  }
};
stops();
document.addEventListener("htmx:afterSettle", stops);
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-grid] [data-at]")) stop(target.closest("[data-grid]"), target);
});

// The second click of a double click would add a second example or clause. Key presses have no click count.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-once]");
  if (!button || event.detail < 2) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("change", ({ target }) => {
  const text = target.closest("[data-grid]")?.querySelector("[data-grid-text]");
  if (text) text.textContent = written(target.closest("[data-grid]"));
});

const written = (grid) => {
  const cells = [...grid.querySelectorAll(":checked")].map((square) => square.dataset.at.split(",").map(Number));
  if (!cells.length) return "";
  const [rows, columns] = [0, 1].map((axis) => cells.map((cell) => cell[axis]));
  const span = (parts) => Array.from({ length: Math.max(...parts) - Math.min(...parts) + 1 }, (_, step) => Math.min(...parts) + step);
  const marked = new Set(cells.map(String));
  return span(rows).map((row) => span(columns).map((column) => (marked.has(`${row},${column}`) ? "#" : ".")).join("")).join("/");
};

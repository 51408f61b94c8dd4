// Lets a visitor's form arrive. The form may sign the visitor in, as joining a table does: a second submission would then
// be refused, and a page that loads a part of itself with the new session would be told to reload, and never be left.

const STOPPED = 20_000; // ms after which the visitor must have stopped the browser

let since = -Infinity;
const isLeaving = () => performance.now() - since < STOPPED;

// Last of all, after those who send the form themselves.
addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post") return;
  if (isLeaving()) event.preventDefault();
  else since = performance.now();
});
addEventListener("htmx:beforeRequest", (event) => isLeaving() && event.preventDefault());
addEventListener("pageshow", () => (since = -Infinity));

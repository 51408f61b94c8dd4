// The first turn on the home page: the same map and gestures as at a table, without the figures of a table.

import { on } from "../page.js";
import { open } from "./desk.js";
import { hush } from "./page.js";
import "./pointer.js";
import "./keys.js";

let sent = false;

// "Play" signs the visitor in and leaves the page. A preview or a second submission that follows with the new session
// would keep the browser from arriving at the table.
on("submit", (event) => {
  if (event.target.id !== "place-form") return;
  hush();
  if (sent) event.preventDefault();
  sent = true;
});
window.addEventListener("pageshow", () => (sent = false));

open();

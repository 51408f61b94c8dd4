// Page of a table with a map: setup, and what happens after a swap. State that any table keeps across swaps is handled
// in ../swaps.js.

import { begin, done } from "../settled.js";
import { bringsDesk, byId, on, write } from "../page.js";
import { open } from "./desk.js";
import { hush } from "./page.js";
import "./pointer.js";
import "./keys.js";

const LARGE = 960; // px: screens that can show the table in columns, whichever way they are held

// Show the season scoring; `live` if the season has just ended. The module is loaded when first needed, and the end of
// a game is held back until then.
function count(live) {
  if (!byId("season-over")) return;
  const counting = begin();
  const show = () => byId("table").classList.remove("counting");
  import("./season_over.js").then((seasonOver) => seasonOver.begin(live)).catch(show).finally(() => done(counting));
}

on("carto:swapped", ({ detail: { fresh } }) => {
  if (!bringsDesk(fresh)) return;
  hush();
  document.documentElement.className = byId("table").dataset.season;
  if (document.querySelector("[data-turned], .ended")) write(location.pathname);
  open();
  byId("table").classList.toggle("counting", fresh.some(({ classList }) => classList.contains("ended")));
});

on("htmx:afterSettle", ({ target }) => {
  if (target.id !== "table") return;
  end();
  count(true);
});

// Returning viewers first see what has changed.
async function comeBack() {
  const loading = begin();
  const since = await import("./changes_since_visit.js").finally(() => done(loading));
  await since.comeBack();
}

// Loaded at the end of a game, which may come while the page is open.
const end = () => byId("share-map") && import("./ending.js");

open();
end();
Promise.resolve(byId("since") && comeBack()).catch(() => {}).then(() => count(false));
addEventListener("load", () => { // not awaited
  import("./animations.js");
  import("../settings.js");
  if (matchMedia("(any-pointer: fine)").matches || Math.max(screen.width, screen.height) >= LARGE) import("./edges.js");
});

// The page of a table with a map: what begins with it, and what follows a swap. What any table keeps over a swap is in
// ../swaps.js.

import { begin, done } from "../settled.js";
import { bringsDesk, byId, on, write } from "../page.js";
import { open } from "./desk.js";
import { hush } from "./page.js";
import "./pointer.js";
import "./keys.js";

// Counts what a season brought, `live` where it has just ended; what does that is fetched when it is first wanted. Until
// then, too, the end of a game is kept back.
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

on("htmx:afterSettle", ({ target }) => target.id === "table" && count(true));

// Who comes back is shown first what has changed.
async function comeBack() {
  const loading = begin();
  const since = await import("./since.js").finally(() => done(loading));
  await since.comeBack();
}

open();
Promise.resolve(byId("since") && comeBack()).catch(() => {}).then(() => count(false));
addEventListener("load", () => import("./joy.js")); // which nothing waits for

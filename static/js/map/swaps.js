// What is in hand, unfolded or focused outlives a swap of the table, and the map stays where it is on the screen.

import { begin, done } from "../settled.js";
import { bringsDesk, byId, on, say, write } from "../page.js";
import { hush, stop } from "./page.js";
import { open } from "./desk.js";
import "./pointer.js";
import "./keys.js";

let folds = []; // [id, open] of all that can be unfolded
let focused; // the id that had the focus, until it can have it again
let top = 0; // of the map, in the window
let isNew = false; // what the viewer does, by the swap under way
let said = null; // what the page said last: {words, mine}


// Before and after a swap

const topOfMap = () => byId("map").getBoundingClientRect().top;
const focusedId = () => document.activeElement?.closest("#table [id]")?.id;

function keep() {
  folds = [...document.querySelectorAll("#table details[id]")].map(({ id, open }) => [id, open]);
  // The title only stands in for what is not there any more; that may come back.
  if (!focused || focusedId() !== "desk-title") focused = focusedId();
  top = topOfMap();
}

function giveBack() {
  for (const [id, open] of folds) byId(id)?.toggleAttribute("open", open);
  scrollBy(0, topOfMap() - top);
  if (!focused) return;
  for (const id of [focused, "next-card", stop, "desk-title"])
    for (const element of [byId(id), byId(id)?.querySelector("a, summary, [tabindex]")])
      if ([undefined, "desk-title"].includes(focusedId())) element?.focus({ preventScroll: true });
}


// Says what is new: aloud where it was another's turn before.
function tell() {
  const { say: asked, mine } = byId("strip").dataset;
  const sentences = [...document.querySelectorAll(".steps li, #ambushed, #earned")].map((news) => news.textContent.trim());
  const words = [byId("season-over")?.dataset.say, ...sentences, asked];
  const news = words.filter((sentence) => sentence && !said?.words.includes(sentence)).join(" ");
  if (said) say(mine === "" && said.mine !== "" ? "alert" : "messages", news);
  said = { words, mine };
}


// Counts what a season brought, `live` where it has just ended; what does that is fetched when it is first wanted. Until
// then, too, the end of a game is kept back.
function count(live) {
  if (!byId("season-over")) return;
  const counting = begin();
  const show = () => byId("table").classList.remove("counting");
  import("./season_over.js").then((seasonOver) => seasonOver.begin(live)).catch(show).finally(() => done(counting));
}


// The swap

on("htmx:beforeSwap", ({ detail }) => {
  // The strip alone moves nothing.
  if (!detail.shouldSwap || !detail.serverResponse.includes("data-part=\"desk.")) return;
  // Other answers would come too late; this one, aborted, would lose its status.
  hush();
  if (detail.elt.id !== "strip") htmx.trigger("#strip", "htmx:abort");
  keep();
});

on("carto:swapped", ({ detail: { fresh } }) => {
  if (!bringsDesk(fresh)) return;
  document.documentElement.className = byId("table").dataset.season;
  if (document.querySelector("[data-turned], .ended")) write(location.pathname);
  open();
  isNew = true;
  byId("table").classList.toggle("counting", fresh.some(({ classList }) => classList.contains("ended")));
});

// After htmx has given back what focus it can.
on("htmx:afterSwap", () => {
  if (isNew) giveBack();
  isNew = false;
});

on("htmx:afterSettle", () => {
  tell();
  count(true);
});

open();
tell();
count(false);
addEventListener("load", () => import("./joy.js")); // which nothing waits for

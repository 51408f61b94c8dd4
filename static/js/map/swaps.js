// What is in hand, folded or focused outlives a swap; the map stays where it is.
import { byId, hush, on, say, stop, write } from "./page.js";
import { open } from "./desk.js";
import "./pointer.js";
import "./keys.js";
import "./light.js";

let folds = []; // which are open, by their ids
let focused; // where the focus was, until it can be there again
let top = 0; // of the map
let said = null;

const topOfMap = () => byId("map").getBoundingClientRect().top;
const focus = () => document.activeElement?.closest("#table [id]")?.id;

function keep() {
  folds = [...document.querySelectorAll("#table details[id]")].map(({ id, open }) => [id, open]);
  if (!focused || focus() !== "desk-title") focused = focus();
  top = topOfMap();
}

function giveBack() {
  for (const [id, open] of folds) byId(id)?.toggleAttribute("open", open);
  scrollBy(0, topOfMap() - top);
  if (!focused) return;
  for (const id of [focused, stop, "desk-title"])
    for (const it of [byId(id), byId(id)?.querySelector("a, summary, [tabindex]")]) if (!focus()) it?.focus({ preventScroll: true });
}

// What is new: aloud where it was another's turn before.
function tell() {
  const { say: asked, mine } = byId("strip").dataset;
  const told = [...document.querySelectorAll(".steps li, #ambushed")].map((it) => it.textContent.trim());
  const words = [byId("season-over")?.dataset.say, ...told, asked];
  const news = words.filter((one) => one && !said?.words.includes(one)).join(" ");
  if (said) say(mine === "" && said.mine !== "" ? "alert" : "messages", news);
  said = { words, mine };
}

on("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "table" || !detail.target.isConnected) return;
  if (!detail.shouldSwap) return;
  // By hand: htmx would compare all ids and listen to each button.
  detail.shouldSwap = false;
  // Others come too late; this one would lose its status.
  hush();
  if (detail.elt.id !== "strip") htmx.trigger("#strip", "htmx:abort");
  keep();
  const rest = document.createRange().createContextualFragment(detail.serverResponse);
  const fresh = rest.firstElementChild;
  detail.target.replaceWith(fresh);
  document.documentElement.className = fresh.dataset.season;
  if (fresh.matches("[data-turned], .ended")) write(location.pathname);
  for (const it of fresh.querySelectorAll("#strip, [hx-post]")) htmx.process(it);
  open();
  giveBack();
  for (const answer of rest.children) htmx.swap(fresh, answer.outerHTML, { swapStyle: "none" }); // to a typed line
  htmx.trigger(fresh, "htmx:afterSettle", { target: fresh });
});
on("htmx:afterSettle", tell);

open();
tell();

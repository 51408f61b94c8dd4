// What a swap of a table must not take away: what is unfolded, what has the focus, where the page stands on the screen.
// And what it brings is said, once.
//
// [data-say]        something new of it is said: this, or where it has no value its text; aloud where the strip comes to
//                   be the viewer's own (data-mine)
// [data-steady]     stays where it is on the screen
// [data-goes-on]    has the focus where what had it is gone
// [data-stands-in]  has it, a title, where there is none of that either, until one of them is there again

import { byId, on, say } from "./page.js";

let before; // the swap under way, as it was: {folds, top}, of all that can be unfolded and of what is steady
let focused; // the id that had the focus, until it can have it again
let said; // what the page said last: {words, mine}

const all = (selector) => [...document.querySelectorAll(`#table ${selector}`)];


// Before and after

const topOfSteady = () => all("[data-steady]")[0]?.getBoundingClientRect().top ?? 0;
const focusedId = () => document.activeElement?.closest("#table [id]")?.id;
const standsIn = () => document.activeElement?.matches("[data-stands-in]");

function keep() {
  before = { folds: all("details[id]"), top: topOfSteady() };
  if (!focused || !standsIn()) focused = focusedId();
}

function giveBack() {
  if (!before) return;
  for (const { id, open } of before.folds) byId(id)?.toggleAttribute("open", open);
  scrollBy(0, topOfSteady() - before.top);
  before = null;
  if (!focused) return;
  const owner = byId(focused);
  for (const element of [owner, owner?.querySelector("a, summary, [tabindex]"), ...all("[data-goes-on]"), ...all("[data-stands-in]")])
    if (!focusedId() || standsIn()) element?.focus({ preventScroll: true });
}


// What is asked of the viewer comes last.
function tell() {
  const { mine } = byId("strip").dataset;
  const words = [...all("[data-say]:not(#strip)"), byId("strip")].map(({ dataset, textContent }) => dataset.say || textContent.trim());
  const news = words.filter((sentence) => sentence && !said?.words.includes(sentence)).join(" ");
  if (said) say(mine === "" && said.mine !== "" ? "alert" : "messages", news);
  said = { words, mine };
}


// The swap

on("htmx:beforeSwap", ({ detail: { shouldSwap, serverResponse, requestConfig } }) => {
  // The strip alone moves nothing.
  if (!shouldSwap || !serverResponse.includes("data-part=\"desk.")) return;
  // Other answers but those to commands would come too late; this one, aborted, would lose its status.
  for (const asking of all(".htmx-request:not(form, form *)")) if (asking !== requestConfig.elt) htmx.trigger(asking, "htmx:abort");
  keep();
});

on("htmx:afterSwap", giveBack); // after htmx has given back what focus it can
on("htmx:afterSettle", ({ target }) => target.id === "table" && tell());

tell();

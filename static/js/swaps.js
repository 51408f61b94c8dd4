// Preserves state when a table is swapped: unfolded elements, focus and scroll position. Announces what is new, once.
//
// [data-say]        announced when it changes: its value or, without a value, its text; assertively if the strip becomes
//                   the viewer's own (data-mine)
// [data-steady]     keeps its position on the screen
// [data-goes-on]    gets the focus if the focused element is gone
// [data-stands-in]  heading that gets the focus if there is no such element either, until there is one again

import { byId, on, say } from "./page.js";

let before; // state before the current swap: {folds, top} of foldable and steady elements
let focused; // ID of the element that had the focus, until it can be focused again
let said; // last announcement: {words, mine}

const all = (selector) => [...document.querySelectorAll(`#table ${selector}`)];


// State before and after

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


// The request to the viewer comes last.
function tell() {
  const { mine } = byId("strip").dataset;
  const words = [...all("[data-say]:not(#strip)"), byId("strip")].map(({ dataset, textContent }) => dataset.say || textContent.trim());
  const news = words.filter((sentence) => sentence && !said?.words.includes(sentence)).join(" ");
  if (said) say(mine === "" && said.mine !== "" ? "alert" : "messages", news);
  said = { words, mine };
}


// Swap

on("htmx:beforeSwap", ({ detail: { shouldSwap, serverResponse, requestConfig } }) => {
  // Swapping only the strip moves nothing.
  if (!shouldSwap || !serverResponse.includes("data-part=\"desk.")) return;
  // Responses to other requests would be outdated, except those to commands. This request keeps its status only if it
  // isn't aborted.
  for (const asking of all(".htmx-request:not(form, form *)")) if (asking !== requestConfig.elt) htmx.trigger(asking, "htmx:abort");
  keep();
});

on("htmx:afterSwap", giveBack); // after htmx has restored the focus where it can
on("htmx:afterSettle", ({ target }) => target.id === "table" && tell());
on("carto:news", tell);

tell();

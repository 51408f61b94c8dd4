// The page around the map: its spaces, its controls, and what is asked for while something is in hand.

import { byId, on, say } from "../page.js";
import { begin, done } from "../settled.js";

export const spaceButtons = () => [...document.querySelectorAll("#map button")];

// A link that can do nothing may have the focus, and keeps it.
export const enable = (link, able) => Object.assign(link, { href: "#desk", ariaDisabled: able ? null : true });


// Asked for

const REST = 120; // ms without another step before the server is asked

const step = {}; // under way until then
let timer = 0;

// Asks what would come of a step, as the forms hold it. Only the words are taken over, so that no late answer changes
// what is in hand; what does not come, comes with the next step.
export function ask() {
  clearTimeout(timer);
  timer = setTimeout(send, REST);
  begin(step);
}

// What was to be asked is drawn: its answer would be said over what is new.
export function hush() {
  clearTimeout(timer);
  done(step);
}

function send() {
  const pending = byId("pending");
  if (pending) htmx.ajax("GET", location.pathname, { source: pending }).catch(() => {});
  done(step);
}

on("htmx:afterSettle", ({ target }) => target.id === "pending" && say("messages", target.dataset.aloud));


// The map is one tab stop: the space that was focused last, or at which something was put down.

export let stop = "F6";

export function stopAt(name, focus) {
  const buttons = spaceButtons();
  stop = (buttons.find(({ id }) => id === name) ?? buttons[0]).id;
  for (const button of buttons) {
    button.tabIndex = button.id === stop ? 0 : -1;
    button.toggleAttribute("data-goes-on", button.id === stop);
  }
  if (focus) byId(stop).focus();
}

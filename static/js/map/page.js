// The page around the map: its spaces, its controls and the requests made while a shape is in hand.

import { byId, on, say } from "../page.js";
import { begin, done } from "../settled.js";

export const spaceButtons = () => [...document.querySelectorAll("#map button")];

// A disabled link remains focusable and keeps the focus.
export const enable = (link, able) => Object.assign(link, { href: "#desk", ariaDisabled: able ? null : true });


// Requests

const REST = 120; // ms of inactivity before a request is sent

const step = {}; // pending until then
let timer = 0;

// Request the preview of an action, using the form values. Only the text is replaced, so that a late response cannot
// change the shape in hand. A failed request is made up for by the next action.
export function ask() {
  clearTimeout(timer);
  timer = setTimeout(send, REST);
  begin(step);
}

// Cancel the request after drawing: its response would be announced over the news.
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


// The map is one tab stop: the space focused last, or where a shape was placed.

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

// The page around the map: found, written, spoken, asked for.

import { begin, done } from "../settled.js";


// Found

export const byId = (id) => document.getElementById(id);
export const on = (type, then, capture) => document.addEventListener(type, then, capture);
export const spaceButtons = () => [...document.querySelectorAll("#map button")];


// Written and spoken

// A link that can do nothing may have the focus, and keeps it.
export const enable = (link, able) => Object.assign(link, { href: "#desk", ariaDisabled: able ? null : true });

// Into a live region, heard and not seen: what is said can be read where it belongs.
export function say(region, words) {
  if (!words) return;
  byId(region).querySelector(".spoken")?.remove();
  byId(region).append(Object.assign(document.createElement("p"), { className: "spoken visually-hidden", textContent: words }));
}

// The address brings back what is in hand after a reload.
export const write = (address) => history.replaceState(history.state, "", address + location.hash);

// Whether fresh parts bring what the viewer does: the strip alone comes whenever another has answered.
export const bringsDesk = (fresh) => fresh.some(({ id }) => id === "table" || id === "desk");


// Asked for

const REST = 120; // ms without another step before the server is asked

let asking; // what the last question can be aborted by
export const hush = () => asking?.abort();

// Asks what would come of a step. Only the words are taken over, so that no late answer changes what is in hand.
export function ask(address) {
  hush();
  asking = begin(new AbortController());
  setTimeout(showAnswer, REST, address, asking);
}

async function showAnswer(address, question) {
  const { signal } = question;
  try {
    const answer = await fetch(location.pathname + address, { headers: { "HX-Request": "true", "HX-Target": "pending" }, signal });
    const words = await answer.text();
    // The table has gone on.
    if (answer.headers.has("HX-Retarget")) return htmx.trigger("#strip", "carto:changed");
    if (answer.ok) byId("pending").outerHTML = words;
    say("messages", byId("pending").dataset.say);
  } catch {
    // It is not wanted any more, or comes with the next step.
  } finally {
    done(question);
  }
}


// The map is one tab stop: the space that was focused last, or at which something was put down.

export let stop = "F6";

export function stopAt(name, focus) {
  const buttons = spaceButtons();
  stop = (buttons.find(({ id }) => id === name) ?? buttons[0]).id;
  for (const button of buttons) button.tabIndex = button.id === stop ? 0 : -1;
  if (focus) byId(stop).focus();
}

// The page around the map: its spaces, its controls, and what is asked for while something is in hand.

import { byId, say } from "../page.js";
import { begin, done } from "../settled.js";

export const spaceButtons = () => [...document.querySelectorAll("#map button")];

// A link that can do nothing may have the focus, and keeps it.
export const enable = (link, able) => Object.assign(link, { href: "#desk", ariaDisabled: able ? null : true });


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

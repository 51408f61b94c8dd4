import { begin, done } from "../settled.js";
import { spaceOf } from "./space.js";

export const byId = (id) => document.getElementById(id);
export const on = (type, then, capture) => document.addEventListener(type, then, capture);
export const spaceButtons = () => [...document.querySelectorAll("#map button")];
export function spaceUnder({ target }) {
  const button = target.closest?.("#map button");
  return button ? spaceOf(button.id) : null;
}

// A dead link may have the focus, and keeps it.
export const enable = (link, able) => Object.assign(link, { href: "#desk", ariaDisabled: able ? null : true });

// Heard, not seen.
export function say(id, words) {
  if (!words) return;
  byId(id).querySelector(".spoken")?.remove();
  byId(id).append(Object.assign(document.createElement("p"), { className: "spoken visually-hidden", textContent: words }));
}

export const write = (address) => history.replaceState(history.state, "", address + location.hash);

let asked;
export const hush = () => asked?.abort();

// Asks, after a rest, what would come of a step: for words only.
export function ask(address) {
  hush();
  asked = begin(new AbortController());
  setTimeout(answer, 120, address, asked);
}

async function answer(address, asking) {
  const { signal } = asking;
  try {
    const found = await fetch(location.pathname + address, { headers: { "HX-Request": "true", "HX-Target": "pending" }, signal });
    const words = await found.text();
    if (found.headers.has("HX-Retarget")) return htmx.trigger("#strip", "carto:changed");
    if (found.ok) byId("pending").outerHTML = words;
    say("messages", byId("pending").dataset.say);
  } catch {
    // not wanted any more
  } finally {
    done(asking);
  }
}

// The map is one tab stop.
export let stop = "F6";
export function stopAt(name, focus) {
  const buttons = spaceButtons();
  stop = (buttons.find(({ id }) => id === name) ?? buttons[0]).id;
  for (const button of buttons) button.tabIndex = button.id === stop ? 0 : -1;
  if (focus) byId(stop).focus();
}

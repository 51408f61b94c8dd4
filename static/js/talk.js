// Chat of a table, in a panel over the page or on a page of its own. The socket announces the number of the last change
// (live.js); the list of messages loads itself again if it shows an earlier one, so lost, late and repeated messages do
// no harm. Counts unread messages while the panel is closed, and announces new ones politely. The browser stores what
// has been read; the server isn't told.
//
// data-room, data-number   of the button and of #talk-list: the chat, and the number of its last change
// data-words               message that isn't removed

import { byId, say } from "./page.js";

const POLL = 5_000; // ms between requests without a socket
const MOST = 50; // messages in the list

const { "X-Viewer": viewer } = JSON.parse(document.body.getAttribute("hx-headers"));
const button = byId("talk-button"); // these three are missing on the page of a chat
const panel = byId("talk");
const badge = byId("talk-unread");
const body = byId("talk-body");
const latest = {}; // highest number announced for each chat
const list = () => byId("talk-list");
const isOpen = () => !panel?.hidden && !document.hidden;

const code = /\/tables\/([^/]+)/.exec(button?.href ?? location.pathname)[1];
const key = (what) => `talk ${viewer} ${code} ${what}`;
const read = (room) => Number(localStorage.getItem(key(room)));

let styled; // promise of the panel’s styles
let heard = Number((button ?? list()).dataset.number); // last message that was on the page or has been announced


// Messages

const numberOf = ({ dataset }) => Number(dataset.number);
const lines = () => [...list().querySelectorAll(".talk-line[data-words]:not(.own)")].filter((line) => !line.closest(".folded"));
const sentence = (line) => `${line.querySelector(".talk-name").textContent}: ${line.querySelector(".talk-words").textContent}`;

function follow() {
  if (!list()) return;
  const { room } = list().dataset;
  if (isOpen()) localStorage.setItem(key(room), Math.max(read(room), numberOf(list())));
  if (button && room !== button.dataset.room) return;
  const fresh = lines().filter((line) => numberOf(line) > heard);
  say("messages", fresh.map(sentence).join(" "));
  heard = Math.max(heard, numberOf(list()));
  if (badge) count(lines().filter((line) => numberOf(line) > read(room)).length);
}

function count(unread) {
  badge.hidden = !unread;
  badge.textContent = unread < MOST ? unread : `${MOST}+`;
  badge.append(Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: ` ${badge.dataset.words}` }));
}

function catchUp() {
  if (list()) return latest[list().dataset.room] > numberOf(list()) && htmx.trigger(list(), "carto:talk-changed");
  if (!body.childElementCount && latest[button.dataset.room] > read(button.dataset.room)) load();
}

const load = () => htmx.trigger(body, "carto:talk-open");


// Panel

// Only who opens the chat needs its styles.
const style = () =>
  (styled ??= new Promise((then) => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: panel.dataset.style, onload: then, onerror: then }));
  }));

async function toggle(open) {
  if (open) await style();
  panel.hidden = !open;
  button.setAttribute("aria-expanded", open);
  sessionStorage.setItem(key("open"), open ? 1 : "");
  if (open && !body.childElementCount) load();
  if (open) follow();
}

async function press(event) {
  if (event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  await toggle(panel.hidden);
  if (!panel.hidden) panel.focus();
}

function close() {
  toggle(false);
  button.focus();
}

function onKey(event) {
  if (event.key !== "Escape") return;
  event.stopPropagation(); // not for the game
  close();
}


async function begin() {
  await toggle(sessionStorage.getItem(key("open")) === "1");
  if (panel.hidden && heard > read(button.dataset.room)) load();
}


// Takes the numbers of the last changes by chat.
export function announce(talk) {
  for (const [room, number] of Object.entries(talk)) latest[room] = Math.max(latest[room] ?? 0, number);
  catchUp();
}

// A refused message comes back in its form, with the reason; without a form if the chat has closed.
body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if ([400, 422, 429].includes(detail.xhr.status) && detail.serverResponse.includes("talk-list")) Object.assign(detail, { shouldSwap: true, isError: false });
});
body.addEventListener("htmx:afterSwap", follow);
// The chat may have changed while its list was being loaded.
body.addEventListener("htmx:afterRequest", ({ detail }) => detail.successful && setTimeout(catchUp));
document.addEventListener("visibilitychange", () => isOpen() && follow());
setInterval(() => document.documentElement.dataset.live !== "on" && isOpen() && list() && htmx.trigger(list(), "carto:talk-changed"), POLL);

if (button) {
  button.setAttribute("role", "button");
  button.setAttribute("aria-controls", "talk");
  button.addEventListener("click", press);
  button.addEventListener("keydown", (event) => event.key === " " && press(event));
  byId("talk-close").addEventListener("click", close);
  panel.addEventListener("keydown", onKey);
  begin();
} else follow();

// Keeps a page up with its table.
//
// A socket says which version of the table is the present one, never what has changed. Each living part of the page
// knows the version that it shows, and fetches itself by htmx when that is behind. A page that its socket keeps up does
// not ask by itself, and one that nobody sees only what its socket tells it of, as its title says whose turn it is.
// The page tells the server whether it is visible: then no mail and no push is sent about the table.
//
// [data-socket]     where to listen; at most one a page
// [data-live]       a part that fetches itself on `carto:changed`
//   data-version      what it shows
//   data-title        the title of the page while it shows that
//   data-mine         whoever looks is waited for
//   data-spread       up to how many ms it waits before it fetches a change, as many others look too
// <html data-live>  "on" while the socket lives, "off" while it does not, "" before it has said anything

const TICK = 5_000;
const SILENCE = 50_000; // two heartbeats of the server and a half

// How a socket was closed: who looks is signed out; may not see the table; is somebody else now, or sits elsewhere.
const SIGN_IN = 4401;
const UNKNOWN = 4404;
const LOOK_AGAIN = 4410;

const on = (type, then) => document.addEventListener(type, then);
const find = (selector) => document.querySelector(selector);
const root = document.documentElement.dataset;

let socket = null;
let retry = 0; // the timer of the next try to connect
let tries = 0; // since the socket last spoke
let spokenAt = 0; // when it last spoke
let newest = 0; // the highest version it has told
let ticks = 0;

// The page of a past turn does not show whose turn it is.
const sight = () => (document.getElementById("turn") ? "hidden" : document.visibilityState);
const tellSight = () => socket?.readyState === WebSocket.OPEN && socket.send(sight());
const mark = (state) => (root.live = state);
const isOn = () => root.live === "on";
const isAlive = () => socket?.readyState <= WebSocket.OPEN; // or about to be


// What the page shows, and fetching it

const parts = () => [...document.querySelectorAll("[data-live]")];
const shownBy = (part) => Number(part.dataset.version);

function fetchPart(part) {
  const wait = Math.random() * (part.dataset.spread ?? 0);
  setTimeout(() => part.isConnected && htmx.trigger(part, "carto:changed"), wait);
}

const fetchAll = () => parts().forEach(fetchPart);

const catchUp = () => parts().filter((part) => shownBy(part) < newest).forEach(fetchPart);

function showTitle() {
  document.title = find("[data-live][data-title]")?.dataset.title ?? document.title;
  const icon = find("[data-turn]"); // in the tab of the browser, with a dot while it is their turn
  const mine = find("[data-mine]");
  if (icon) icon.href = mine ? icon.dataset.turn : icon.dataset.icon;
  // Closes notifications of turns that have been played meanwhile, here or elsewhere.
  if (!mine && !document.hidden) navigator.serviceWorker?.controller?.postMessage("played");
}


// The socket

function connect() {
  const place = find("[data-socket]");
  clearTimeout(retry);
  if (!place || isAlive()) return;
  const opened = new WebSocket(location.origin.replace("http", "ws") + place.dataset.socket);
  socket = opened;
  spokenAt = Date.now();
  opened.onopen = tellSight;
  opened.onmessage = ({ data }) => hear(JSON.parse(data).number);
  opened.onclose = ({ code }) => socket === opened && lose(code);
}

function hear(version) {
  spokenAt = Date.now();
  tries = 0;
  mark("on");
  newest = Math.max(newest, version);
  catchUp();
}

function lose(code) {
  socket = null;
  mark("off");
  // What is on the page may not be theirs to see any more.
  if ([SIGN_IN, UNKNOWN, LOOK_AGAIN].includes(code)) fetchAll();
  if (code === SIGN_IN || code === UNKNOWN) return;
  // Anywhere within the wait, so that the pages of a server that was lost do not come back all at once.
  retry = setTimeout(connect, Math.random() * Math.min(30_000, 1_000 * 2 ** tries++));
}


// Without a socket, and after a while away

function tick() {
  if (isAlive() && Date.now() - spokenAt > SILENCE) {
    socket.close();
    lose();
  }
  ticks += 1;
  // Every 5 seconds, or every 30 where there is no socket to be had.
  const due = find("[data-socket]") || ticks % 6 === 0;
  if (due && !isOn() && !document.hidden) fetchAll();
}

function comeBack() {
  if (document.hidden) return;
  showTitle();
  if (!isAlive()) connect();
  if (isOn()) return catchUp();
  if (socket?.readyState === WebSocket.OPEN) mark("on"); // the line was away, and the socket did not notice
  fetchAll();
}


// What comes in

on("htmx:beforeSwap", ({ detail }) => {
  const { xhr, target } = detail;
  const version = Number(xhr.getResponseHeader("X-Game-Version"));
  // Refusals carry the present page, so they are shown like any answer. A 400 may come from before a table was read.
  const carriesPage = [409, 422].includes(xhr.status) || (xhr.status === 400 && version);
  if (carriesPage) Object.assign(detail, { shouldSwap: true, isError: false });
  // An answer that was overtaken must not cover a newer page.
  const part = target.closest("[data-version]") ?? target.querySelector("[data-version]");
  if (version && part && version < shownBy(part)) detail.shouldSwap = false;
});

on("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
  // No longer theirs to see: let the server say so.
  if (elt.matches("[data-live]") && [401, 404].includes(xhr.status)) location.reload();
  // The table may have gone on, or the answer been lost, meanwhile.
  else if (elt.closest("[data-live]")) setTimeout(catchUp, 1_000 * (xhr.getResponseHeader("Retry-After") ?? 1));
});

on("htmx:configRequest", ({ detail }) => isOn() || (detail.headers["X-Visibility"] = sight()));
on("htmx:afterSettle", showTitle);
on("visibilitychange", tellSight);
on("visibilitychange", comeBack);
addEventListener("online", comeBack);
addEventListener("offline", () => mark("off"));

mark("");
showTitle();
connect();
setInterval(tick, TICK);

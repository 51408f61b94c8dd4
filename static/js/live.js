// Keeps a page up to date with its table.
//
// The socket announces the current version of the table. Each live part of the page knows its version and reloads itself
// with htmx when it is behind. If an answer has changed only what everybody sees in the strip, its news come with the
// version, and a page that shows the version before needs no request. A page with a working socket does not poll. A
// hidden page loads only what its socket announces, because its title shows whose turn it is. The page tells the server
// whether it is visible. While it is, no email or push notification is sent about the table.
//
// [data-socket]     URL of the socket; at most one per page
// [data-live]       part that reloads itself on `carto:changed`
//   data-version      version shown
//   data-seat         seat of the viewer, "" for spectators
//   data-title        page title while this version is shown
//   data-mine         the viewer has to play
//   data-spread       maximum random delay in ms before loading a change, because many other viewers load it too
// carto:news           news of the strip has been inserted
// [data-later]      URL of the script of the chat (talk.js), which isn't needed to play, so it is loaded after all others
// <html data-live>  "on" while the socket is connected, "off" while it is not, "" before the first message

const TICK = 5_000;
const SILENCE = 50_000; // 2.5 server heartbeats
const FRESH = 60_000; // how long news keep a strip up to date

// Close codes: the viewer is signed out; may not see the table; is another user now or has another seat.
const SIGN_IN = 4401;
const UNKNOWN = 4404;
const LOOK_AGAIN = 4410;

const on = (type, then) => document.addEventListener(type, then);
const find = (selector) => document.querySelector(selector);
const root = document.documentElement.dataset;

let socket = null;
let retry = 0; // timer of the next connection attempt
let tries = 0; // attempts since the last message
let spokenAt = 0; // time of the last message
let newest = 0; // highest version announced
let fetchedAt = Date.now(); // time of the last response with the strip
let ticks = 0;

// The pages of a past turn and of the chat do not show whose turn it is, and nobody plays at a big screen, so they count
// as hidden.
const sight = () => (find("#turn, #talk-page, #screen") ? "hidden" : document.visibilityState);
const tellSight = () => socket?.readyState === WebSocket.OPEN && socket.send(sight());
const mark = (state) => (root.live = state);
const isOn = () => root.live === "on";
const isAlive = () => socket?.readyState <= WebSocket.OPEN; // open or connecting


const chat = new Promise((then) => addEventListener("load", () => find("[data-later]") && import(find("[data-later]").dataset.later).then(then)));


// Current version and reloading

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
  const icon = find("[data-turn]"); // favicon, with a dot while it is the viewer's turn
  const mine = find("[data-mine]");
  if (icon) icon.href = mine ? icon.dataset.turn : icon.dataset.icon;
  // Close notifications about turns that have been played in the meantime, here or elsewhere.
  if (!mine && !document.hidden) navigator.serviceWorker?.controller?.postMessage("played");
}


// Socket

function connect() {
  const place = find("[data-socket]");
  clearTimeout(retry);
  if (!place || isAlive()) return;
  const opened = new WebSocket(location.origin.replace("http", "ws") + place.dataset.socket);
  socket = opened;
  spokenAt = Date.now();
  opened.onopen = tellSight;
  opened.onmessage = ({ data }) => hear(JSON.parse(data));
  opened.onclose = ({ code }) => socket === opened && lose(code);
}

function hear({ number, news, talk, started }) {
  spokenAt = Date.now();
  tries = 0;
  mark("on");
  newest = Math.max(newest, number);
  if (news) show(number, news);
  // A game of the viewer has started at another table, which the version of this one doesn't tell.
  if (started) find("[data-version]").dataset.version = 0;
  catchUp();
  if (talk) chat.then(({ announce }) => announce(talk));
}

// Each element replaces the one of the same id. While an action is being sent, its response must not be outdated by news.
// What else the strip shows, such as another table that waits, changes with time, so news alone don't do for long.
function show(version, { seat, html }) {
  const strip = find("#strip");
  if (!strip || shownBy(strip) !== version - 1 || Number(strip.dataset.seat || -1) === seat) return;
  if (find("form.htmx-request") || Date.now() - fetchedAt > FRESH) return;
  const fresh = document.createElement("template");
  fresh.innerHTML = html[document.documentElement.lang] ?? "";
  if (!fresh.content.firstElementChild) return;
  for (const element of [...fresh.content.children]) find("#" + element.id)?.replaceWith(element);
  strip.dataset.version = version;
  if (find("#strip-waiting")) strip.dataset.say = find(".strip-sentence").textContent.trim();
  document.dispatchEvent(new Event("carto:news"));
}

function lose(code) {
  socket = null;
  mark("off");
  // The viewer may no longer be allowed to see this page.
  if ([SIGN_IN, UNKNOWN, LOOK_AGAIN].includes(code)) fetchAll();
  if ([SIGN_IN, UNKNOWN].includes(code)) return;
  // Random delay, so that pages do not all reconnect at once after a server restart.
  retry = setTimeout(connect, Math.random() * Math.min(30_000, 1_000 * 2 ** tries++));
}


// Polling without a socket and after an absence

function tick() {
  if (isAlive() && Date.now() - spokenAt > SILENCE) {
    socket.close();
    lose();
  }
  // Every 5 seconds, or every 30 if there is no socket URL.
  const due = find("[data-socket]") || ++ticks % 6 === 0;
  if (due && !isOn() && !document.hidden) fetchAll();
}

function comeBack() {
  if (document.hidden) return;
  showTitle();
  if (!isAlive()) connect();
  if (isOn()) return catchUp();
  if (socket?.readyState === WebSocket.OPEN) mark("on"); // the network was down, but the socket did not notice
  fetchAll();
}


// Responses

on("htmx:beforeSwap", ({ detail }) => {
  const { xhr, target } = detail;
  const version = Number(xhr.getResponseHeader("X-Game-Version"));
  // Error responses contain the current page, so they are swapped like any other. A 400 may occur before a table was
  // loaded.
  const carriesPage = [409, 422].includes(xhr.status) || (xhr.status === 400 && version);
  if (carriesPage) Object.assign(detail, { shouldSwap: true, isError: false });
  // An outdated response must not replace a newer page.
  const part = target.closest("[data-version]") ?? target.querySelector("[data-version]");
  if (version && part && version < shownBy(part)) detail.shouldSwap = false;
});

on("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
  // The viewer lost access: reload so that the server explains it.
  if (elt.matches("[data-live]") && [401, 404].includes(xhr.status)) location.reload();
  // The table may have changed in the meantime, or the response been lost.
  else if (elt.closest("[data-live]")) setTimeout(catchUp, 1_000 * (xhr.getResponseHeader("Retry-After") ?? 1));
});

on("htmx:configRequest", ({ detail }) => {
  if (!isOn()) detail.headers["X-Visibility"] = sight();
  // News may have brought it further than its address says.
  if (detail.elt.matches("[data-live]")) detail.path = detail.path.replace(/since=\d+/, `since=${shownBy(detail.elt)}`);
});
on("htmx:afterSettle", ({ target }) => {
  if (target.id === "table") fetchedAt = Date.now();
  showTitle();
});
on("visibilitychange", tellSight);
on("visibilitychange", comeBack);
addEventListener("online", comeBack);
addEventListener("offline", () => mark("off"));

mark("");
showTitle();
connect();
setInterval(tick, TICK);

// Keeps a page up with its table: a socket ([data-socket]) says the present version; [data-live] that is
// behind (data-version) fetches itself. data-title: the page's; data-spread: most ms to wait.
const SILENCE = 50_000;
const on = (type, then) => document.addEventListener(type, then);
const find = (selector) => document.querySelector(selector);
const parts = () => [...document.querySelectorAll("[data-live]")];
const shown = ({ dataset }) => Number(dataset.version);
const alive = () => socket?.readyState <= WebSocket.OPEN;
const root = document.documentElement.dataset;
const mark = (state) => (root.live = state);
const isOn = () => root.live === "on";
let socket, retry;
let tries = 0;
let heard = 0;
let newest = 0;
let ticks = 0;

function fetchPart(part) {
  setTimeout(() => part.isConnected && htmx.trigger(part, "carto:changed"), Math.random() * (part.dataset.spread ?? 0));
}

const look = () => parts().forEach(fetchPart);

const catchUp = () => parts().filter((part) => shown(part) < newest).forEach(fetchPart);

function connect() {
  const place = find("[data-socket]");
  clearTimeout(retry);
  if (!place || alive()) return;
  const opened = new WebSocket(location.origin.replace("http", "ws") + place.dataset.socket);
  socket = opened;
  heard = Date.now();
  opened.onmessage = ({ data }) => {
    heard = Date.now();
    tries = 0;
    mark("on");
    newest = Math.max(newest, JSON.parse(data).number);
    catchUp();
  };
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    mark("off");
    // The page may be another's now.
    if ([4401, 4404, 4410].includes(code)) look();
    if (code !== 4401 && code !== 4404) retry = setTimeout(connect, Math.min(30_000, 500 * 2 ** tries++) * (0.5 + Math.random() / 2));
  };
}

function again() {
  if (document.hidden) return;
  if (!alive()) connect();
  if (isOn()) return;
  if (socket?.readyState === WebSocket.OPEN) mark("on");
  look();
}

function tick() {
  if (alive() && Date.now() - heard > SILENCE) {
    socket.close();
    socket.onclose({});
  }
  // Every 5 seconds, or every 30 where there is no socket to be had.
  if (!isOn() && !document.hidden && (find("[data-socket]") || ++ticks % 6 === 0)) look();
}

function tell() {
  document.title = find("[data-live][data-title]")?.dataset.title ?? document.title;
}

on("htmx:beforeSwap", ({ detail }) => {
  const { xhr, target } = detail;
  const version = Number(xhr.getResponseHeader("X-Game-Version"));
  // Refusals carry the present page, a 400 not always: they are shown like any answer.
  if ([409, 422].includes(xhr.status) || (xhr.status === 400 && version)) Object.assign(detail, { shouldSwap: true, isError: false });
  const part = target.closest("[data-version]") ?? target.querySelector("[data-version]");
  if (version && part && version < shown(part)) detail.shouldSwap = false;
});

on("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
  // No longer theirs to see: let the server say so.
  if (elt.matches("[data-live]") && [401, 404].includes(xhr.status)) location.reload();
  else if (elt.closest("[data-live]")) setTimeout(catchUp, 1_000);
});

on("htmx:afterSettle", tell);
on("visibilitychange", again);
addEventListener("online", again);
addEventListener("offline", () => mark("off"));
mark("");
tell();
connect();
setInterval(tick, 5_000);

// Keeps a page up with its table. A socket says which version is the present one; what is behind fetches itself by htmx.
// [data-socket]  where to listen; one a page
// [data-live]    fetches itself on `carto:changed`; data-version = what it shows; data-title = the page's title while it is
//                shown; data-alert = what to say aloud; data-spread = wait up to so many ms, where there are many watchers
const GONE = new Set([4401, 4404]); // not to be tried again
const SILENCE = 50_000; // two heartbeats and a half
const POLL = 5_000;
const root = document.documentElement;
let socket = null;
let retry = 0;
let tries = 0;
let heard = 0;
let newest = 0;
let said = null;

const parts = () => [...document.querySelectorAll("[data-live]")];
const shown = (part) => Number(part.dataset.version ?? 0);
const alive = () => socket !== null && socket.readyState <= WebSocket.OPEN;

function fetchPart(part) {
  const wait = Math.random() * Number(part.dataset.spread ?? 0);
  setTimeout(() => part.isConnected && htmx.trigger(part, "carto:changed"), wait);
}

function catchUp() {
  for (const part of parts()) if (part.dataset.version && shown(part) < newest) fetchPart(part);
}

function mark(state) {
  root.dataset.live = state;
}

function connect() {
  const place = document.querySelector("[data-socket]");
  clearTimeout(retry);
  if (!place || alive()) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = new WebSocket(`${scheme}//${location.host}${place.dataset.socket}`);
  socket = opened;
  heard = Date.now();
  opened.onmessage = (event) => {
    heard = Date.now();
    tries = 0;
    mark("on");
    newest = Math.max(newest, Number(JSON.parse(event.data).number));
    catchUp();
  };
  opened.onclose = (event) => {
    if (socket !== opened) return;
    socket = null;
    mark("off");
    if (GONE.has(event.code)) parts().forEach(fetchPart);
    else retry = setTimeout(connect, Math.min(30_000, 500 * 2 ** tries++) * (0.5 + Math.random() / 2));
  };
}

const hidden = () => document.visibilityState === "hidden";

// What was missed meanwhile is fetched at once, if the socket stayed open or not.
function again() {
  if (hidden()) return;
  if (!alive()) connect();
  if (root.dataset.live === "on") return;
  if (socket?.readyState === WebSocket.OPEN) mark("on");
  parts().forEach(fetchPart);
}

function tick() {
  if (!document.querySelector("[data-socket]")) return;
  if (alive() && Date.now() - heard > SILENCE) {
    const silent = socket;
    silent.onclose({ code: 1006 });
    silent.close();
  }
  if (root.dataset.live !== "on" && !hidden()) parts().forEach(fetchPart);
}

function tell() {
  const titled = document.querySelector("[data-live][data-title]");
  if (titled) document.title = titled.dataset.title;
  const words = document.querySelector("[data-live][data-alert]")?.dataset.alert ?? "";
  const place = document.getElementById("alert");
  if (place && said !== null && words !== said) place.textContent = words;
  said = words;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, target } = event.detail;
  const version = Number(xhr.getResponseHeader("X-Game-Version") ?? 0);
  // Refusals carry the present page: they are shown like any answer. A 400 may come from before any table was read.
  const refused = xhr.status === 409 || xhr.status === 422 || (xhr.status === 400 && version > 0);
  if (refused) Object.assign(event.detail, { shouldSwap: true, isError: false });
  const part = target.closest("[data-version]");
  if (version && part && version < shown(part)) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  // The page is no longer this visitor's to see: let the server say so.
  if (elt.matches("[data-live]") && (xhr.status === 404 || xhr.status === 401)) location.reload();
  else if (elt.closest("[data-live]")) setTimeout(catchUp, 1_000);
});

document.addEventListener("htmx:afterSettle", tell);
document.addEventListener("visibilitychange", again);
window.addEventListener("online", again);
window.addEventListener("offline", () => mark("off"));
mark("off");
tell();
connect();
setInterval(tick, POLL);

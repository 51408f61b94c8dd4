// Explanations of figures. Highlights the spaces of a hovered or focused element (IDs in data-spaces) and shows the
// explanation in #why, loaded from a link with data-why. Near buttons, in an element with data-taps, it opens only when
// tapped. A tap pins it until it is closed with Escape, its button, or a tap in an element with data-closes. An element
// with data-lights highlights its own spaces while nothing is hovered.

import { bringsDesk, byId, on } from "./page.js";

const POINTED = 250; // ms of hovering before a figure is explained
const LEFT = 700; // ms after leaving before the explanation closes

const why = byId("why");
let from = why; // link being explained, or `why` itself if there is none
let asked = ""; // its URL
let kept = false; // pinned by a tap
let focuses = false; // move the focus into the explanation once it has loaded
let timer = 0;
let mouseAt = "0,0"; // mouse position on the screen

function light(element) {
  const place = element.closest("[data-spaces]") ?? from.closest("[data-spaces]") ?? document.querySelector("[data-lights]");
  const lit = (place?.dataset.spaces?.split(" ") ?? []).map((name) => byId(name)?.parentElement);
  for (const space of document.querySelectorAll("td.lit")) space.classList.toggle("lit", lit.includes(space));
  for (const space of lit) space?.classList.add("lit");
}


// Explanation

// A tap is an explicit request, so a failure is shown (failed.js).
function open({ href }, tap) {
  asked = href;
  focuses = tap || why.contains(document.activeElement);
  htmx.ajax("GET", href, { source: why, event: tap }).catch(() => {});
}

function show() {
  if (!asked) return; // closed in the meantime
  why.togglePopover(true);
  why.classList.toggle("kept", kept);
  if (from.href === asked) beside(from.getBoundingClientRect());
  if (focuses) why.focus();
}

// Below the figure, or above it if there is more room.
function beside({ left, top, bottom }) {
  const start = Math.min(left, document.body.clientWidth - why.offsetWidth - 16);
  const block = top > innerHeight / 2 ? `auto auto ${innerHeight - top}px` : `${bottom}px auto auto`;
  why.style.inset = `${block} ${start}px`;
}

function close() {
  asked = "";
  kept = false;
  if (why.contains(document.activeElement)) from.focus();
  clearTimeout(timer);
  why.togglePopover(false);
  from = why;
  light(why);
}


// Hover, focus and taps

function point({ type, target, screenX, screenY }) {
  // A layout shift under a resting mouse is not a hover.
  if (type === "mouseover") {
    const before = mouseAt;
    mouseAt = `${screenX},${screenY}`;
    if (mouseAt === before) return;
  }
  const link = target.closest("[data-why]:not([data-taps] *)");
  light(target);
  clearTimeout(timer);
  if (kept || why.contains(target) || link?.href === asked) return;
  from = link ?? from;
  timer = setTimeout(link ? open : close, link ? POINTED : LEFT, link);
}

function tap(event) {
  const link = event.target.closest("[data-why]");
  if (!link) return event.target.closest("[data-taps], [data-closes]") && close();
  if (event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const inside = why.contains(link);
  if (link.href === asked && (kept || inside)) return close();
  if (!inside) from = link;
  kept = true;
  open(link, event);
}

// The figure or its explanation may have changed. Close an explanation that was only hovered.
function follow({ detail: { fresh } }) {
  const isNew = !from.isConnected;
  if (!isNew && !(kept && bringsDesk(fresh))) return;
  if (isNew) from = document.querySelector(`#table [href="${from.getAttribute("href")}"]`) ?? document.querySelector("[data-stands-in]") ?? why;
  kept ? open({ href: asked }) : close();
}

// Without popover support, the links lead to separate pages.
why.hidden = !("popover" in why);
if (!why.hidden) {
  why.addEventListener("htmx:afterSwap", show);
  for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) why.addEventListener(failure, close);
  on("carto:swapped", follow);
  on("mouseover", point);
  on("focusin", point);
  on("keydown", ({ key }) => key === "Escape" && close());
  on("click", tap);
  on("carto:close", close);
}

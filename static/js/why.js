// Lights the spaces of what is pointed at, by their ids in data-spaces, and shows in #why what explains it, from the
// address of a link with data-why; amid buttons, in what has data-taps, only where it is tapped. A tap keeps it until it
// is closed, by Escape, by its button, or by a tap in what has data-closes. What has data-lights lights its own where nothing is pointed at.

import { bringsDesk, byId, on } from "./page.js";

const POINTED = 250; // ms at a figure before it is explained
const LEFT = 700; // ms away from it before that goes

const why = byId("why");
let from = why; // the link that is explained, `why` itself for none
let asked = ""; // its address
let kept = false; // by a tap
let focuses = false; // once it is there
let timer = 0;
let mouseAt = "0,0"; // on the screen

function light(element) {
  const place = element.closest("[data-spaces]") ?? from.closest("[data-spaces]") ?? document.querySelector("[data-lights]");
  const lit = (place?.dataset.spaces?.split(" ") ?? []).map((name) => byId(name)?.parentElement);
  for (const space of document.querySelectorAll("td.lit")) space.classList.toggle("lit", lit.includes(space));
  for (const space of lit) space?.classList.add("lit");
}


// The explanation

// Who taps wants to know, and is told where nothing comes (failed.js).
function open({ href }, tap) {
  asked = href;
  focuses = tap || why.contains(document.activeElement);
  htmx.ajax("GET", href, { source: why, event: tap }).catch(() => {});
}

function show() {
  if (!asked) return; // closed meanwhile
  why.togglePopover(true);
  why.classList.toggle("kept", kept);
  if (from.href === asked) beside(from.getBoundingClientRect());
  if (focuses) why.focus();
}

// Below the figure, or above where there is more room.
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


// Pointing, by mouse or focus, and tapping

function point({ type, target, screenX, screenY }) {
  // A layout that moves under a mouse at rest points at nothing.
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

// The figure may be new, or what is explained of it; what was only pointed at is gone.
function follow({ detail: { fresh } }) {
  const isNew = !from.isConnected;
  if (!isNew && !(kept && bringsDesk(fresh))) return;
  if (isNew) from = document.querySelector(`#table [href="${from.getAttribute("href")}"]`) ?? document.querySelector("[data-stands-in]") ?? why;
  kept ? open({ href: asked }) : close();
}

// In a browser that knows no popovers the links lead to pages of their own.
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

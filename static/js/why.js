// Lights the spaces of what is pointed at, by their ids in data-spaces, and shows in #why what explains it, from the
// address of a link with data-why; amid buttons, in what has data-taps, only where it is tapped. A tap keeps it until it
// is closed, by Escape, by its button, or by a tap in what has data-closes. What has data-lights lights its own where nothing is pointed at.

import { bringsDesk, byId, on } from "./page.js";
import { begin, done } from "./settled.js";

const POINTED = 250; // ms at a figure before it is explained
const LEFT = 700; // ms away from it before that goes

const why = byId("why");
let from = why; // the link that is explained, `why` itself for none
let asked; // its address
let kept = false; // by a tap
let timer = 0;
let mouseAt = "0,0"; // on the screen

function light(element) {
  const place = element.closest("[data-spaces]") ?? from.closest("[data-spaces]") ?? document.querySelector("[data-lights]");
  const lit = (place?.dataset.spaces?.split(" ") ?? []).map((name) => byId(name)?.parentElement);
  for (const space of document.querySelectorAll("td.lit")) space.classList.toggle("lit", lit.includes(space));
  for (const space of lit) space?.classList.add("lit");
}


// The explanation

// `again` where it is open already and the table has changed below it.
async function open(link, again) {
  const { href } = link;
  asked = href;
  const asking = begin();
  const answer = await fetch(href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const words = await answer?.text().catch(() => "");
  done(asking);
  if (asked !== href) return;
  if (answer?.ok) return show(link, words, again);
  // Who tapped wants to know; the page of the address says why.
  if (kept && !again) answer ? location.assign(href) : dispatchEvent(new Event("carto:unsent"));
  close();
}

function show(link, words, again) {
  const inside = why.contains(document.activeElement);
  why.innerHTML = words;
  why.togglePopover(true);
  if (from === link) beside(link.getBoundingClientRect());
  why.classList.toggle("kept", kept);
  if (again ? inside : kept) why.focus();
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
  open(link);
}

// The figure may be new, or what is explained of it; what was only pointed at is gone.
function follow({ detail: { fresh } }) {
  const isNew = !from.isConnected;
  if (!isNew && !(kept && bringsDesk(fresh))) return;
  if (isNew) from = document.querySelector(`#table [href="${from.getAttribute("href")}"]`) ?? byId("desk-title");
  kept ? open({ href: asked }, true) : close();
}

on("carto:swapped", follow);
on("mouseover", point);
on("focusin", point);
on("keydown", ({ key }) => key === "Escape" && close());
on("click", tap);
on("carto:close", close);

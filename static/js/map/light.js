// Lights and explains what is pointed at, in #pending, amid buttons, what is tapped; a tap keeps that.
import { begin, done } from "../settled.js";
import { byId, on } from "./page.js";

const why = byId("why");
let from = why;
let kept = false, asked, timer;
let at = "0,0"; // where the mouse was

function light(it) {
  const place = it.closest("[data-spaces]") ?? from.closest("[data-spaces]");
  const names = place?.dataset.spaces.split(" ") ?? [];
  for (const one of document.querySelectorAll("#map [id]")) one.parentElement.classList.toggle("lit", names.includes(one.id));
}

async function open(link, again) {
  const { href } = link;
  asked = href;
  const asking = begin();
  const answer = await fetch(href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const words = await answer?.text().catch(() => "");
  done(asking);
  if (asked !== href) return;
  if (!answer?.ok) {
    if (kept && !again) answer ? location.assign(href) : dispatchEvent(new Event("carto:unsent"));
    return close();
  }
  const inside = why.contains(document.activeElement);
  why.innerHTML = words;
  why.togglePopover(true);
  if (from === link) beside(link.getBoundingClientRect());
  why.classList.toggle("kept", kept);
  if (again ? inside : kept) why.focus();
}

function beside({ left, top, bottom }) {
  const start = Math.min(left, document.body.clientWidth - why.offsetWidth - 16);
  why.style.inset = (top > innerHeight / 2 ? `auto auto ${innerHeight - top}px ` : `${bottom}px auto auto `) + `${start}px`;
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

function rest({ type, target, screenX, screenY }) {
  // A layout that moves under a mouse at rest points at nothing.
  if (type === "mouseover") {
    const before = at;
    at = `${screenX},${screenY}`;
    if (at === before) return;
  }
  const link = target.closest("[data-why]:not(#pending *)");
  light(target);
  clearTimeout(timer);
  if (kept || why.contains(target) || link?.href === asked) return;
  from = link ?? from;
  timer = setTimeout(link ? open : close, link ? 250 : 700, link);
}

on("htmx:afterSettle", () => {
  if (from.isConnected) return;
  from = document.querySelector(`#table [href="${from.getAttribute("href")}"]`) ?? byId("desk-title");
  kept ? open({ href: asked }, true) : close();
});
on("mouseover", rest);
on("focusin", rest);
on("keydown", ({ key }) => key === "Escape" && close());
on("click", (event) => {
  const link = event.target.closest("[data-why]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const inside = why.contains(link);
  if (link.href === asked && (kept || inside)) return close();
  if (!inside) from = link;
  kept = true;
  open(link);
});

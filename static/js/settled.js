// Says when a page is at rest, for whoever uses it by script: <html data-settled> while nothing is on its way to it.
const root = document.documentElement;
const under = new Set();
const soon = () => requestAnimationFrame(tell);

function tell() {
  const swapping = document.querySelector(".htmx-swapping, .htmx-settling");
  root.toggleAttribute("data-settled", !under.size && !swapping);
  if (swapping) soon();
}

export function begin(what = {}) {
  under.add(what);
  tell();
  return what;
}

export function done(what) {
  under.delete(what);
  soon();
}

addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => begin(xhr).addEventListener("loadend", () => done(xhr)));
if (document.readyState === "complete") soon();
else addEventListener("load", soon);

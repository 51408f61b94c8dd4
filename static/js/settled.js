// Says when a page is at rest, for whoever uses it by script: <html data-settled> while nothing is on its way to it.

const root = document.documentElement;
const underWay = new Set(); // requests, and whatever else has begun

const tellSoon = () => requestAnimationFrame(tell);

function tell() {
  const swapping = document.querySelector(".htmx-swapping, .htmx-settling");
  root.toggleAttribute("data-settled", !underWay.size && !swapping);
  if (swapping) tellSoon();
}

// Returns what has begun, to be given to `done`.
export function begin(work = {}) {
  underWay.add(work);
  tell();
  return work;
}

export function done(work) {
  underWay.delete(work);
  tellSoon();
}

addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => begin(xhr).addEventListener("loadend", () => done(xhr)));
if (document.readyState === "complete") tellSoon();
else addEventListener("load", tellSoon);

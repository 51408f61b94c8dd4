// Marks a page as idle for browser tests and other scripts: <html data-settled> is set while no request is pending.

const root = document.documentElement;
const underWay = new Set(); // requests and other pending work

const tellSoon = () => requestAnimationFrame(tell);

function tell() {
  const swapping = document.querySelector(".htmx-swapping, .htmx-settling");
  root.toggleAttribute("data-settled", !underWay.size && !swapping);
  if (swapping) tellSoon();
}

// Returns the pending work, to be passed to `done`.
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

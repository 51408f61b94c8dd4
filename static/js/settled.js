// Marks a page as idle for browser tests and other scripts: <html data-settled> is set while no request is pending.
// A request that a newer one replaces is no error for htmx to log.

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

// Before htmx logs the error of an event, it passes the event to its logger. Real failures have events of their own.
htmx.logger = (_element, type, detail) => {
  if (type === "htmx:sendAbort" || type === "htmx:afterRequest") delete detail.error;
};

addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => begin(xhr).addEventListener("loadend", () => done(xhr)));
if (document.readyState === "complete") tellSoon();
else addEventListener("load", tellSoon);

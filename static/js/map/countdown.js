// The time limit of a drill: counts the seconds down. Then it sends the shape where it is, or nothing if it doesn't fit.

import { byId } from "../page.js";

const box = byId("countdown");
const form = byId("place-form");
const end = performance.now() + 1000 * Number(box.dataset.left);
const tick = setInterval(show, 100);

function show() {
  const left = Math.max(0, end - performance.now());
  box.lastElementChild.textContent = Math.ceil(left / 1000);
  if (left) return;
  clearInterval(tick);
  form.requestSubmit(form.elements.confirm.disabled ? byId("solution") : form.elements.confirm);
}

form.addEventListener("submit", () => clearInterval(tick));
show();
box.hidden = false;

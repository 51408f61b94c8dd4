// What a season brought (data-fill) comes in step by step, once, its figures counting up.
const over = () => document.getElementById("season-over");

function begin(live) {
  const fill = over()?.dataset.fill;
  const ended = document.querySelector(".ended");
  if (!fill || sessionStorage.filled === fill || (!live && ended)) return;
  sessionStorage.filled = fill;
  over().classList.add("filling", "news");
  if (live) (ended ?? over()).scrollIntoView({ block: ended ? "start" : "nearest" });
}

function count({ target, animationName }) {
  const figure = animationName === "fill-in" && target.querySelector(".ask");
  if (!figure) return;
  const text = figure.textContent;
  const begun = performance.now();
  const tick = (now) => {
    const part = over()?.matches(".filling") ? (now - begun) / 400 : 1;
    figure.textContent = part < 1 ? text.replace(/\d+/, (all) => (all * part) | 0) : text;
    if (part < 1) requestAnimationFrame(tick);
  };
  tick(begun);
}

function end({ target }) {
  if (!target.matches("#skip, .filling > :nth-last-child(2)")) return;
  over().classList.remove("filling");
  if (target.id === "skip") over().firstElementChild.focus({ preventScroll: true });
}

addEventListener("click", end);
addEventListener("animationstart", count);
addEventListener("animationend", end);
addEventListener("htmx:afterSettle", () => begin(true));
begin(false);

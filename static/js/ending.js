// What a season brought comes in step by step, its figures counting up. #season-over holds it all from the beginning;
// the class `filling` lets the style sheets bring it in.

const COUNTING = 400; // ms that a figure counts, as long as `fill-in` lasts

const box = () => document.getElementById("season-over");

// Once a season (data-fill names it), also for those who load the page anew; `live` where it ended before their eyes.
function begin(live) {
  const season = box()?.dataset.fill;
  const ended = document.querySelector(".ended");
  if (!season || sessionStorage.filled === season || (!live && ended)) return;
  sessionStorage.filled = season;
  box().classList.add("filling", "news");
  if (live) (ended ?? box()).scrollIntoView({ block: ended ? "start" : "nearest" });
}

// Lets the figure of a step count while the step comes in; all of it is there at once when the rest is skipped.
function count({ target, animationName }) {
  const figure = animationName === "fill-in" && target.querySelector(".ask");
  if (!figure) return;
  const text = figure.textContent;
  const begun = performance.now();
  const tick = (now) => {
    const part = box()?.matches(".filling") ? (now - begun) / COUNTING : 1;
    figure.textContent = part < 1 ? text.replace(/\d+/, (number) => Math.floor(number * part)) : text;
    if (part < 1) requestAnimationFrame(tick);
  };
  tick(begun);
}

// After the last step, before the button that skips them, or by that button.
function end({ target }) {
  if (!target.matches("#skip, .filling > :nth-last-child(2)")) return;
  box().classList.remove("filling");
  // The button is gone now, and would take the focus with it.
  if (target.id === "skip") box().firstElementChild.focus({ preventScroll: true });
}

addEventListener("click", end);
addEventListener("animationstart", count);
addEventListener("animationend", end);
addEventListener("htmx:afterSettle", () => begin(true));
begin(false);

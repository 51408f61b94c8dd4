// Mouse and finger put down and drag, the ghost or a shape by its button; the mouse shows and turns.
import { SIZE, minus, named, onMap, plus, same } from "./space.js";
import { ACTS, covering, covers, laid, middle, query, way } from "./ghost.js";
import { ask, byId, on, spaceUnder } from "./page.js";
import { act, change, choose, desk, ghost, hover, move, putDown } from "./desk.js";

const LIFT = 1.5; // spaces by which what a finger drags rises above it
let mouse = true;
let rightClicks = 0;
let drag = null;
let dragged = false; // the click that may follow belongs to a drag

on("pointerover", (event) => event.pointerType === "mouse" && !event.buttons && hover(spaceUnder(event)));

on("click", (event) => {
  const space = spaceUnder(event);
  const link = event.target.closest("[data-act]");
  if (!space && !link) return;
  event.preventDefault();
  if (link?.ariaDisabled || (dragged && event.detail)) return; // the keyboard's clicks have no detail
  if (!desk) return choose(space ? named(space) : "");
  if (link) return act(link.dataset.act, link.dataset.value);
  hover(null);
  putDown(space);
});

on("contextmenu", (event) => {
  const space = desk && spaceUnder(event);
  if (!space && (mouse || !event.target.closest(".choice-shape"))) return;
  event.preventDefault();
  if (!mouse) return; // a finger rests
  rightClicks += 1;
  const next = ACTS.right(ghost);
  change(rightClicks % 4 ? next : ACTS.flip(next));
});

// In spaces, and parts of them.
function placeOf({ clientX, clientY }) {
  const [from, to] = ["A1", "K11"].map((id) => byId(id).getBoundingClientRect());
  return [(clientY - from.top) / (to.bottom - from.top), (clientX - from.left) / (to.right - from.left)].map((part) => part * SIZE);
}

// What is taken, and where from its anchor: a shape by its middle, by a finger at its foot.
function taken(event, place) {
  const shape = event.target.closest(".choice-shape")?.dataset;
  if (shape) {
    const it = { ...ACTS[shape.act](ghost, shape.value), anchor: null };
    const [down, right] = middle(it);
    return { it, grip: [(mouse ? down : way(it).span[0][1]) + 0.5, right + 0.5], loose: true };
  }
  const space = spaceUnder(event);
  const mine = space && covers(ghost, space);
  if (!space || (!mouse && !mine)) return null; // the page may scroll
  const it = mine ? ghost : covering(ghost, space);
  return { it, grip: minus(mouse ? plus(space, [0.5, 0.5]) : place, it.anchor) };
}

on("pointerdown", (event) => {
  if (dragging()) return;
  if (event.button !== 2) rightClicks = 0;
  mouse = event.pointerType === "mouse";
  dragged = false;
  if (!desk || event.button || !event.isPrimary) return;
  hover(null);
  const from = placeOf(event);
  const hold = taken(event, from);
  drag = hold && { ...hold, from, desk, far: 0, was: ghost };
});

// A new desk ends it.
const dragging = () => (drag?.desk === desk ? drag : null);

function follow() {
  if (!dragging()?.event) return;
  const at = placeOf(drag.event);
  drag.event = null;
  drag.far = Math.max(drag.far, Math.hypot(...minus(at, drag.from)));
  const place = minus(at, [mouse ? 0 : Math.min(LIFT, drag.far), 0]);
  const over = !drag.loose || onMap(place.map(Math.floor));
  const it = drag.shown ? ghost : drag.it;
  const next = over ? laid(it, minus(place, drag.grip)) : drag.was;
  if (over ? same(next.anchor, it.anchor) : !drag.shown) return;
  drag.shown = over;
  dragged = true;
  move(next);
  ask(query(next));
}

function end(it) {
  if (dragged && dragging()) it.anchor ? putDown(it.anchor, it) : change(it);
  drag = null;
}

const onDrag = (type, then) => on(type, (event) => event.isPrimary && dragging() && then(event));
onDrag("pointermove", (event) => {
  event.target.setPointerCapture(event.pointerId);
  if (!drag.event) requestAnimationFrame(follow);
  drag.event = event;
});
onDrag("pointerup", () => {
  follow();
  end(ghost);
});
onDrag("pointercancel", () => end(drag.was));
on("keydown", (event) => {
  if (event.key !== "Escape" || !dragging()) return;
  event.preventDefault();
  end(drag.was);
}, true);

// Mouse and finger put down and drag: the ghost by its spaces, or a shape by its button. The mouse also shows what would
// lie under it, and turns the shape by its right button.

import { ACTS, ROW, SIZE, covering, covers, laid, middleOf, named, queryOf, wayOf } from "./ghost.js";
import { ask, byId, on } from "./page.js";
import { act, change, choose, desk, ghost, hover, move, putDown, spaceUnder } from "./desk.js";

const LIFT = 1.5; // spaces by which what a finger drags rises above it

let mouse = true; // or a finger, or a pen
let rightClicks = 0; // one after the other
let drag = null; // {ghost, grip, loose, from, desk, far, before, event, shown}
let dragged = false; // the click that may follow belongs to a drag


// Showing, putting down, turning

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
  if (!mouse) return; // a finger that rests asks for the menu too
  // Three turns, and with the fourth the other side.
  rightClicks += 1;
  const next = ACTS.right(ghost);
  change(rightClicks % 4 ? next : ACTS.flip(next));
});


// Dragging: `drag.ghost` is what is taken and `grip` where, from its middle; `loose` where it comes from its button and
// lies nowhere until it is over the map; `from` is where that began and `far` how far it has come, in spaces.

// Places on the screen are [down, right] from the corner of the map, in spaces and parts of them.

const minus = (place, other) => place.map((part, axis) => part - other[axis]);
const inside = (place) => place.every((part) => part >= 0 && part < SIZE);

const cornerOf = (space) => [Math.floor(space / ROW), (space % ROW) - 1];

// The space whose corner is nearest to a place.
function spaceAt(place) {
  const [row, column] = place.map((part) => Math.min(Math.max(Math.round(part), 0), SIZE - 1));
  return row * ROW + column + 1;
}

// Where the pointer is.
function placeOf({ clientX, clientY }) {
  const [from, to] = ["A1", "K11"].map((id) => byId(id).getBoundingClientRect());
  return [(clientY - from.top) / (to.bottom - from.top), (clientX - from.left) / (to.right - from.left)].map((part) => part * SIZE);
}

// A shape is taken by its middle, by a finger at its foot; the ghost where it was touched.
function taken(event, place) {
  const shape = event.target.closest(".choice-shape")?.dataset;
  if (shape) {
    const next = { ...ACTS[shape.act](ghost, shape.value), anchor: 0 };
    return { ghost: next, grip: [(mouse ? 0 : wayOf(next).foot) + 0.5, 0.5], loose: true };
  }
  const space = spaceUnder(event);
  const mine = space && covers(ghost, space);
  if (!space || (!mouse && !mine)) return null; // the page may scroll
  const next = mine ? ghost : covering(ghost, space);
  const touched = mouse ? cornerOf(space).map((part) => part + 0.5) : place;
  return { ghost: next, grip: minus(touched, cornerOf(middleOf(next))) };
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
  drag = hold && { ...hold, from, desk, far: 0, before: ghost };
});

// A new desk ends it.
const dragging = () => (drag?.desk === desk ? drag : null);

// Once a frame, however often the pointer tells that it moved.
function follow() {
  if (!dragging()?.event) return;
  const pointer = placeOf(drag.event);
  drag.event = null;
  drag.far = Math.max(drag.far, Math.hypot(...minus(pointer, drag.from)));
  const place = minus(pointer, [mouse ? 0 : Math.min(LIFT, drag.far), 0]);
  const over = !drag.loose || inside(place);
  const now = drag.shown ? ghost : drag.ghost;
  const next = over ? laid(now, spaceAt(minus(place, drag.grip))) : drag.before;
  if (over ? next.anchor === now.anchor : !drag.shown) return;
  drag.shown = over;
  dragged = true;
  move(next);
  ask(queryOf(next));
}

function end(last) {
  if (dragged && dragging()) last.anchor ? putDown(last.anchor, last) : change(last);
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
onDrag("pointercancel", () => end(drag.before));
on("keydown", (event) => {
  if (event.key !== "Escape" || !dragging()) return;
  event.preventDefault();
  end(drag.before);
}, true);

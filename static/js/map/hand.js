// Gestures besides placing a shape: dragging the ghost by its spaces, or a shape by its button or from the card;
// rotating the ghost with a tap or the wheel, which also turns a shape before it is placed; and, if the setting is on,
// drawing with a double tap.

import { ACTS, ROW, SIZE, covering, covers, isLegal, laid, middleOf, named, wayOf } from "./ghost.js";
import { byId, on } from "../page.js";
import { ask } from "./page.js";
import { act, change, desk, ghost, hover, move, putDown, spaceUnder } from "./desk.js";


// Rotating about a space of the ghost, with taps or the wheel

const NOTCH = 50; // px of wheel movement per rotation
const PAUSE = 250; // ms after which wheel movement is counted from 0
const TWICE = 300; // maximum ms between the taps of a double tap

let turned = {}; // last rotation: {space, middle, before, ghost}
let tappedAt = -TWICE; // time of the last tap on a space
let rolled = 0; // px of wheel movement since the last rotation
let rolledAt = 0;

// After a rotation that moved the ghost off the tapped space, that space still rotates it.
const isOwn = (space) => covers(ghost, space) || (turned.ghost === ghost && turned.space === space);
const turns = () => wayOf(ghost).right !== ghost.held; // a square looks the same from all sides

// All orientations keep the original center, so that the last rotation returns to the start. Where that is illegal, the
// shape covers the space.
function turn(space, side) {
  if (turned.ghost !== ghost || turned.space !== space) turned = { space, middle: middleOf(ghost) };
  const about = laid({ ...ghost, held: wayOf(ghost)[side] }, turned.middle);
  const over = covering(about, space);
  turned = { ...turned, before: ghost, ghost: isLegal(over) ? over : about };
  hover(null);
  putDown(space, turned.ghost);
}

// The ghost before the first of the two taps, which has rotated or placed it.
function drawn() {
  const lay = turned.ghost === ghost ? turned.before : ghost;
  if (!isLegal(lay)) return false;
  change(lay, true);
  byId("place-form").requestSubmit();
  return true;
}

// Handle a tap. Return true if it was on the ghost.
function tap(space, at) {
  const twice = at - tappedAt < TWICE && "doubleTap" in document.documentElement.dataset;
  tappedAt = at;
  if (!isOwn(space)) return false;
  if (twice && drawn()) return true;
  if (!turns()) return false;
  turn(space, "right");
  return true;
}

// Ignore the click after a drag, and clicks of another finger or a palm during a drag. Keyboard clicks have no detail.
on("click", (event) => {
  if (!event.detail || !desk) return;
  const space = spaceUnder(event);
  if (!dragging() && !dragged && !(space && tap(space, event.timeStamp))) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// The wheel rotates the ghost under the pointer or, anywhere on the map, a shape that is not placed yet. Elsewhere it
// scrolls the page, and for shapes that look the same from all sides.
function roll(event) {
  const { ctrlKey, deltaY, timeStamp } = event;
  const space = desk && spaceUnder(event);
  const rolls = dragging() ? drag.shown : space && (!ghost.anchor || isOwn(space)) && turns();
  if (ctrlKey || !deltaY || !rolls) return;
  event.preventDefault();
  rolled = deltaY + (timeStamp - rolledAt < PAUSE ? rolled : 0);
  rolledAt = timeStamp;
  if (Math.abs(rolled) < NOTCH) return;
  rolled = 0;
  const side = deltaY > 0 ? "right" : "left";
  dragging() || !ghost.anchor ? act(side) : turn(space, side);
}

document.addEventListener("wheel", roll, { passive: false });


// Dragging with one pointer, ignoring other touches: `drag.pointer` is its ID, `drag.ghost` the dragged shape and
// `grip` the grabbed point relative to its center. `loose` is set while a shape dragged from its button is not yet over
// the map, `from` is the start and `far` the distance moved, in spaces. `free` is set once the pointer has left the
// scrolling edges of the window, `due` while a frame is pending.

const LIFT = 1.5; // spaces by which a shape is shown above the finger that drags it
const EDGE = 40; // px from the top and bottom of the window in which a drag scrolls
const SPEED = 8; // px per frame

let mouse = true; // false for a finger or a pen
let drag = null; // {pointer, ghost, grip, loose, from, desk, far, before, event, shown, free, due}
let dragged = false; // the next click may belong to a drag

// Positions are [down, right] from the corner of the map, in fractional spaces.

const minus = (place, other) => place.map((part, axis) => part - other[axis]);
const inside = (place) => place.every((part) => part >= 0 && part < SIZE);

const cornerOf = (space) => [Math.floor(space / ROW), (space % ROW) - 1];

// The space with the corner nearest to a position.
function spaceAt(place) {
  const [row, column] = place.map((part) => Math.min(Math.max(Math.round(part), 0), SIZE - 1));
  return row * ROW + column + 1;
}

// Position of the pointer.
function placeOf({ clientX, clientY }) {
  const [from, to] = ["A1", "K11"].map((id) => byId(id).getBoundingClientRect());
  return [(clientY - from.top) / (to.bottom - from.top), (clientX - from.left) / (to.right - from.left)].map((part) => part * SIZE);
}

// A shape is held at its center, or at its bottom by a finger; the ghost where it was touched.
function taken(event, place) {
  const shape = event.target.closest("[draggable][data-act]")?.dataset;
  if (shape) {
    const next = { ...ACTS[shape.act](ghost, shape.value), anchor: 0 };
    return { ghost: next, grip: [(mouse ? 0 : wayOf(next).foot) + 0.5, 0.5], loose: true };
  }
  const space = spaceUnder(event);
  const mine = space && covers(ghost, space);
  if (!space || (!mouse && !mine)) return null; // let the page scroll
  const next = mine ? ghost : covering(ghost, space);
  const touched = mouse ? cornerOf(space).map((part) => part + 0.5) : place;
  return { ghost: next, grip: minus(touched, cornerOf(middleOf(next))) };
}

// A new desk ends the drag.
const dragging = () => (drag?.desk === desk ? drag : null);

// The page scrolls at an edge, but not while a shape is being lifted off a toolbar there.
function scrolls({ clientY }) {
  const side = (clientY > innerHeight - EDGE) - (clientY < EDGE);
  const before = scrollY;
  drag.free ||= !side;
  if (drag.free) scrollBy(0, side * SPEED);
  return scrollY !== before;
}

// At most once per frame, regardless of the number of pointer events, and while the page scrolls under the pointer.
function soon() {
  if (!drag.due) requestAnimationFrame(follow);
  drag.due = true;
}

function follow() {
  if (!dragging()?.due) return;
  drag.due = false;
  if (scrolls(drag.event)) soon();
  const pointer = placeOf(drag.event);
  drag.far = Math.max(drag.far, Math.hypot(...minus(pointer, drag.from)));
  const place = minus(pointer, [mouse ? 0 : Math.min(LIFT, drag.far), 0]);
  const over = !drag.loose || inside(place);
  const now = drag.shown ? ghost : drag.ghost;
  const next = over ? laid(now, spaceAt(minus(place, drag.grip))) : drag.before;
  if (over ? next.anchor === now.anchor : !drag.shown) return;
  drag.shown = over;
  dragged = true;
  move(next);
  ask();
}

function end(last) {
  if (dragged && dragging()) last.anchor ? putDown(last.anchor, last) : change(last);
  drag = null;
}


// Pointer events

export function pointerdown(event) {
  if (dragging() && drag.pointer !== event.pointerId) return;
  end(ghost); // of a drag whose pointer went up unseen
  mouse = event.pointerType === "mouse";
  dragged = false;
  if (!desk || event.button || !event.isPrimary) return;
  hover(null);
  const from = placeOf(event);
  const hold = taken(event, from);
  drag = hold && { ...hold, pointer: event.pointerId, from, desk, far: 0, before: ghost };
}

const onDrag = (then) => (event) => dragging()?.pointer === event.pointerId && then(event);

export const pointermove = onDrag((event) => {
  // Touch pointers are captured implicitly.
  if (event.pointerType !== "touch") event.target.setPointerCapture(event.pointerId);
  drag.event = event;
  soon();
});

export const pointerup = onDrag(() => {
  follow();
  end(ghost);
});

export const pointercancel = onDrag(() => end(drag.before));

on("keydown", (event) => {
  if (event.key !== "Escape" || !dragging()) return;
  event.preventDefault();
  end(drag.before);
}, true);

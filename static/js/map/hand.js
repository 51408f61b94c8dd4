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

// Ignore the click after a drag, and clicks on the map of another finger or a palm while one holds a shape. Keyboard
// clicks have no detail.
on("click", (event) => {
  if (!event.detail || !desk) return;
  const space = spaceUnder(event);
  if (!(space && current().size) && !dragged && !(space && tap(space, event.timeStamp))) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// The wheel rotates the ghost under the pointer or, anywhere on the map, a shape that is not placed yet. Elsewhere it
// scrolls the page, and for shapes that look the same from all sides.
function roll(event) {
  const { ctrlKey, deltaY, timeStamp } = event;
  const space = desk && spaceUnder(event);
  const rolls = current().size ? drag?.shown : space && (!ghost.anchor || isOwn(space)) && turns();
  if (ctrlKey || !deltaY || !rolls) return;
  event.preventDefault();
  rolled = deltaY + (timeStamp - rolledAt < PAUSE ? rolled : 0);
  rolledAt = timeStamp;
  if (Math.abs(rolled) < NOTCH) return;
  rolled = 0;
  const side = deltaY > 0 ? "right" : "left";
  drag || !ghost.anchor ? act(side) : turn(space, side);
}

document.addEventListener("wheel", roll, { passive: false });


// Dragging with one pointer. Every pointer that touches a shape holds it, so that a palm that rests first does not block
// a finger. The first that moves its shape drags it, and all others are ignored until it lets go.
//
// A hold is {pointer, mouse, ghost, grip, loose, from, far, before, event, shown, free, due}: `pointer` is the ID,
// `mouse` false for a finger or a pen, `ghost` the held shape and `grip` the grabbed point relative to its center.
// `loose` is set for a shape held by its button, which is not over the map at first, `from` is the start and `far` the
// distance moved, in spaces. `free` is set once the pointer has left the scrolling edges of the window, `due` while a
// frame is pending.

const LIFT = 1.5; // spaces by which a shape is shown above the finger that drags it
const ROLL = 0.75; // spaces that a palm may roll while a finger holds the shape too
const EDGE = 40; // px from the top and bottom of the window in which a drag scrolls
const SPEED = 8; // px per frame

const holds = new Map(); // by pointer ID
let holdsFor = null; // the desk they belong to
let drag = null; // the hold that has moved its shape
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
function taken(event, place, mouse) {
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

// A new desk ends all holds.
function current() {
  if (holdsFor !== desk) {
    holds.clear();
    drag = null;
  }
  holdsFor = desk;
  return holds;
}

// The page scrolls at an edge, but not while a shape is being lifted off a toolbar there.
function scrolls(hold) {
  const { clientY } = hold.event;
  const side = (clientY > innerHeight - EDGE) - (clientY < EDGE);
  const before = scrollY;
  hold.free ||= !side;
  if (hold.free) scrollBy(0, side * SPEED);
  return scrollY !== before;
}

// At most once per frame, regardless of the number of pointer events, and while the page scrolls under the pointer.
function soon(hold) {
  if (!hold.due) requestAnimationFrame(() => follow(hold));
  hold.due = true;
}

function follow(hold) {
  if (current().get(hold.pointer) !== hold || !hold.due) return;
  hold.due = false;
  if (scrolls(hold)) soon(hold);
  const pointer = placeOf(hold.event);
  hold.far = Math.max(hold.far, Math.hypot(...minus(pointer, hold.from)));
  const place = minus(pointer, [hold.mouse ? 0 : Math.min(LIFT, hold.far), 0]);
  const over = !hold.loose || inside(place);
  const now = hold.shown ? ghost : hold.ghost;
  const next = over ? laid(now, spaceAt(minus(place, hold.grip))) : hold.before;
  if (over ? next.anchor === now.anchor : !hold.shown) return;
  if (!hold.shown && !hold.mouse && hold.far < ROLL && hold !== [...holds.values()].at(-1)) return;
  start(hold);
  hold.shown = over;
  move(next);
  ask();
}

function start(hold) {
  holds.clear();
  holds.set(hold.pointer, hold);
  drag = hold;
  dragged = true;
}

function end(hold, last) {
  holds.delete(hold.pointer);
  if (hold !== drag) return;
  drag = null;
  last.anchor ? putDown(last.anchor, last) : change(last);
}


// Pointer events

export function pointerdown(event) {
  const { pointerId: pointer, pointerType } = event;
  const unseen = current().get(pointer); // of a pointer that went up unseen
  if (unseen) end(unseen, ghost);
  if (drag) return;
  dragged = false;
  if (!desk || event.button) return;
  hover(null);
  const mouse = pointerType === "mouse";
  const from = placeOf(event);
  const hold = taken(event, from, mouse);
  if (hold) holds.set(pointer, { ...hold, pointer, mouse, from, far: 0, before: ghost });
}

const onHold = (then) => (event) => {
  const hold = current().get(event.pointerId);
  if (hold) then(hold, event);
};

export const pointermove = onHold((hold, event) => {
  // Touch pointers are captured implicitly.
  if (hold === drag && event.pointerType !== "touch") event.target.setPointerCapture(event.pointerId);
  hold.event = event;
  soon(hold);
});

export const pointerup = onHold((hold) => {
  follow(hold);
  end(hold, ghost);
});

export const pointercancel = onHold((hold) => end(hold, hold.before));

on("keydown", (event) => {
  if (event.key !== "Escape" || !current().size) return;
  event.preventDefault();
  if (drag) end(drag, drag.before);
  holds.clear();
}, true);

// What a hand does with the shape beyond putting it down: it drags the ghost by its spaces, or a shape by its button or
// from the card; it turns the ghost by a tap on it or by the wheel over it; and, for who wants that, draws by two taps.

import { ACTS, ROW, SIZE, covering, covers, isLegal, laid, middleOf, named, wayOf } from "./ghost.js";
import { byId, on } from "../page.js";
import { ask } from "./page.js";
import { act, change, desk, ghost, hover, move, putDown, spaceUnder } from "./desk.js";


// Turning about a space of the ghost, by taps or by the wheel

const NOTCH = 50; // px of the wheel for a turn
const PAUSE = 250; // ms after which the wheel begins anew
const TWICE = 300; // ms between two taps that draw

let turned = {}; // by the last turn: {space, middle, before, ghost}
let tappedAt = -TWICE; // when a space was tapped last
let rolled = 0; // px of the wheel since the last turn
let rolledAt = 0;

// Turned off the space that is tapped, it is turned on by it nevertheless.
const isOwn = (space) => covers(ghost, space) || (turned.ghost === ghost && turned.space === space);

// Each way it is held it lies about the middle that it had at first, so that the last turn leads back, or so that it
// covers the space where only that is legal.
function turn(space, side) {
  if (turned.ghost !== ghost || turned.space !== space) turned = { space, middle: middleOf(ghost) };
  const about = laid({ ...ghost, held: wayOf(ghost)[side] }, turned.middle);
  const over = covering(about, space);
  turned = { ...turned, before: ghost, ghost: isLegal(over) ? over : about };
  hover(null);
  putDown(space, turned.ghost);
}

// What lay there before the first of the two taps, which has turned it or put it down.
function drawn() {
  const lay = turned.ghost === ghost ? turned.before : ghost;
  if (!isLegal(lay)) return false;
  change(lay, true);
  byId("place-form").requestSubmit();
  return true;
}

// Whether it was on the ghost and is dealt with.
function tap(space, at) {
  const twice = at - tappedAt < TWICE && "doubleTap" in document.documentElement.dataset;
  tappedAt = at;
  if (!isOwn(space)) return false;
  if (twice && drawn()) return true;
  if (wayOf(ghost).right === ghost.held) return false;
  turn(space, "right");
  return true;
}

// The click after a drag belongs to that, and one during it to another finger or a palm. The keyboard's clicks have no
// detail.
on("click", (event) => {
  if (!event.detail || !desk) return;
  const space = spaceUnder(event);
  if (!dragging() && !dragged && !(space && tap(space, event.timeStamp))) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// Beside the ghost the wheel scrolls the page.
function roll(event) {
  const { ctrlKey, deltaY, timeStamp } = event;
  const space = desk && spaceUnder(event);
  if (ctrlKey || !deltaY || !(dragging() ? drag.shown : space && isOwn(space))) return;
  event.preventDefault();
  rolled = deltaY + (timeStamp - rolledAt < PAUSE ? rolled : 0);
  rolledAt = timeStamp;
  if (Math.abs(rolled) < NOTCH) return;
  rolled = 0;
  const side = deltaY > 0 ? "right" : "left";
  dragging() ? act(side) : turn(space, side);
}

document.addEventListener("wheel", roll, { passive: false });


// Dragging, by one pointer, whatever else touches the screen meanwhile: `drag.pointer` is its id, `drag.ghost` is what is taken and `grip` where, from its middle; `loose` where it comes from its button and
// lies nowhere until it is over the map; `from` is where that began and `far` how far it has come, in spaces; `free`
// once it has left the edges of the window; `due` while a frame is waited for.

const LIFT = 1.5; // spaces by which what a finger drags rises above it
const EDGE = 40; // px from the top and the foot of the window within which a drag scrolls
const SPEED = 8; // px a frame

let mouse = true; // or a finger, or a pen
let drag = null; // {pointer, ghost, grip, loose, from, desk, far, before, event, shown, free, due}
let dragged = false; // the click that may follow belongs to a drag

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
  const shape = event.target.closest("[draggable][data-act]")?.dataset;
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

// A new desk ends it.
const dragging = () => (drag?.desk === desk ? drag : null);

// At an edge the page scrolls on, but not while a shape is only being lifted off a bar there.
function scrolls({ clientY }) {
  const side = (clientY > innerHeight - EDGE) - (clientY < EDGE);
  const before = scrollY;
  drag.free ||= !side;
  if (drag.free) scrollBy(0, side * SPEED);
  return scrollY !== before;
}

// Once a frame, however often the pointer tells that it moved, and as long as the page moves under it.
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


// What happens to a pointer, as the page tells it

export function pointerdown(event) {
  if (dragging()) return;
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
  // A finger holds on by itself.
  if (mouse) event.target.setPointerCapture(event.pointerId);
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

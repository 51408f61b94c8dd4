// The ghost: the shape in hand, {offer, option, terrain, held, anchor}, and its state after each action, together with
// the requested highlights, `look` (heat.js).
//
// `offer` is the offer from #desk-data; `option` and `held` are indexes into its lists. `anchor` is the space of the
// shape's first cell, 0 while it is not placed. New states are only looked up: the server has computed all of them, so
// that pages with and without scripts agree.

// Spaces are numbers, as in #desk-data: A1 is 1, B1 is 13. 0 and 12 are not spaces. Their names are as on the map, A1
// to K11.

const ROWS = "ABCDEFGHIJK";
export const SIZE = ROWS.length;
export const ROW = SIZE + 1; // offset of the space below

export const named = (space) => ROWS[Math.floor(space / ROW)] + (space % ROW);
export const spaceOf = (name) => ROWS.indexOf(name[0]) * ROW + Number(name.slice(1));


// Properties of the ghost

export const optionOf = (ghost) => ghost.offer[ghost.option];
export const wayOf = (ghost) => optionOf(ghost).orientations[ghost.held]; // orientation of the shape

// The only arithmetic. It needs no checks, because every anchor comes from a list and keeps the shape on the map.
export const spacesOf = (ghost) => (ghost.anchor ? wayOf(ghost).cells.map((step) => ghost.anchor + step) : []);
export const middleOf = (ghost) => ghost.anchor + wayOf(ghost).middle;

export const covers = (ghost, space) => spacesOf(ghost).includes(space);
export const isLegal = (ghost) => wayOf(ghost).legal.includes(ghost.anchor);


// Placement

// With its center on a space, or as close to it as the map allows.
export const laid = (ghost, middle) => ({ ...ghost, anchor: wayOf(ghost).about[middle] });

// So that it covers a space, if possible.
export const covering = (ghost, space) =>
  isLegal(ghost) && covers(ghost, space) ? ghost : { ...ghost, anchor: wayOf(ghost).covering[space] };

// Another shape or orientation with the same center.
const reshaped = (ghost, next) => (ghost.anchor ? laid(next, middleOf(ghost)) : next);
const heldAs = (ghost, held) => reshaped(ghost, { ...ghost, held });

// Next legal spot in reading order, one orientation after the other; the previous one with a step of -1. Wraps around
// at the end.
function nextFit(ghost, step = 1) {
  const places = optionOf(ghost).orientations.flatMap(({ legal }, held) => legal.map((anchor) => ({ ...ghost, held, anchor })));
  const after = ({ held, anchor }) => held - ghost.held || anchor - ghost.anchor;
  if (step < 0) places.reverse();
  return places.find((place) => after(place) * step > 0) ?? places[0];
}


// Actions of the controls (data-act, data-value): return the new ghost, or nothing if the action is impossible

const turn = (side) => (ghost) => heldAs(ghost, wayOf(ghost)[side]);

function withOption(ghost, value) {
  if (Number(value) === ghost.option) return ghost;
  const { terrains } = ghost.offer[value];
  const terrain = terrains.includes(ghost.terrain) ? ghost.terrain : terrains[0];
  return reshaped(ghost, { ...ghost, option: Number(value), terrain, held: 0 });
}

export const ACTS = {
  option: withOption,
  terrain: (ghost, terrain) => ({ ...ghost, terrain }),
  left: turn("left"),
  right: turn("right"),
  flip: turn("flip"),
  fit: nextFit,
  drop: (ghost) => ghost.anchor && { ...ghost, anchor: 0 },
  look: (ghost, goal) => ({ ...ghost, look: ghost.look === goal ? "" : goal }),
};


// Serialization for requests and the URL

export function fieldsOf(ghost) {
  const { option, terrain, anchor } = ghost;
  return { option: option + 1, terrain, held: wayOf(ghost).code, anchor: anchor ? named(anchor) : "" };
}

export const queryOf = (ghost) => `?${new URLSearchParams(fieldsOf(ghost))}`;

// The ghost: the drawing in hand, {offer, option, terrain, held, anchor}, and what it becomes by each step; with it goes
// what the map is asked for, `look` (heat.js).
//
// `offer` is what may be drawn, as #desk-data has it; `option` and `held` are places in its lists, `anchor` is the space
// where the shape's own first cell lies, 0 while it lies nowhere. What becomes of it is looked up there: the server
// has decided all of it, so that a page with and one without scripts agree.

// Spaces are numbers, as in #desk-data: A1 is 1, B1 is 13, and 12 between them is none, nor is 0; their names are as on
// the map, A1 to K11.

const ROWS = "ABCDEFGHIJK";
export const SIZE = ROWS.length;
export const ROW = SIZE + 1; // from a space to the one below

export const named = (space) => ROWS[Math.floor(space / ROW)] + (space % ROW);
export const spaceOf = (name) => ROWS.indexOf(name[0]) * ROW + Number(name.slice(1));


// What the ghost is

export const optionOf = (ghost) => ghost.offer[ghost.option];
export const wayOf = (ghost) => optionOf(ghost).orientations[ghost.held]; // how the shape is held

// The only sums: they decide nothing, as every anchor comes from a list and keeps the shape on the map.
export const spacesOf = (ghost) => (ghost.anchor ? wayOf(ghost).cells.map((step) => ghost.anchor + step) : []);
export const middleOf = (ghost) => ghost.anchor + wayOf(ghost).middle;

export const covers = (ghost, space) => spacesOf(ghost).includes(space);
export const isLegal = (ghost) => wayOf(ghost).legal.includes(ghost.anchor);


// Where it comes to lie

// With its middle on a space, or as near to it as the map allows.
export const laid = (ghost, middle) => ({ ...ghost, anchor: wayOf(ghost).about[middle] });

// So that it covers a space, where that can be.
export const covering = (ghost, space) =>
  isLegal(ghost) && covers(ghost, space) ? ghost : { ...ghost, anchor: wayOf(ghost).covering[space] };

// Another shape, or held another way, about the same middle.
const reshaped = (ghost, next) => (ghost.anchor ? laid(next, middleOf(ghost)) : next);
const heldAs = (ghost, held) => reshaped(ghost, { ...ghost, held });

// Every legal place in reading order, one way to hold the shape after the other: the next, or by a step of -1 the one
// before; from the last on to the first.
function nextFit(ghost, step = 1) {
  const places = optionOf(ghost).orientations.flatMap(({ legal }, held) => legal.map((anchor) => ({ ...ghost, held, anchor })));
  const after = ({ held, anchor }) => held - ghost.held || anchor - ghost.anchor;
  if (step < 0) places.reverse();
  return places.find((place) => after(place) * step > 0) ?? places[0];
}


// What a control makes of it (data-act, data-value): the ghost after that, nothing where it cannot be done

const turn = (side) => (ghost) => heldAs(ghost, wayOf(ghost)[side]);

// At the edge of the map it stays where it is.
const nudge = (step) => (ghost) => {
  const next = ghost.anchor && laid(ghost, middleOf(ghost) + step);
  return next.anchor && next.anchor !== ghost.anchor && next;
};

function withOption(ghost, value) {
  if (Number(value) === ghost.option) return ghost;
  const { terrains } = ghost.offer[value];
  const terrain = terrains.includes(ghost.terrain) ? ghost.terrain : terrains[0];
  return reshaped(ghost, { ...ghost, option: Number(value), terrain, held: 0 });
}

export const ACTS = {
  option: withOption,
  terrain: (ghost, terrain) => ({ ...ghost, terrain }),
  held: (ghost, value) => heldAs(ghost, Number(value)),
  left: turn("left"),
  right: turn("right"),
  flip: turn("flip"),
  fit: nextFit,
  west: nudge(-1),
  up: nudge(-ROW),
  down: nudge(ROW),
  east: nudge(1),
  drop: (ghost) => ghost.anchor && { ...ghost, anchor: 0 },
  look: (ghost, goal) => ({ ...ghost, look: ghost.look === goal ? "" : goal }),
};


// How it is sent, and stands in the address

export function fieldsOf(ghost) {
  const { option, terrain, anchor } = ghost;
  return { option: option + 1, terrain, held: wayOf(ghost).code, anchor: anchor ? named(anchor) : "" };
}

export const queryOf = (ghost) => `?${new URLSearchParams(fieldsOf(ghost))}`;

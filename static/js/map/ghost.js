// The ghost: the drawing in hand, {offer, option, terrain, held, anchor}, and what it becomes by each step.
//
// `offer` is what may be drawn, as #desk-data has it; `option` and `held` are places in its lists, `anchor` is the space
// where the shape's own [0, 0] lies, null while it lies nowhere. Whether it may be drawn there is looked up (`legal`),
// as are its turns; moved it is as in the server's `placing`, so that a page with and one without scripts agree.

// Spaces, and steps between them, are [rows down, columns right], 0-based from the north-west; their names are as on
// the map, A1 to K11

const ROWS = "ABCDEFGHIJK";
export const SIZE = ROWS.length;

// In reading order.
const ALL = [...Array(SIZE * SIZE).keys()].map((index) => [Math.floor(index / SIZE), index % SIZE]);

export const plus = (space, step) => space.map((value, axis) => value + step[axis]);
export const minus = (space, step) => space.map((value, axis) => value - step[axis]);
export const same = (space, other) => `${space}` === `${other}`;
export const onMap = (space) => space.every((value) => value >= 0 && value < SIZE);

export const named = ([row, column]) => ROWS[row] + (column + 1);
export const spaceOf = (name) => [ROWS.indexOf(name[0]), name.slice(1) - 1];

// Whether a space is one of a set. The server sends a set as a number for each row, its lowest bit the westernmost.
export const setOf = (rows) => ([row, column]) => (rows[row] >> column) & 1;


// What the ghost is

export const optionOf = (ghost) => ghost.offer[ghost.option];
export const wayOf = (ghost) => optionOf(ghost).orientations[ghost.held]; // how the shape is held

const laidAt = (cells, anchor) => (anchor ? cells.map((cell) => plus(cell, anchor)) : []);
export const spacesOf = (ghost) => laidAt(wayOf(ghost).cells, ghost.anchor);
export const attackOf = (ghost) => laidAt(wayOf(ghost).attack, ghost.anchor).filter(onMap);
export const covers = (ghost, space) => spacesOf(ghost).some((cell) => same(cell, space));

export const isLegal = (ghost) => ghost.anchor && wayOf(ghost).legal(ghost.anchor);
const isOnMap = (ghost) => spacesOf(ghost).every(onMap);

// The space in the middle of its box, from the anchor; the upper and left one of two.
export const middleOf = (ghost) => wayOf(ghost).span.map(([least, most]) => (least + most) >> 1);


// Where it comes to lie

// With its anchor as near to a place as the map allows; a place may be between spaces.
export function laid(ghost, anchor) {
  const nearest = (value, axis) => {
    const [least, most] = wayOf(ghost).span[axis];
    return Math.min(Math.max(Math.round(value), -least), SIZE - 1 - most);
  };
  return { ...ghost, anchor: anchor.map(nearest) };
}

const laidAbout = (ghost, middle) => laid(ghost, minus(middle, middleOf(ghost)));

// Another shape, or held another way, about the same middle.
const reshaped = (ghost, next) => (ghost.anchor ? laidAbout(next, plus(ghost.anchor, middleOf(ghost))) : next);
const heldAs = (ghost, held) => reshaped(ghost, { ...ghost, held });

// Every legal place in reading order, one way to hold the shape after the other: the next, or by a step of -1 the one
// before; from the last on to the first.
function nextFit(ghost, step = 1) {
  const places = optionOf(ghost).orientations.flatMap(({ legal }, held) =>
    ALL.filter(legal).map((anchor) => ({ ...ghost, held, anchor })),
  );
  const order = ({ held, anchor }) => held * 200 + (anchor ? anchor[0] * SIZE + anchor[1] : -1);
  if (step < 0) places.reverse();
  return places.find((place) => (order(place) - order(ghost)) * step > 0) ?? places[0];
}

// Put down so that it covers a space: where that is legal if it can be; near it where no way of lying there covers it.
export function covering(ghost, space) {
  if (isLegal(ghost) && covers(ghost, space)) return ghost;
  const places = wayOf(ghost).cells.map((cell) => ({ ...ghost, anchor: minus(space, cell) })).filter(isOnMap);
  return places.find(isLegal) ?? places[0] ?? laidAbout(ghost, space);
}


// What a control makes of it (data-act, data-value): the ghost after that, nothing where it cannot be done

const turn = (side) => (ghost) => heldAs(ghost, wayOf(ghost)[side]);

const nudge = (...step) => (ghost) => {
  const next = ghost.anchor && { ...ghost, anchor: plus(ghost.anchor, step) };
  return next && isOnMap(next) && next;
};

function withOption(ghost, value) {
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
  west: nudge(0, -1),
  up: nudge(-1, 0),
  down: nudge(1, 0),
  east: nudge(0, 1),
  drop: (ghost) => ghost.anchor && { ...ghost, anchor: null },
};


// How it is sent, and stands in the address

export function fieldsOf(ghost) {
  const { option, terrain, anchor } = ghost;
  return { option: option + 1, terrain, held: wayOf(ghost).code, anchor: anchor ? named(anchor) : "" };
}

export const queryOf = (ghost) => `?${new URLSearchParams(fieldsOf(ghost))}`;

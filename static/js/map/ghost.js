// The drawing in hand, {offer, option, terrain, held, anchor}; it moves as in the server's `placing`.
import { ALL, SIZE, minus, named, onMap, plus, same } from "./space.js";

export const option = (it) => it.offer[it.option];
export const way = (it) => option(it).orientations[it.held];
const at = (cells, anchor) => (anchor ? cells.map((cell) => plus(cell, anchor)) : []);
export const spacesOf = (it) => at(way(it).cells, it.anchor);
export const attackOf = (it) => at(way(it).attack, it.anchor).filter(onMap);
export const covers = (it, space) => spacesOf(it).some((one) => same(one, space));
export const isLegal = (it) => it.anchor && way(it).legal(it.anchor);
const fits = (it) => spacesOf(it).every(onMap);

export const middle = (it) => way(it).span.map(([least, most]) => (least + most) >> 1);

export function laid(it, anchor) {
  const near = (value, axis) => {
    const [least, most] = way(it).span[axis];
    return Math.min(Math.max(Math.round(value), -least), SIZE - 1 - most);
  };
  return { ...it, anchor: anchor.map(near) };
}
const laidAbout = (it, place) => laid(it, minus(place, middle(it)));
const reshaped = (it, next) => (it.anchor ? laidAbout(next, plus(it.anchor, middle(it))) : next);
const held = (it, number) => reshaped(it, { ...it, held: number });

// The next legal place in reading order, way after way; by a step of -1 the one before.
function nextFit(it, step = 1) {
  const ways = option(it).orientations;
  const places = ways.flatMap(({ legal }, held) => ALL.filter(legal).map((anchor) => ({ ...it, held, anchor })));
  const order = ({ held, anchor }) => held * 200 + (anchor ? anchor[0] * SIZE + anchor[1] : -1);
  if (step < 0) places.reverse();
  return places.find((place) => (order(place) - order(it)) * step > 0) ?? places[0];
}

// Over a space, legal if it can be; near it where it can't cover it.
export function covering(it, space) {
  if (isLegal(it) && covers(it, space)) return it;
  const places = way(it).cells.map((cell) => ({ ...it, anchor: minus(space, cell) })).filter(fits);
  return places.find(isLegal) ?? places[0] ?? laidAbout(it, space);
}

const turn = (side) => (it) => held(it, way(it)[side]);
const nudge = (...step) => (it) => {
  const next = it.anchor && { ...it, anchor: plus(it.anchor, step) };
  return next && fits(next) && next;
};

// What a control makes of it, if it can.
export const ACTS = {
  option: (it, value) => {
    const { terrains } = it.offer[value];
    return reshaped(it, { ...it, option: Number(value), terrain: terrains.includes(it.terrain) ? it.terrain : terrains[0], held: 0 });
  },
  terrain: (it, terrain) => ({ ...it, terrain }),
  held: (it, value) => held(it, Number(value)),
  left: turn("left"),
  right: turn("right"),
  flip: turn("flip"),
  fit: nextFit,
  west: nudge(0, -1),
  up: nudge(-1, 0),
  down: nudge(1, 0),
  east: nudge(0, 1),
  drop: (it) => it.anchor && { ...it, anchor: null },
};

export const fieldsOf = (it) => ({ option: it.option + 1, terrain: it.terrain, held: way(it).code, anchor: it.anchor ? named(it.anchor) : "" });
export const query = (it) => `?${new URLSearchParams(fieldsOf(it))}`;

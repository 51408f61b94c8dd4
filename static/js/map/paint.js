// Lays the ghost and its preview on the map, touching only the cells that change.

import { attackOf, covers, isLegal, named, plus, spacesOf } from "./ghost.js";
import { byId } from "./page.js";

// The outline of a piece: a class for each side of a cell that is one of its edges.
const SIDES = { gn: [-1, 0], ge: [0, 1], gs: [1, 0], gw: [0, -1] };

let painted = {}; // the classes that were laid on each space, by its name

const classesOf = (name) => byId(name).parentElement.classList;

function lay(ghost, css, empty, marks) {
  const everywhere = [css, `g-${ghost.terrain}`, ...(isLegal(ghost) ? [] : ["bad"])];
  for (const space of spacesOf(ghost)) {
    const edges = Object.keys(SIDES).filter((side) => !covers(ghost, plus(space, SIDES[side])));
    // The ghost goes before its preview.
    marks[named(space)] ??= [...everywhere, ...edges, ...(empty(space) ? [] : ["blocked"])];
  }
}

// What a hero attacks; the monsters that would be lost, those it attacks and those that come to lie under an attack; the
// empty spaces beside a monster that would come to cost a star. The words beside the map come from the server.
function aim(ghost, empty, marks) {
  const add = (spaces, css) => spaces.forEach((space) => (marks[named(space)] ??= []).push(css));
  const has = (css) => (space) => classesOf(named(space)).contains(css);
  const [spaces, attacked] = [spacesOf(ghost), attackOf(ghost)];
  add(attacked, "attack");
  if (!isLegal(ghost)) return;
  add(attacked.filter(has("t-monster")), "doomed");
  if (ghost.terrain !== "monster") return;
  add(spaces.filter(has("marked")), "doomed");
  const surviving = spaces.filter((space) => !has("marked")(space));
  const beside = surviving.flatMap((space) => Object.values(SIDES).map((side) => plus(space, side)));
  add(beside.filter((space) => empty(space) && !covers(ghost, space) && !has("cost")(space)), "harm");
}

// `empty` says whether a space is; `already` where it is the server that has painted this.
export function paint(ghost, preview, empty, already) {
  const marks = {};
  lay(ghost, "ghost", empty, marks);
  if (preview) lay(preview, "preview", empty, marks);
  aim(preview ?? ghost, empty, marks);
  for (const name of already ? [] : Object.keys({ ...painted, ...marks })) {
    const [before, now] = [painted[name] ?? [], marks[name] ?? []];
    if (`${before}` === `${now}`) continue;
    classesOf(name).remove(...before);
    classesOf(name).add(...now);
  }
  painted = marks;
}

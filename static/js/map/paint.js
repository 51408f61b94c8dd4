// Lays the ghost and its preview on the map, touching only the cells that change.
import { attackOf, covers, isLegal, spacesOf } from "./ghost.js";
import { named, plus } from "./space.js";
import { byId } from "./page.js";

const SIDES = { gn: [-1, 0], ge: [0, 1], gs: [1, 0], gw: [0, -1] };
const classesOf = (name) => byId(name).parentElement.classList;
let painted = {}; // the marks of each space by its name

function lay(it, css, empty, marks) {
  const all = [css, `g-${it.terrain}`, ...(isLegal(it) ? [] : ["bad"])];
  for (const space of spacesOf(it)) {
    const edges = Object.keys(SIDES).filter((side) => !covers(it, plus(space, SIDES[side])));
    marks[named(space)] ??= [...all, ...edges, ...(empty(space) ? [] : ["blocked"])];
  }
}

// What a hero attacks; the monsters that would be lost; the empty spaces that would come to cost.
function aim(it, empty, marks) {
  const add = (spaces, css) => spaces.forEach((space) => (marks[named(space)] ??= []).push(css));
  const has = (css) => (space) => classesOf(named(space)).contains(css);
  const [mine, attacked] = [spacesOf(it), attackOf(it)];
  add(attacked, "attack");
  if (!isLegal(it)) return;
  add(attacked.filter(has("t-monster")), "doomed");
  if (it.terrain !== "monster") return;
  add(mine.filter(has("marked")), "doomed");
  const beside = mine.filter((one) => !has("marked")(one)).flatMap((one) => Object.values(SIDES).map((side) => plus(one, side)));
  add(beside.filter((one) => empty(one) && !covers(it, one) && !has("cost")(one)), "harm");
}

// `already` where the server has painted this.
export function paint(ghost, preview, empty, already) {
  const marks = {};
  lay(ghost, "ghost", empty, marks);
  if (preview) lay(preview, "preview", empty, marks);
  aim(preview ?? ghost, empty, marks);
  for (const name of already ? [] : Object.keys({ ...painted, ...marks })) {
    const [was, now] = [painted[name] ?? [], marks[name] ?? []];
    if (`${was}` === `${now}`) continue;
    classesOf(name).remove(...was);
    classesOf(name).add(...now);
  }
  painted = marks;
}

// Lays the ghost and its preview on the map, touching only the cells that change.

import { covers, isLegal, named, spacesOf, wayOf } from "./ghost.js";
import { byId } from "./page.js";

let painted = {}; // the classes that were laid on each space, by its name

const classesOf = (name) => byId(name).parentElement.classList;

function lay(ghost, css, desk, marks) {
  const everywhere = [css, `g-${ghost.terrain}`, ...(isLegal(ghost) ? [] : ["bad"])];
  spacesOf(ghost).forEach((space, index) => {
    const blocked = desk.filled.includes(space) ? ["blocked"] : [];
    // The ghost goes before its preview.
    marks[named(space)] ??= [...everywhere, ...wayOf(ghost).edges[index], ...blocked];
  });
}

// What a hero attacks; the monsters that would be lost, those it attacks and those that come to lie under an attack; the
// empty spaces beside a monster that would come to cost a star. The words beside the map come from the server.
function aim(ghost, desk, marks) {
  const add = (spaces, css) => spaces.forEach((space) => (marks[named(space)] ??= []).push(css));
  const attacked = wayOf(ghost).attack[ghost.anchor] ?? [];
  add(attacked, "attack");
  if (!isLegal(ghost)) return;
  const { doomed, harm } = desk.effects[ghost.terrain];
  const spaces = spacesOf(ghost);
  add([...spaces, ...attacked].filter((space) => doomed.includes(space)), "doomed");
  add(spaces.flatMap((space) => harm[space] ?? []).filter((space) => !covers(ghost, space)), "harm");
}

// `already` where it is the server that has painted this.
export function paint(ghost, preview, desk, already) {
  const marks = {};
  lay(ghost, "ghost", desk, marks);
  if (preview) lay(preview, "preview", desk, marks);
  aim(preview ?? ghost, desk, marks);
  for (const name of already ? [] : Object.keys({ ...painted, ...marks })) {
    const [before, now] = [painted[name] ?? [], marks[name] ?? []];
    if (`${before}` === `${now}`) continue;
    classesOf(name).remove(...before);
    classesOf(name).add(...now);
  }
  painted = marks;
}

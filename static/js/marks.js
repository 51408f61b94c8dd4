// A click on a space of a board changes the text of its marks, from which the server draws them.

import { byId } from "./page.js";

const field = byId("id_marks");
const tools = byId("mark-tools");
const targets = byId("mark-targets");
const ARROW = "arrow";
let tail = null; // space where an arrow begins that has no end yet

// Groups of words, each of a tool and its spaces. Words are separated as in `parse_marks`.
const read = () =>
  field.value.split(/[;\n]+/).map((group) => group.split(/[\s,:→]+|->/).filter(Boolean)).filter((group) => group.length);

const kindOf = ([word]) =>
  [...tools.querySelectorAll("input")].find(({ value, dataset: { tool } }) => [value.toLowerCase(), tool].includes(word.toLowerCase()))?.dataset.tool;

const has = (spaces, space) => spaces.some((name) => name.toUpperCase() === space);

function colored(groups, { value, dataset: { tool } }, space) {
  const before = groups.find((group) => kindOf(group) === tool && has(group.slice(1), space));
  const others = groups.map((group) => {
    const kind = kindOf(group);
    return kind && kind !== ARROW ? [group[0], ...group.slice(1).filter((name) => name.toUpperCase() !== space)] : group;
  });
  if (before) return others;
  const same = others.find((group) => kindOf(group) === tool);
  if (!same) return [...others, [value, space]];
  same.push(space);
  return others;
}

function withArrow(groups, { value }, from, to) {
  let removed = false;
  const others = groups.flatMap((group) => {
    if (kindOf(group) !== ARROW) return [group];
    const [word, ...spaces] = group;
    const arrows = [];
    for (let at = 0; at < spaces.length; at += 2) {
      const arrow = spaces.slice(at, at + 2);
      if (arrow.join(" ").toUpperCase() === `${from} ${to}`) removed = true;
      else arrows.push([word, ...arrow]);
    }
    return arrows;
  });
  return removed ? others : [...others, [value, from, to]];
}

function write(groups) {
  const texts = groups.filter((group) => group.length > 1).map((group) => `${group[0]} ${group.slice(1).join(kindOf(group) === ARROW ? " " : ", ")}`);
  field.value = texts.join("; ");
  field.dispatchEvent(new Event("marked"));
}

function begin(space) {
  tail?.classList.remove("tail");
  tail = space;
  tail?.classList.add("tail");
}

targets.addEventListener("click", ({ target }) => {
  const { space } = target.dataset;
  if (!space) return;
  const tool = tools.querySelector(":checked");
  if (tool.dataset.tool !== ARROW) return write(colored(read(), tool, space));
  if (!tail || tail === target) return begin(tail ? null : target);
  const from = tail.dataset.space;
  begin(null);
  return write(withArrow(read(), tool, from, space));
});

tools.addEventListener("change", () => begin(null));
tools.hidden = false;

// Skills: their links choose the first shape of each, and only the shapes and terrains of the one in hand are shown.
// Loaded only in games with skills.

import { on } from "../page.js";
import { act, desk, ghost } from "./desk.js";
import { optionOf } from "./ghost.js";
import { enable } from "./page.js";

const all = (selector) => [...document.querySelectorAll(`.hand ${selector}`)];

// Only changes, which are observed.
const mark = (link, current) => Boolean(link.ariaCurrent) !== current && (link.ariaCurrent = current || null);

function update() {
  if (!desk) return;
  const { skill, terrains } = optionOf(ghost);
  for (const link of all(".skills a")) mark(link, link.dataset.skill === skill);
  for (const link of all(".options a")) link.hidden = desk.options[link.dataset.value].skill !== skill;
  for (const link of all(".terrains a")) enable(link, terrains.includes(link.dataset.value));
}

on("click", (event) => {
  const link = event.target.closest(".skills a");
  if (!link || !desk) return;
  event.preventDefault();
  const number = desk.options.findIndex(({ skill }) => skill === link.dataset.skill);
  if (number >= 0 && !link.ariaCurrent) act("option", number);
});

// Whatever takes another shape in hand marks its link.
new MutationObserver(update).observe(document.body, { subtree: true, attributeFilter: ["aria-current"] });
update();

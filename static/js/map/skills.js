// Skills: their links choose the first shape of each, and only the shapes and terrains of the one in hand are shown. The
// map shows the spaces that they may cover. Loaded only in games with skills.

import { on } from "../page.js";
import { act, desk, ghost, move } from "./desk.js";
import { optionOf, spaceOf } from "./ghost.js";
import { enable, spaceButtons } from "./page.js";

const all = (selector) => [...document.querySelectorAll(`#controls ${selector}`)];

// Only changes, which are observed.
const mark = (link, current) => Boolean(link.ariaCurrent) !== current && (link.ariaCurrent = current || null);

// Scroll the list, but not the page.
function reveal({ offsetLeft, offsetWidth, parentElement: list }) {
  const hidden = offsetLeft < list.scrollLeft || offsetLeft + offsetWidth > list.scrollLeft + list.clientWidth;
  if (hidden) list.scrollLeft = offsetLeft - Math.max(0, Math.min(24, list.clientWidth - offsetWidth));
}

function update() {
  if (!desk) return;
  const { skill, terrains } = optionOf(ghost);
  for (const link of all(".skills a")) {
    mark(link, link.dataset.skill === skill);
    if (link.ariaCurrent) reveal(link);
  }
  for (const link of all("[data-act=option]")) link.hidden = desk.options[link.dataset.value].skill !== skill;
  for (const link of all("[data-act=terrain]")) enable(link, terrains.includes(link.dataset.value));
  const spaces = desk.skills?.[skill];
  if (!spaces || spaces.filled === desk.filled) return;
  desk.filled = spaces.filled;
  for (const { id, parentElement } of spaceButtons()) parentElement.classList.toggle("wanted", spaces.wanted.includes(spaceOf(id)));
  move(ghost);
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

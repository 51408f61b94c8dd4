// What is typed of a note stays in this tab until the note is there, for who steps to another turn and comes back.

import { byId, on } from "./page.js";
import { keptAs } from "./kept.js";

// The turn that is shown now; the page of its notes alone, which tells what is wrong with one, lies below it.
const kept = () => keptAs("note").replace(/notes\/$/, "");
const field = () => byId("notes")?.querySelector("textarea");
const bare = (text) => text.replace(/\s+/g, "");

on("input", ({ target }) => {
  if (target !== field()) return;
  if (target.value) sessionStorage[kept()] = target.value;
  else delete sessionStorage[kept()];
});

// Where the notes come in; one that is among them has been written.
on("htmx:load", ({ target }) => {
  const typed = target.id === "notes" && sessionStorage[kept()];
  if (!typed) return;
  const written = [...target.querySelectorAll("li > div")].some(({ textContent }) => bare(textContent) === bare(typed));
  if (written) delete sessionStorage[kept()];
  else if (field()) field().value = typed;
});

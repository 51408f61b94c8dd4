// Keeps the text of an unsaved note in this tab while the user moves between turns.

import { byId, on } from "./page.js";
import { keptAs } from "./kept.js";

// Key of the turn shown. The notes page, which shows validation errors, has a URL below that of the turn.
const kept = () => keptAs("note").replace(/notes\/$/, "");
const field = () => byId("notes")?.querySelector("textarea");
const bare = (text) => text.replace(/\s+/g, "");

on("input", ({ target }) => {
  if (target !== field()) return;
  if (target.value) sessionStorage[kept()] = target.value;
  else delete sessionStorage[kept()];
});

// After the notes have loaded. A draft that is among them has been saved.
on("htmx:load", ({ target }) => {
  const typed = target.id === "notes" && sessionStorage[kept()];
  if (!typed) return;
  const written = [...target.querySelectorAll("li > div")].some(({ textContent }) => bare(textContent) === bare(typed));
  if (written) delete sessionStorage[kept()];
  else if (field()) field().value = typed;
});

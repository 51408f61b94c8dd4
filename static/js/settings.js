// Settings menu in the header: changes apply at once and are sent in the background. Without this script, every button
// reloads the page.
//
// carto:keys  opens the menu at the list of keys

import { byId, on } from "./page.js";
import { begin, done } from "./settled.js";

const root = document.documentElement;

function show({ name, value }) {
  const isOn = value === "on";
  root.toggleAttribute(`data-${name.replaceAll("_", "-")}`, isOn);
  const button = document.querySelector(`#settings [name="${name}"]`);
  Object.assign(button, { ariaPressed: isOn, value: isOn ? "off" : "on" });
}

function showTheme({ value }) {
  if (value === "auto") delete root.dataset.theme;
  else root.dataset.theme = value;
  for (const button of document.querySelectorAll(".theme")) button.ariaPressed = button.value === value;
  const bar = getComputedStyle(document.querySelector(".site-header")).backgroundColor;
  for (const meta of document.querySelectorAll("[name=theme-color]")) meta.content = bar;
}

async function hear() {
  await import("./sounds.js");
  dispatchEvent(new CustomEvent("carto:sound", { detail: "turn" }));
}

on("submit", async (event) => {
  const { target, submitter } = event;
  if (!target.matches("#settings form:not([data-reloads]), .themes")) return;
  event.preventDefault();
  const asking = begin();
  const { name, value } = submitter;
  const body = new FormData(target, submitter);
  const answer = await fetch(target.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  // The response redirects to the page.
  if (answer?.type !== "opaqueredirect") dispatchEvent(new Event("carto:unsent"));
  else if (name === "theme") showTheme({ value });
  else {
    show({ name, value });
    if (name === "sounds" && value === "on") await hear();
  }
  done(asking);
});

on("carto:keys", () => {
  const [menu, keys] = [byId("settings"), document.querySelector("#settings .keys")];
  menu?.showPopover?.();
  keys?.toggleAttribute("open", true);
  keys?.querySelector("summary").focus();
});

if ("sounds" in root.dataset) import("./sounds.js");

// Marks the page as scripted, and applies the layout that the player has chosen for this device, before the first paint:
// not a module, and not deferred.
// static/js/map/edges.js changes it.

document.documentElement.dataset.scripted = "";
try {
  for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem("layout")) ?? {})) {
    if (/^[\d.]+(fr)?$/.test(value)) document.documentElement.style.setProperty(`--${name}`, value);
  }
} catch {
  // Storage is blocked, or not ours: the usual layout.
}

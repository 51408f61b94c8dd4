// Applies the layout that the player has chosen for this device, before the first paint: not a module, and not deferred.
// static/js/map/edges.js changes it.

for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem("layout") ?? "{}"))) {
  document.documentElement.style.setProperty(`--${name}`, value);
}

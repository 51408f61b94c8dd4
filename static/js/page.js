// A page of any game's table: found, spoken, written.

export const byId = (id) => document.getElementById(id);
export const on = (type, then, capture) => document.addEventListener(type, then, capture);

// Into a live region, heard and not seen: what is said can be read where it belongs.
export function say(region, words) {
  if (!words) return;
  byId(region).querySelector(".spoken")?.remove();
  byId(region).append(Object.assign(document.createElement("p"), { className: "spoken visually-hidden", textContent: words }));
}

// The address brings back what is in hand after a reload.
export const write = (address) => history.replaceState(history.state, "", address + location.hash);

// Whether fresh parts bring what the viewer does: the strip alone comes whenever another has answered.
export const bringsDesk = (fresh) => fresh.some(({ id }) => id === "table" || id === "desk");

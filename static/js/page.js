// A page of any game's table: found, spoken, written.

export const byId = (id) => document.getElementById(id);
export const on = (type, then, capture) => document.addEventListener(type, then, capture);

// The popover that is open, none in a browser that knows no popovers.
export const openPopover = () => (CSS.supports("selector(:popover-open)") ? document.querySelector(":popover-open") : null);

// Into a live region, heard and not seen: what is said can be read where it belongs.
export function say(region, words) {
  if (!words) return;
  byId(region).querySelector(".spoken")?.remove();
  byId(region).append(Object.assign(document.createElement("p"), { className: "spoken visually-hidden", textContent: words }));
}

// The address brings back what is in hand after a reload.
export const write = (address) => history.replaceState(history.state, "", address + location.hash);

// The name of a key in small letters. Where a layout has no Latin letter or no plain digit there, as Cyrillic, Greek and
// French ones, the place of the key on a Latin keyboard counts.
export function commandKey({ key, code, shiftKey, isComposing }) {
  if (isComposing || !code || key.length !== 1 || /[a-z0-9/]/i.test(key)) return key.toLowerCase();
  const [, letter, digit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code) ?? [];
  return (letter ?? (shiftKey ? null : digit) ?? key).toLowerCase();
}

// Whether fresh parts bring what the viewer does: the strip alone comes whenever another has answered.
export const bringsDesk = (fresh) => fresh.some(({ id }) => id === "table" || id === "desk");

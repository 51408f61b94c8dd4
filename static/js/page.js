// Helpers for the pages of a table: finding elements, announcing text, updating the URL.

export const byId = (id) => document.getElementById(id);
export const on = (type, then, capture) => document.addEventListener(type, then, capture);

// The open popover, or null if there is none or the browser doesn't support popovers.
export const openPopover = () => (CSS.supports("selector(:popover-open)") ? document.querySelector(":popover-open") : null);

// Announce text in a visually hidden live region. The text is also visible where it belongs.
export function say(region, words) {
  if (!words) return;
  byId(region).querySelector(".spoken")?.remove();
  byId(region).append(Object.assign(document.createElement("p"), { className: "spoken visually-hidden", textContent: words }));
}

// The URL restores the shape in hand after a reload.
export const write = (address) => history.replaceState(history.state, "", address + location.hash);

// Lowercase name of a key. On layouts without Latin letters or unshifted digits, such as Cyrillic, Greek and French,
// the physical position on a Latin keyboard is used.
export function commandKey({ key, code, shiftKey, isComposing }) {
  if (isComposing || !code || key.length !== 1 || /[a-z0-9/]/i.test(key)) return key.toLowerCase();
  const [, letter, digit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code) ?? [];
  return (letter ?? (shiftKey ? null : digit) ?? key).toLowerCase();
}

// True if the new parts include the viewer's controls. After another player's move, only the strip is new.
export const bringsDesk = (fresh) => fresh.some(({ id }) => id === "table" || id === "desk");

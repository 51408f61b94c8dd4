// Swaps only what an answer brings. Each part of a page is an element that bears its name and a fingerprint
// (data-part="log.3f0c9a71"), what they are all in (a table, a turn) among them. A request says which the page has; what
// differs comes back, and takes the place of its namesake. As an extension of htmx, which would compare each id in them by
// itself.

const name = (part) => part.dataset.part.split(".")[0];
const listening = "[hx-get], [hx-boost]";

htmx.defineExtension("parts", {
  onEvent(type, { detail }) {
    if (type !== "htmx:configRequest") return;
    const has = [...document.querySelectorAll("[data-part]")].map((part) => part.dataset.part);
    detail.headers["X-Shown"] = has.join(" ");
  },

  // Returns what htmx is to listen to in the new parts: their forms, the strip, the links of steps.
  handleSwap(style, target, fragment, settling) {
    if (style !== "parts") return false;
    const fresh = [...fragment.children];
    for (const part of fresh) document.querySelector(`[data-part^="${name(part)}."]`)?.replaceWith(part);
    settling.elts = [document.querySelector("[data-part]")]; // all of them hears of the swap, though it may be new
    htmx.trigger(settling.elts[0], "carto:swapped", { fresh }); // before htmx gives the focus back
    return fresh.flatMap((part) => [...(part.matches(listening) ? [part] : []), ...part.querySelectorAll(`${listening}, [hx-post]`)]);
  },
});

// Swaps only what an answer brings. Each part of a table is an element that bears its name and a fingerprint
// (data-part="log.3f0c9a71"), the table itself among them. A request says which the page has; what differs comes back,
// and takes the place of its namesake. As an extension of htmx, which would compare each id in them by itself.

const name = (part) => part.dataset.part.split(".")[0];

htmx.defineExtension("parts", {
  onEvent(type, { detail }) {
    if (type !== "htmx:configRequest") return;
    const has = [...document.querySelectorAll("[data-part]")].map((part) => part.dataset.part);
    detail.headers["X-Shown"] = has.join(" ");
  },

  // Returns what htmx is to listen to in the new parts: their forms, and the strip.
  handleSwap(style, table, fragment, settling) {
    if (style !== "parts") return false;
    const fresh = [...fragment.children];
    for (const part of fresh) document.querySelector(`[data-part^="${name(part)}."]`)?.replaceWith(part);
    settling.elts = [document.getElementById("table")]; // it hears of the swap, though it may be a new one
    htmx.trigger(settling.elts[0], "carto:swapped", { fresh }); // before htmx gives the focus back
    return fresh.flatMap((part) => [...(part.matches("[hx-get]") ? [part] : []), ...part.querySelectorAll("[hx-get], [hx-post]")]);
  },
});

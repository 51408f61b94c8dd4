// htmx extension that swaps only the changed parts of a page. Each part is an element with its name and a fingerprint
// (data-part="log.3f0c9a71"), including the element that contains them all (a table, a turn). A request lists the parts
// on the page, the response contains those that differ, and each replaces the part of the same name. An extension is
// needed because htmx would compare every ID inside the parts.

const name = (part) => part.dataset.part.split(".")[0];
const listening = "[hx-get], [hx-boost]";

// What a removed part has asked for, its successor asks for itself.
function replace(old, part) {
  if (!old) return;
  for (const element of [old, ...old.querySelectorAll("[hx-get]")]) htmx.trigger(element, "htmx:abort");
  old.replaceWith(part);
}

htmx.defineExtension("parts", {
  onEvent(type, { detail }) {
    if (type !== "htmx:configRequest") return;
    const has = [...document.querySelectorAll("[data-part]")].map((part) => part.dataset.part);
    detail.headers["X-Shown"] = has.join(" ");
    const list = document.querySelector("[data-page]"); // of the seats of a large table
    if (list) detail.headers["X-Page"] = list.dataset.page;
  },

  handleSwap(style, target, fragment, settling) {
    if (style !== "parts") return false;
    const fresh = [...fragment.children];
    for (const part of fresh) replace(document.querySelector(`[data-part^="${name(part)}."]`), part);
    settling.elts = [document.querySelector("[data-part]")]; // notify the outermost part, which may be new itself
    htmx.trigger(settling.elts[0], "carto:swapped", { fresh }); // before htmx restores the focus
    // Forms, the strip and replay links. htmx processes the returned elements only after settling; a key pressed before
    // that would load a whole new page, without the focus.
    const active = fresh.flatMap((part) => [...(part.matches(listening) ? [part] : []), ...part.querySelectorAll(`${listening}, [hx-post]`)]);
    active.forEach((element) => htmx.process(element));
    return active;
  },
});

// The response to a form that another response has removed: htmx would not find the extension anymore, and replace the
// whole table with the parts.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { elt } = detail.requestConfig;
  if (elt.isConnected || elt.getAttribute("hx-swap") !== "parts") return;
  detail.shouldSwap = false;
  htmx.swap(detail.target, detail.serverResponse, { swapStyle: "parts", swapDelay: 0, settleDelay: 0 }, { contextElement: detail.target });
});

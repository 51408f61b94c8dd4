// End of a game: the stars count up before the seal is pressed, and the map is shared as a picture where the browser can.
// The page contains the final figures from the start.

import { byId, on } from "../page.js";

const COUNTING = 1200; // ms that the stars count up; afterwards the seal is pressed
const PRESSING = 300; // ms

const shareButton = () => byId("share-map");
let picture = null; // file, once loaded


// Count-up and seal

function countUp(element) {
  const stars = Number(element.textContent.replace("−", "-"));
  const begun = performance.now();
  const tick = (now) => {
    const part = Math.min(1, (now - begun) / COUNTING);
    element.textContent = String(Math.round(stars * part)).replace("-", "−");
    if (part < 1) requestAnimationFrame(tick);
  };
  tick(begun);
}

function celebrate() {
  if (matchMedia("(prefers-reduced-motion)").matches) return;
  document.querySelectorAll("#ending [data-count]").forEach(countUp);
  const pressed = [{ opacity: 0, scale: 1.8 }, { opacity: 1, scale: 1 }];
  document.querySelector(".seal")?.animate(pressed, { delay: COUNTING, duration: PRESSING, easing: "ease-in", fill: "backwards" });
}


// Sharing

// Browsers only open the share menu right after a tap, so the picture is loaded before.
async function loadPicture() {
  const { href, dataset } = shareButton();
  const empty = new File([], "map.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [empty] })) return;
  const response = await fetch(href);
  if (response.ok) picture = new File([await response.blob()], `${dataset.text}.png`, { type: "image/png" });
}

async function share(event) {
  const { text, url, done } = shareButton().dataset;
  const link = url ? { text, url } : { text };
  if (navigator.share && (picture || url)) {
    event.preventDefault();
    // The viewer may close the menu again.
    await navigator.share(picture ? { ...link, files: [picture] } : link).catch(() => {});
  } else if (navigator.clipboard && url) {
    event.preventDefault();
    await navigator.clipboard.writeText(`${text}\n${url}`);
    shareButton().lastElementChild.textContent = done;
  }
}

on("click", (event) => event.target.closest("#share-map") && share(event));
on("carto:counted", celebrate);
loadPicture().catch(() => {}); // a link is shared instead

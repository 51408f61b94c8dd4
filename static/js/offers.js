// Offers only what goes with what is chosen. Something that is chosen itself stays in sight, as it may be refused.
//
// [data-decides]      radio buttons; the one that is chosen decides
// [data-goes-with]    what goes with some of their values only, and names these; a value that nothing names hides nothing

const decides = document.querySelector("[data-decides]");
const offers = [...document.querySelectorAll("[data-goes-with]")];
const values = ({ dataset }) => dataset.goesWith.split(" ");
const named = new Set(offers.flatMap(values));

function offer() {
  const chosen = decides?.querySelector(":checked")?.value;
  for (const one of offers) {
    one.hidden = named.has(chosen) && !values(one).includes(chosen) && !one.querySelector("input:checked");
  }
}

addEventListener("change", offer);
addEventListener("pageshow", offer); // after a browser has put back what was chosen when one comes back
offer();

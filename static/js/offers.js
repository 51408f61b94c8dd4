// Shows only the options that apply to the current choice. A selected option stays visible, since the server may reject
// it.
//
// [data-decides]      radio buttons that control the options
// [data-goes-with]    values for which this option is shown; a value that no option names hides nothing

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
addEventListener("pageshow", offer); // after the browser has restored the form on back navigation
offer();

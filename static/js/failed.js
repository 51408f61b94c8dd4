// Says in the words of #failed why a command was not answered. What fetches itself keeps silent: it tries again.
const place = document.getElementById("failed");
const words = place.dataset;
const line = place.firstElementChild.content.firstElementChild;
const [text, reload, dismiss] = line.children;
const clear = () => line.remove();

const sentence = ({ status }) => words[status] ?? (status < 500 ? words.damaged : words.fault);

function show(told, stale) {
  text.textContent = told;
  reload.hidden = !stale;
  place.append(line);
}

const on = (type, then) => document.addEventListener(type, ({ detail: { elt, xhr } }) => elt.matches("form") && then(xhr));
const unsent = () => show(words.offline);
on("htmx:beforeRequest", clear);
on("htmx:responseError", (xhr) => show(sentence(xhr).replace("{n}", Math.max(2, xhr.getResponseHeader("Retry-After"))), xhr.status === 403));
on("htmx:sendError", unsent);
on("htmx:timeout", unsent);
dismiss.addEventListener("click", clear);
addEventListener("carto:unsent", unsent);

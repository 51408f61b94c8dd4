// Says why a command of the visitor's own did not reach the table, or was not answered, in the words of #failed: its
// data-<status> where there is one for that, else data-damaged, data-fault or data-offline. What fetches itself keeps
// silent, as it tries again.

const place = document.getElementById("failed");
const words = place.dataset;
const line = place.firstElementChild.content.firstElementChild;
const [text, reload, dismiss] = line.children;

const sentenceFor = (status) => words[status] ?? (status < 500 ? words.damaged : words.fault);
const clear = () => line.remove();

// `stale` where the page itself is out of date, so that only loading it anew helps.
function show(sentence, stale) {
  text.textContent = sentence;
  reload.hidden = !stale;
  place.append(line);
}

function showRefusal(xhr) {
  const seconds = Math.max(2, xhr.getResponseHeader("Retry-After"));
  show(sentenceFor(xhr.status).replace("{n}", seconds), xhr.status === 403);
}

const showUnsent = () => show(words.offline);

function onForms(type, then) {
  document.addEventListener(type, ({ detail: { elt, xhr } }) => elt.matches("form") && then(xhr));
}

onForms("htmx:beforeRequest", clear);
onForms("htmx:responseError", showRefusal);
onForms("htmx:sendError", showUnsent);
onForms("htmx:timeout", showUnsent);
dismiss.addEventListener("click", clear);
addEventListener("carto:unsent", showUnsent); // an explanation that was asked for

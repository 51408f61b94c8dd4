// Says why what the visitor has pressed did not reach the table, or was not answered, in the words of #failed: its
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
  show(sentenceFor(xhr.status).replace("{n}", seconds), [401, 403, 404].includes(xhr.status));
}

const showUnsent = () => show(words.offline);

function onPressed(type, then) {
  document.addEventListener(type, ({ detail: { requestConfig, xhr } }) => /submit|click/.test(requestConfig.triggeringEvent?.type) && then(xhr));
}

onPressed("htmx:beforeRequest", clear);
onPressed("htmx:responseError", showRefusal);
onPressed("htmx:sendError", showUnsent);
onPressed("htmx:timeout", showUnsent);
dismiss.addEventListener("click", clear);
addEventListener("carto:unsent", showUnsent); // what htmx does not send

// Shows why an action did not reach the table or got no response. The text comes from #failed: its data-<status> if
// there is one, else data-damaged, data-fault or data-offline. Automatic requests fail silently because they are
// retried.

const place = document.getElementById("failed");
const words = place.dataset;
const line = place.firstElementChild.content.firstElementChild;
const [text, reload, dismiss] = line.children;

const sentenceFor = (status) => words[status] ?? (status < 500 ? words.damaged : words.fault);
const clear = () => line.remove();

// `stale` if the page is out of date and must be reloaded.
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
addEventListener("carto:unsent", showUnsent); // requests that htmx does not send

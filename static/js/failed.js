// Says why a command of the visitor's own did not reach the table, or was not answered, in the words of #failed.
// What fetches itself keeps silent: it tries again by itself.
const place = document.getElementById("failed");
const words = place.dataset;

const own = (event) => event.detail.elt.matches("form");

function wait(xhr) {
  const seconds = Number(xhr.getResponseHeader("Retry-After"));
  return String(Math.max(2, Math.ceil(seconds) || 0));
}

function sentence(xhr) {
  switch (xhr.status) {
    case 403: return words.stale;
    case 413: return words.large;
    case 429: case 503: return words.busy.replace("{n}", wait(xhr));
    default: return xhr.status < 500 ? words.damaged : words.fault;
  }
}

function made(tag, text, more) {
  return Object.assign(document.createElement(tag), { textContent: text }, more);
}

function show(text, stale) {
  const line = made("div", "", { className: "message error cluster apart" });
  line.append(made("span", text));
  if (stale) line.append(made("a", words.reload, { href: "" }));
  line.append(made("button", words.dismiss, { type: "button", className: "button", onclick: clear }));
  place.replaceChildren(line);
}

function clear() {
  place.replaceChildren();
}

function unsent(event) {
  if (own(event)) show(words.offline, false);
}

document.addEventListener("htmx:beforeRequest", (event) => own(event) && clear());
document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  if (own(event)) show(sentence(xhr), xhr.status === 403);
});
document.addEventListener("htmx:sendError", unsent);
document.addEventListener("htmx:timeout", unsent);

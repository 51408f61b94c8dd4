// Says why a command did not reach the table, or was not answered, in the words of #failed. What fetches itself keeps
// silent: it tries again.
const place = document.getElementById("failed");
const words = place.dataset;
const clear = () => place.replaceChildren();
const made = (tag, textContent, more) => Object.assign(document.createElement(tag), { textContent }, more);

function sentence(xhr) {
  switch (xhr.status) {
    case 403: return words.stale;
    case 413: return words.large;
    case 429: case 503: return words.busy.replace("{n}", Math.max(2, Math.ceil(xhr.getResponseHeader("Retry-After"))));
    default: return xhr.status < 500 ? words.damaged : words.fault;
  }
}

function show(text, stale) {
  const line = made("div", "", { className: "message error cluster apart" });
  line.append(made("span", text));
  if (stale) line.append(made("a", words.reload, { href: "" }));
  line.append(made("button", words.dismiss, { type: "button", className: "button", onclick: clear }));
  place.replaceChildren(line);
}

// For what the visitor sends.
const on = (type, then) => document.addEventListener(type, ({ detail: { elt, xhr } }) => elt.matches("form") && then(xhr));
const unsent = () => show(words.offline);
on("htmx:beforeRequest", clear);
on("htmx:responseError", (xhr) => show(sentence(xhr), xhr.status === 403));
on("htmx:sendError", unsent);
on("htmx:timeout", unsent);

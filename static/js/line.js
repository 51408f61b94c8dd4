// The command line: emptied once it was answered; kept and selected where something was wrong.
const line = document.getElementById("line");

line.form.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful || document.getElementById("line-problem").firstChild) line.select();
  else if (line.value === detail.requestConfig.parameters.line) line.value = "";
  setTimeout(() => htmx.trigger("#strip", "carto:changed")); // it had to wait
});

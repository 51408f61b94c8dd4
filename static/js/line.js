// Command line: cleared after a successful reply, kept and selected after an error.

const line = document.getElementById("line");

line.form.addEventListener("htmx:afterRequest", ({ detail }) => {
  const problem = document.getElementById("line-problem").firstChild;
  if (!detail.successful || problem) line.select();
  // Clear only the line that was sent. The user may already be typing the next one.
  else if (line.value === detail.requestConfig.parameters.line) line.value = "";
  // Updates announced in the meantime had to wait.
  setTimeout(() => htmx.trigger("#strip", "carto:changed"));
});

// The command line: emptied once it was answered; kept and selected where something was wrong.

const line = document.getElementById("line");

line.form.addEventListener("htmx:afterRequest", ({ detail }) => {
  const problem = document.getElementById("line-problem").firstChild;
  if (!detail.successful || problem) line.select();
  // Only what was sent: the next line may have been begun meanwhile.
  else if (line.value === detail.requestConfig.parameters.line) line.value = "";
  // A change that was told meanwhile had to wait.
  setTimeout(() => htmx.trigger("#strip", "carto:changed"));
});

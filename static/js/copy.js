// Copy buttons: `data-copy` is the ID of the field to copy, `data-done` the label shown afterwards.

function showButtons() {
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = !navigator.clipboard;
}

addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard.writeText(field.value);
  button.textContent = button.dataset.done;
});

addEventListener("htmx:afterSettle", showButtons);
showButtons();

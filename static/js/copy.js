// Buttons that copy or share the text of a field: `data-copy` or `data-share` is its ID, `data-done` the label shown
// after it was copied.

function showButtons() {
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = !navigator.clipboard;
  for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = !navigator.share;
}

addEventListener("click", ({ target }) => {
  const field = document.getElementById(target.closest("[data-share]")?.dataset.share);
  // It fails when the visitor closes the list of apps.
  if (field) navigator.share({ title: document.querySelector("h1").textContent, url: field.value }).catch(() => {});
});

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

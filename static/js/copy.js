// Buttons copy the field `data-copy` names, then say `data-done`.
const show = () => {
  for (const it of document.querySelectorAll("[data-copy][hidden]")) it.hidden = !navigator.clipboard;
};

addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard.writeText(field.value);
  button.textContent = button.dataset.done;
});
addEventListener("htmx:afterSettle", show);
show();

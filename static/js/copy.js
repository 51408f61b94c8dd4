// Buttons that copy the text of a field: `data-copy` names the field, `data-done` is what the button says afterwards.
const show = () => {
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = !navigator.clipboard;
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard.writeText(field.value);
  button.textContent = button.dataset.done;
});
document.addEventListener("htmx:afterSettle", show);
show();

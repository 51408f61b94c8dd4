// Lets what a season brought (data-fill) come in step by step, once, and says data-say.
const byId = (id) => document.getElementById(id);

function begin(live) {
  const over = byId("season-over");
  const { fill, say } = over?.dataset ?? {};
  if (!fill || sessionStorage.filled === fill || (!live && byId("ending"))) return;
  sessionStorage.filled = fill;
  over.classList.add("filling");
  const line = document.createElement("p");
  Object.assign(line, { className: "visually-hidden", textContent: say });
  byId("messages").append(line);
  setTimeout(() => line.remove(), 9e3);
}

function end({ target }) {
  if (!target.matches("#skip, .filling > :nth-last-child(2)")) return;
  const over = byId("season-over");
  over.classList.remove("filling");
  if (target.id === "skip") over.firstElementChild.focus();
}

document.addEventListener("click", end);
document.addEventListener("animationend", end);
document.addEventListener("htmx:afterSettle", () => begin(true));
begin(false);

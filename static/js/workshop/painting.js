// Painter of the workshop: does in the browser what the buttons do on the server, and adds dragging. The text of the
// grid is submitted. Texts with more than their rows and the lists of brushes are left to the buttons.

let stroke = null; // {board, text, pointer, first, mark, moved} while the pointer is down: before it, the text and first space
const waiting = new Map(); // the space under each pointer that came down during a stroke that has not moved yet, by ID
let painted = false; // the click after a painted stroke is ignored

const buttonAt = (target) => target?.closest?.("[data-painting] [data-space]");
const textOf = (board) => board.querySelector("textarea");
const sizeOf = (board) => board.dataset.painting.split(",").map(Number);
const wordsOf = (board) => textOf(board).value.trim().split(/\s+/);
const rowsOf = (board) => wordsOf(board).slice(0, sizeOf(board)[0]);
// The lists of spaces below the rows: {tolls: ["C5"]}.
const fieldsOf = (board) => Object.fromEntries(wordsOf(board).slice(sizeOf(board)[0]).map((word) => {
  const [name, listed] = word.split(":");
  return [name, listed?.split(",") ?? []];
}));
const overlays = (board) => [...board.querySelectorAll("[data-field]")];
const brushOf = (board) => board.querySelector('[type="radio"]:checked');
const plain = (board) => {
  const [rows, columns] = sizeOf(board);
  const known = overlays(board).map((brush) => brush.dataset.field);
  return rowsOf(board).length === rows && rowsOf(board).every((row) => row.length === columns)
    && Object.keys(fieldsOf(board)).every((name) => known.includes(name));
};
function write(board, rows, fields) {
  const listed = Object.entries(fields).filter(([, names]) => names.length).map(([name, names]) => `${name}:${names}`);
  textOf(board).value = [...rows, ...(listed.length ? [listed.join(" ")] : [])].join("\n");
}
const isLetter = (mark) => /[a-z]/i.test(mark);
const isLower = (mark) => /[a-z]/.test(mark);

function over(mark, brush) {
  if (brush === "r") return isLetter(mark) ? mark.toLowerCase() : "r";
  return isLetter(brush) && isLower(mark) ? brush.toLowerCase() : brush;
}

function show(board, button, mark) {
  const value = mark === "r" ? "r" : mark.toUpperCase();
  const brush = board.querySelector(`[type="radio"][value="${value}"]`);
  const onRuins = isLower(mark) && mark !== "r";
  const picture = brush.parentElement.querySelector("svg").cloneNode(true);
  picture.removeAttribute("class");
  button.parentElement.className = onRuins ? `${brush.dataset.css} ruins` : brush.dataset.css;
  const fields = fieldsOf(board);
  const over = overlays(board).filter(({ dataset }) => fields[dataset.field]?.includes(button.value));
  for (const each of over) picture.append(...each.parentElement.querySelector("svg").cloneNode(true).childNodes);
  button.replaceChildren(...(picture.hasChildNodes() ? [picture] : []));
  const words = [button.dataset.space, brush.dataset.words, ...(onRuins ? [board.dataset.lower] : []), ...over.map(({ dataset }) => dataset.words)];
  button.setAttribute("aria-label", words.join(", "));
}

function markOf(board, button) {
  const [row, column] = button.dataset.at.split(",").map(Number);
  return rowsOf(board)[row][column];
}

function paint(button) {
  const board = button.closest("[data-painting]");
  const [row, column] = button.dataset.at.split(",").map(Number);
  const rows = rowsOf(board).map((line) => [...line]);
  const brush = brushOf(board);
  const fields = fieldsOf(board);
  const { field } = brush.dataset;
  if (field) {
    const others = (fields[field] ?? []).filter((name) => name !== button.value);
    stroke.adds ??= others.length === (fields[field] ?? []).length;
    fields[field] = stroke.adds ? [...others, button.value] : others;
  } else {
    rows[row][column] = over(rows[row][column], brush.value);
    if (!"r.".includes(brush.value) && fields.tolls) fields.tolls = fields.tolls.filter((name) => name !== button.value);
  }
  const before = textOf(board).value;
  write(board, rows.map((line) => line.join("")), fields);
  if (textOf(board).value !== before) show(board, button, rows[row][column]);
}

function begin(button, pointer) {
  const board = button.closest("[data-painting]");
  if (!plain(board)) return;
  stroke = { board, text: textOf(board).value, pointer, first: button, mark: markOf(board, button), moved: false };
  paint(button);
}

// The stroke was a palm that rests, and its space is not painted.
function takeOver(button, pointer) {
  const { board, text, first, mark } = stroke;
  textOf(board).value = text;
  show(board, first, mark);
  waiting.clear();
  begin(button, pointer);
}

function end() {
  waiting.clear();
  if (!stroke) return;
  const { board, text } = stroke;
  stroke = null;
  if (textOf(board).value === text) return;
  const history = board.querySelector('[name$=".history"]');
  history.value = JSON.stringify([...JSON.parse(history.value), text].slice(-30));
  textOf(board).dispatchEvent(new Event("input", { bubbles: true }));
}

// A second finger or a palm neither ends a stroke nor paints. If the first pointer rests, the stroke is the second's.
document.addEventListener("pointerdown", (event) => {
  const space = event.button === 0 && buttonAt(event.target);
  if (stroke && stroke.pointer !== event.pointerId) {
    if (space && !stroke.moved) waiting.set(event.pointerId, space);
    return;
  }
  end(); // a pointer that went up unseen
  painted = false;
  if (!space) return;
  begin(space, event.pointerId);
  painted = Boolean(stroke);
});
document.addEventListener("pointermove", (event) => {
  const from = waiting.get(event.pointerId);
  if (!from && stroke?.pointer !== event.pointerId) return;
  const button = buttonAt(document.elementFromPoint(event.clientX, event.clientY));
  if (!button || button === (from ?? stroke.first) && !stroke?.moved) return;
  if (from) takeOver(from, event.pointerId);
  if (!stroke?.board.contains(button)) return;
  stroke.moved = true;
  waiting.clear();
  paint(button);
});
for (const type of ["pointerup", "pointercancel"]) {
  document.addEventListener(type, ({ pointerId }) => {
    waiting.delete(pointerId);
    if (stroke?.pointer === pointerId) end();
  });
}

document.addEventListener("click", (event) => {
  const button = buttonAt(event.target);
  if (!button) return;
  if (stroke) return event.preventDefault();
  if (!painted) {
    begin(button);
    painted = Boolean(stroke);
    end();
  }
  if (painted) event.preventDefault();
  painted = false;
});

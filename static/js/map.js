// Moves the ghost over the map. All of it works without scripts too; what is legal is only ever read from #desk-data.
// Spaces are [row, column], 0-based from the north-west; a set of spaces is a function (row, column) -> boolean.
const SIZE = 11;
const WAIT = 120; // ms of rest before the server is asked what a drawing would change
const byId = (id) => document.getElementById(id);
const same = (one, two) => one?.[0] === two?.[0] && one?.[1] === two?.[1];
const named = ([row, column]) => "ABCDEFGHIJK"[row] + (column + 1);
const spaceOf = (name) => ["ABCDEFGHIJK".indexOf(name[0]), Number(name.slice(1)) - 1];
const onMap = (row, column) => row >= 0 && row < SIZE && column >= 0 && column < SIZE;

function setOf(digits) {
  const rows = Array.from({ length: SIZE }, (_, row) => parseInt(digits.slice(3 * row, 3 * row + 3), 16));
  return (row, column) => onMap(row, column) && ((rows[row] >> column) & 1) === 1;
}

// --- The ghost: {option, terrain, held, anchor}; as in the server's placing -----------------------------------------

let desk = null; // what the server offers; null where nothing is to be drawn
let ghost = null;

function readDesk() {
  const data = byId("desk-data");
  if (!data) return null;
  const read = JSON.parse(data.textContent);
  for (const option of read.options) for (const way of option.orientations) way.legal = setOf(way.anchors);
  return { ...read, empty: setOf(read.empty), action: byId("place-form").getAttribute("action") };
}

const option = (it) => desk.options[it.option];
const way = (it) => option(it).orientations[it.held];
const spacesAt = (cells, [row, column]) => cells.map(([down, right]) => [row + down, column + right]);
const spacesOf = (it) => (it.anchor ? spacesAt(way(it).cells, it.anchor) : []);
const attackOf = (it) => (it.anchor ? spacesAt(way(it).attack, it.anchor).filter((space) => onMap(...space)) : []);
const isLegal = (it) => it.anchor !== null && way(it).legal(...it.anchor);
const fits = (cells, anchor) => spacesAt(cells, anchor).every((space) => onMap(...space));

function held(it, number) {
  const { cells } = option(it).orientations[number];
  const from = middle(way(it).cells);
  const anchor = it.anchor && anchorAbout(cells, it.anchor[0] + from[0], it.anchor[1] + from[1]);
  return { ...it, held: number, anchor };
}

// The anchor that puts cells about a middle as nearly as the map allows.
function anchorAbout(cells, row, column) {
  const [top, left] = middle(cells);
  const columns = cells.map((cell) => cell[1]);
  const lowest = SIZE - 1 - Math.max(...cells.map((cell) => cell[0]));
  return [
    clamp(Math.round(row - top - 0.01), 0, lowest),
    clamp(Math.round(column - left - 0.01), -Math.min(...columns), SIZE - 1 - Math.max(...columns)),
  ];
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const middle = (cells) => [0, 1].map((axis) => {
  const values = cells.map((cell) => cell[axis]);
  return (Math.min(...values) + Math.max(...values)) / 2;
});

// Cells changed one by one, measured from the first again, are those of one of the orientations; what a hero attacks
// turns about its own space. A pattern that may not be turned stays as it is.
function transformed(it, change) {
  const inOrder = (list) => list.map(change).sort((one, two) => one[0] - two[0] || one[1] - two[1]);
  const looks = ({ cells, attack }) => `${cells}/${attack}`;
  const cells = inOrder(way(it).cells);
  const text = looks({ cells: cells.map((cell) => [cell[0] - cells[0][0], cell[1] - cells[0][1]]), attack: inOrder(way(it).attack) });
  const number = option(it).orientations.findIndex((entry) => looks(entry) === text);
  return number < 0 ? it : held(it, number);
}

const turnedRight = (it) => transformed(it, ([row, column]) => [column, -row]);
const turnedLeft = (it) => transformed(it, ([row, column]) => [-column, row]);
const flipped = (it) => transformed(it, ([row, column]) => [row, -column]);

function nudged(it, down, right) {
  const anchor = it.anchor && [it.anchor[0] + down, it.anchor[1] + right];
  return anchor && fits(way(it).cells, anchor) ? { ...it, anchor } : null;
}

// Every legal place in reading order, one way to hold it after the other; the one after (or before) the present place.
function nextFit(it, step = 1) {
  const places = option(it).orientations.flatMap(({ legal }, number) =>
    [...Array(SIZE * SIZE).keys()]
      .map((index) => [Math.floor(index / SIZE), index % SIZE])
      .filter((anchor) => legal(...anchor))
      .map((anchor) => ({ ...it, held: number, anchor })),
  );
  const order = (entry) => entry.held * SIZE * SIZE + (entry.anchor ? entry.anchor[0] * SIZE + entry.anchor[1] : -1);
  const beyond = step > 0 ? places.find((place) => order(place) > order(it)) : places.findLast((place) => order(place) < order(it));
  return beyond ?? places.at(step > 0 ? 0 : -1) ?? null;
}

// Put down so that it covers a space: where that is legal if it can be; near it where no way of lying there covers it.
function covering(it, [row, column]) {
  const { cells, legal } = way(it);
  const anchors = cells.map(([down, right]) => [row - down, column - right]).filter((anchor) => fits(cells, anchor));
  return { ...it, anchor: anchors.find((anchor) => legal(...anchor)) ?? anchors[0] ?? anchorAbout(cells, row, column) };
}

function withOption(it, number) {
  const { terrains } = desk.options[number];
  const terrain = terrains.includes(it.terrain) ? it.terrain : terrains[0];
  return { option: number, terrain, held: 0, anchor: null };
}

// What a control does: the next ghost, the same one where it changes nothing, null where it can't be done.
const ACTS = {
  option: (it, value) => withOption(it, Number(value)),
  terrain: (it, value) => ({ ...it, terrain: value }),
  held: (it, value) => held(it, Number(value)),
  left: turnedLeft,
  right: turnedRight,
  flip: flipped,
  fit: (it) => nextFit(it),
  west: (it) => nudged(it, 0, -1),
  up: (it) => nudged(it, -1, 0),
  down: (it) => nudged(it, 1, 0),
  east: (it) => nudged(it, 0, 1),
};
const TURNS = new Set(["left", "right", "flip"]);

function query(it) {
  const fields = new URLSearchParams({ option: it.option + 1, terrain: it.terrain, held: way(it).code });
  if (it.anchor) fields.set("anchor", named(it.anchor));
  return `?${fields}`;
}

// --- What is seen ---------------------------------------------------------------------------------------------------

let hovered = null; // the space under the pointer or the keyboard's focus, while the map has either
let stop = "F6"; // the space that takes the keyboard's focus
let tapped = null; // the space at which the ghost was put down last

const spaceButtons = () => document.querySelectorAll("#map button");
const cellOf = (space) => byId(named(space))?.parentElement;
const MARKS = /^(ghost|preview|blocked|bad|attack|doomed|g[nesw]|g-.*)$/;

function clean() {
  for (const cell of document.querySelectorAll("#map :is(.ghost, .preview, .attack, .doomed)"))
    cell.classList.remove(...[...cell.classList].filter((name) => MARKS.test(name)));
}

function lay(it, css) {
  const spaces = spacesOf(it);
  const has = (row, column) => spaces.some((space) => same(space, [row, column]));
  for (const [row, column] of spaces) {
    const cell = cellOf([row, column]);
    if (cell.classList.contains("ghost")) continue;
    const sides = { gn: !has(row - 1, column), ge: !has(row, column + 1), gs: !has(row + 1, column), gw: !has(row, column - 1) };
    const edges = Object.keys(sides).filter((side) => sides[side]);
    cell.classList.add(css, `g-${it.terrain}`, ...edges);
    cell.classList.toggle("bad", !isLegal(it));
    cell.classList.toggle("blocked", !desk.empty(row, column));
  }
}

// What a hero attacks from there, and the monsters that a drawing there would cost: those that it attacks, and its own
// on spaces that were attacked before.
function aim(it) {
  const strikes = (spaces, when) => {
    for (const space of spaces) if (cellOf(space).classList.contains(when)) cellOf(space).classList.add("doomed");
  };
  for (const space of attackOf(it)) cellOf(space).classList.add("attack");
  if (!isLegal(it)) return;
  strikes(attackOf(it), "t-monster");
  if (it.terrain === "monster") strikes(spacesOf(it), "marked");
}

function draw() {
  set(byId("map"), "role", "grid");
  byId("keys").hidden = false;
  rove(false);
  drawGhost();
  drawControls();
  fillForms();
}

function drawGhost() {
  const preview = hovered && covering(ghost, hovered);
  clean();
  lay(ghost, "ghost");
  if (preview) lay(preview, "preview");
  aim(preview ?? ghost);
}

function drawControls() {
  drawOrientations();
  for (const link of document.querySelectorAll("#controls [data-act]")) {
    const { act, value } = link.dataset;
    const next = ACTS[act](ghost, value);
    const dead = !next || (TURNS.has(act) && next.held === ghost.held);
    const chosen = act in ghost && String(ghost[act]) === value;
    set(link, "href", dead ? null : `${query(next)}#desk`);
    set(link, "role", dead ? "link" : null);
    set(link, "tabindex", dead ? 0 : null); // it may have the focus
    set(link, "aria-disabled", dead || null);
    set(link, "aria-current", chosen || null);
  }
}

function set(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

let waysOf = -1; // the option whose orientations the row shows

function drawOrientations() {
  const row = byId("orientations");
  const ways = option(ghost).orientations;
  row.hidden = ways.length === 1 && ways[0].attack.length === 0;
  if (waysOf === ghost.option) return;
  row.replaceChildren(...ways.map(orientationLink));
  waysOf = ghost.option;
}

function orientationLink({ cells, attack, label, anchors }, number) {
  const link = Object.assign(document.createElement("a"), { id: `held-${number}`, className: "button choice-shape small" });
  Object.assign(link.dataset, { act: "held", value: number });
  set(link, "aria-label", label);
  link.classList.toggle("no-fit", !/[^0]/.test(anchors));
  const table = link.appendChild(document.createElement("table"));
  table.className = "shape";
  set(table, "role", "presentation");
  set(table, "aria-hidden", true);
  picture(table, [...attack.map((cell) => [cell, "attack"]), ...cells.map((cell) => [cell, "cell"])]);
  return link;
}

function picture(table, marks) {
  const [top, left] = [0, 1].map((axis) => Math.min(...marks.map(([cell]) => cell[axis])));
  for (const [[down, right], css] of marks) {
    while (table.rows.length <= down - top) table.insertRow();
    const row = table.rows[down - top];
    while (row.cells.length <= right - left) row.insertCell();
    row.cells[right - left].className = css;
  }
}

// The forms hold what is seen, at every moment: what is confirmed is the ghost on the map and nothing else.
function fillForms() {
  const values = { option: ghost.option + 1, terrain: ghost.terrain, held: way(ghost).code, anchor: ghost.anchor ? named(ghost.anchor) : "" };
  for (const form of [byId("place-form"), byId("map-form")])
    for (const [name, value] of Object.entries(values)) {
      const field = form.querySelector(`input[name="${name}"]`);
      if (field) field.value = value;
    }
  byId("confirm").disabled = !isLegal(ghost);
}

// --- Changes --------------------------------------------------------------------------------------------------------

let timer = 0;
let asked = null;

function change(next) {
  if (!next) return;
  ghost = next;
  draw();
  keep();
  asked?.abort();
  clearTimeout(timer);
  timer = setTimeout(ask, WAIT);
}

// The address brings the drawing back after a reload, the session after a look at other pages.
function keep() {
  history.replaceState(history.state, "", query(ghost) + location.hash);
  sessionStorage.setItem("ghost", JSON.stringify([desk.action, ghost]));
}

function kept() {
  const [action, it] = JSON.parse(sessionStorage.getItem("ghost") ?? "[]");
  const usable = action === desk.action && !location.search && desk.options[it.option]?.orientations[it.held];
  return usable ? it : null;
}

// Only the words are taken over; the form stays the one in hand, so that no late answer can change what it sends.
async function ask() {
  asked?.abort();
  asked = new AbortController();
  const { action } = desk;
  const address = location.pathname + query(ghost);
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Target": "pending" }, signal: asked.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const outcome = page.getElementById("outcome");
    const form = page.getElementById("place-form");
    if (!outcome || form.getAttribute("action") !== action) htmx.trigger("#strip", "carto:changed");
    else if (desk?.action === action) show(outcome);
  } catch (error) {
    if (error.name !== "AbortError" && !(error instanceof TypeError)) throw error;
  }
}

function show(outcome) {
  byId("outcome").replaceWith(outcome);
  const lines = outcome.querySelectorAll("#doomed, .better, .worse, #problem");
  if (ghost.anchor) say("messages", [...lines].map((line) => line.textContent.trim().replace(/\s+/g, " ")).join("; "));
}

// Into one of the page's live regions, heard and not seen: what is said can be read where it belongs.
function say(id, words) {
  if (!words) return;
  const region = byId(id);
  const line = region.querySelector(".spoken") ?? region.appendChild(document.createElement("p"));
  line.className = "spoken visually-hidden";
  line.textContent = words;
}

function putDown(space) {
  tapped = named(space);
  stop = tapped;
  change(covering(ghost, space));
}

function confirmGhost() {
  const form = byId("place-form");
  if (isLegal(ghost)) form.requestSubmit();
  else say("alert", byId("problem")?.textContent);
}

// --- Pointer --------------------------------------------------------------------------------------------------------

let rightClicks = 0;
const spaceUnder = (event) => event.target.closest?.("#map button")?.id;

function hover(space) {
  if (same(space, hovered) && Boolean(space) === Boolean(hovered)) return;
  hovered = space;
  if (desk) drawGhost();
}

document.addEventListener("pointerover", (event) => {
  const id = spaceUnder(event);
  if (event.pointerType === "mouse") hover(id ? spaceOf(id) : null);
});
document.addEventListener("pointerdown", (event) => {
  if (event.button !== 2) rightClicks = 0;
});
document.addEventListener("contextmenu", (event) => {
  if (!desk || !spaceUnder(event)) return;
  event.preventDefault();
  rightClicks += 1;
  const turned = turnedRight(ghost);
  change(rightClicks % 4 === 0 ? flipped(turned) : turned);
});
document.addEventListener("click", (event) => {
  if (!desk || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const id = spaceUnder(event);
  const link = event.target.closest("#controls [data-act]");
  if (!id && !link) return;
  event.preventDefault();
  if (id) {
    hover(null);
    putDown(spaceOf(id));
  } else if (link.href) act(link.dataset.act, link.dataset.value);
});

function act(name, value) {
  if (name === "fit") tapped = null;
  change(ACTS[name](ghost, value));
}

// --- Keyboard -------------------------------------------------------------------------------------------------------

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function focusFor(event, [row, column]) {
  const step = STEPS[event.key];
  if (step) return [clamp(row + step[0], 0, SIZE - 1), clamp(column + step[1], 0, SIZE - 1)];
  if (event.key === "Home") return [event.ctrlKey ? 0 : row, 0];
  if (event.key === "End") return [event.ctrlKey ? SIZE - 1 : row, SIZE - 1];
  return null;
}

function toFit(step) {
  const next = nextFit(ghost, step);
  if (!next) return;
  tapped = stop = named(next.anchor);
  change(next);
  rove(true);
}

function enter() {
  const here = spaceOf(stop);
  const again = tapped === stop && spacesOf(ghost).some((space) => same(space, here));
  if (again) confirmGhost();
  else putDown(here);
}

function drop() {
  tapped = null;
  change({ ...ghost, anchor: null });
}

function nextTerrain() {
  const { terrains } = option(ghost);
  change({ ...ghost, terrain: terrains[(terrains.indexOf(ghost.terrain) + 1) % terrains.length] });
}

const KEYS = {
  enter,
  " ": () => putDown(spaceOf(stop)),
  escape: drop,
  r: (event) => change((event.shiftKey ? turnedLeft : turnedRight)(ghost)),
  f: () => change(flipped(ghost)),
  t: nextTerrain,
  n: (event) => toFit(event.shiftKey ? -1 : 1),
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.metaKey || event.defaultPrevented) return;
  const key = event.key.toLowerCase();
  if (key === "u" && !event.ctrlKey && event.target.closest("#desk") && !event.target.matches("input")) byId("take-back")?.click();
  if (!spaceUnder(event)) return;
  if (!desk) return toTarget(event);
  const to = focusFor(event, spaceOf(stop));
  if (!to && event.ctrlKey) return;
  if (to) {
    stop = named(to);
    rove(true);
  } else if (key in KEYS) KEYS[key](event);
  else if (/^[1-9]$/.test(key) && key <= desk.options.length) change(withOption(ghost, key - 1));
  else return;
  event.preventDefault();
});

// Where one of some spaces is to be chosen, the arrows lead to the nearest of them that way.
function toTarget(event) {
  const step = STEPS[event.key];
  if (!step) return;
  const here = spaceOf(event.target.id);
  const away = ({ id }) => {
    const [down, right] = spaceOf(id).map((value, axis) => value - here[axis]);
    const along = down * step[0] + right * step[1];
    return along > 0 ? along + 2 * Math.abs(down * step[1] + right * step[0]) : Infinity;
  };
  const nearest = [...spaceButtons()].reduce((one, two) => (away(two) < away(one) ? two : one), event.target);
  nearest.focus();
  event.preventDefault();
}

// The map is one tab stop: the space that was focused last.
function rove(focus) {
  for (const button of spaceButtons()) button.tabIndex = button.id === stop ? 0 : -1;
  if (focus) byId(stop).focus();
}

document.addEventListener("focusin", (event) => {
  const id = spaceUnder(event);
  if (!id) return;
  stop = id;
  rove(false);
  if (event.target.matches(":focus-visible")) hover(spaceOf(id));
});
document.addEventListener("focusout", (event) => {
  if (spaceUnder(event)) hover(null);
});

// --- Lighting the spaces of a sentence ------------------------------------------------------------------------------

function light(places) {
  for (const cell of document.querySelectorAll("#map .lit")) cell.classList.remove("lit");
  for (const place of places) for (const name of place.dataset.spaces.split(" ")) if (name) byId(name)?.parentElement.classList.add("lit");
}

document.addEventListener("mouseover", (event) => {
  const place = event.target.closest("[data-spaces]");
  if (place) light([place]);
  else if (event.relatedTarget?.closest?.("[data-spaces]")) light([]);
});
document.addEventListener("toggle", ({ target }) => {
  if (target.matches(".edict details")) light(target.open ? target.querySelectorAll("[data-spaces]") : []);
}, true);

// --- Coming and going of the desk -----------------------------------------------------------------------------------

let open = []; // the ids of what was unfolded before a swap
let focused = null; // the id that had the focus inside the desk before a swap
let said = null;
let turn = ""; // the turn that the ghost belongs to, by where it would be sent

// A drawing in the making outlives every swap but that of a new turn; one that was taken back is in the hand again.
function start() {
  desk = readDesk();
  if (!desk) return;
  waysOf = desk.option;
  if (desk.action !== turn || !ghost.anchor) {
    ghost = kept() ?? { option: desk.option, terrain: desk.terrain, held: desk.held, anchor: desk.anchor };
    tapped = null;
    if (turn) history.replaceState(history.state, "", (ghost.anchor ? query(ghost) : location.pathname) + location.hash);
  }
  turn = desk.action;
  draw();
  if (ghost.anchor && query(ghost) !== query(desk)) ask();
}

function unfold() {
  for (const id of open) byId(id)?.setAttribute("open", "");
}

function giveFocusBack() {
  if (focused === null || document.activeElement?.closest("#desk")) return;
  const place = byId(focused);
  place?.focus({ preventScroll: true });
  if (document.activeElement !== place || !place) byId("desk-title")?.focus({ preventScroll: true });
}

function tell() {
  const strip = byId("strip");
  if (!strip) return;
  const { say: words, mine } = strip.dataset;
  const now = { words, mine: mine !== undefined };
  if (said && said.words !== words) say(now.mine && !said.mine ? "alert" : "messages", words);
  said = now;
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "table" || !detail.target.isConnected) return;
  const shown = Number(byId("strip").dataset.version);
  if (Number(detail.xhr.getResponseHeader("X-Game-Version")) < shown) detail.shouldSwap = false;
  if (!detail.shouldSwap) return; // and leave the request as it is: aborting it would take its status away
  // Its answer would come too late, to a page that is no more.
  if (detail.elt.id !== "strip") htmx.trigger("#strip", "htmx:abort");
  open = [...document.querySelectorAll("#table details[open]")].map((details) => details.id);
  const active = document.activeElement;
  focused = active?.closest("#desk") ? active.id || "desk-title" : null;
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "table") return;
  asked?.abort();
  clearTimeout(timer);
  hovered = null;
  start();
  unfold();
  giveFocusBack();
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target.id === "table") {
    if (desk) draw(); // settling gives every element with an id the attributes that the server wrote
    unfold();
    giveFocusBack();
    focused = null;
  }
  tell();
});

start();
tell();

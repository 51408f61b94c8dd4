// The pawns of the way. After a round they walk their moves once, step by step, and a tap or Escape skips the rest. They
// are at their ends from the start: only their pictures move, and with reduced motion nothing does. The ghost shows
// where the play in the making would end.
//
// #way[data-walk-round][data-walk]  round of the moves, and its legs "seat,from,to,kind" (0: the bar, -1: the beach)

import { keptAs } from "../kept.js";
import { byId, on } from "../page.js";

const STEP = 170; // ms for a step
const PAUSE = 250; // ms between two legs
const LONGEST = 6000; // ms for a round; longer walks are faster

const still = matchMedia("(prefers-reduced-motion: reduce)");
const key = keptAs("walk");
let walking = [];

const read = ({ dataset }) => ({
  round: Number(dataset.walkRound),
  legs: dataset.walk.split(" ").filter(Boolean).map((leg) => leg.split(",")),
});

// Fields on which a leg sets foot, in order.
function feet(from, to, kind) {
  if (to < 0 || kind === "bridge") return [to];
  return Array.from({ length: to - from }, (_, step) => from + step + 1);
}

// Offset from a pawn to the field, or null if that is folded away.
function offset(pawn, field) {
  if (field < 0) return [0, 0];
  const place = field ? byId(`field-${field}`) : document.querySelector(".way-bar");
  const [at, own] = [place, pawn.parentElement].map((element) => element?.getBoundingClientRect());
  return at?.width ? [at.left + at.width / 2 - own.left - own.width / 2, at.top + at.height / 2 - own.top - own.height / 2] : null;
}

function walk(legs) {
  const tracks = new Map(); // by pawn: places with their times
  let time = 0;
  for (const [seat, from, to, kind] of legs) {
    const pawn = document.querySelector(`[data-pawn="${seat}"]`);
    if (!pawn) continue;
    const track = tracks.get(pawn) ?? tracks.set(pawn, [{ time: 0, at: offset(pawn, Number(from)) }]).get(pawn);
    track.push({ time, at: offset(pawn, Number(from)) });
    for (const field of feet(Number(from), Number(to), kind)) track.push({ time: (time += kind === "bridge" ? 2 * STEP : STEP), at: offset(pawn, field) });
    time += PAUSE;
  }
  const duration = Math.min(time, LONGEST);
  walking = [...tracks].map(([pawn, track]) => {
    const end = { time, at: [0, 0] };
    const frames = [...track, { ...track.at(-1), time: Math.min(track.at(-1).time + 1, time) }, end].filter(({ at }) => at);
    return pawn.animate(frames.map(({ time: when, at: [x, y] }) => ({ offset: when / time, transform: `translate(${x}px, ${y}px)` })), duration);
  });
}

function skip() {
  walking.forEach((animation) => animation.finish());
  walking = [];
}

// Shows the moves that this tab has not shown yet. A page that is opened shows none.
function show() {
  const way = byId("way");
  if (!way) return;
  const { round, legs } = read(way);
  const last = JSON.parse(sessionStorage.getItem(key) ?? "null");
  sessionStorage.setItem(key, JSON.stringify({ round, legs: legs.length }));
  if (!last || round < last.round || still.matches) return;
  const fresh = round === last.round ? legs.slice(last.legs) : legs;
  if (fresh.length) walk(fresh);
}

// Moves the ghost to a field, the first free slot of the beach, or the tiles nobody has seen; without a field, it goes.
export function haunt(field, beach) {
  document.querySelector("#way .ghost")?.remove();
  const free = [...document.querySelectorAll("#way .slot")].find((slot) => !slot.querySelector(".pawn"));
  const place = beach ? free : field && (byId(`field-${field}`) ?? document.querySelector(".way-stack"));
  if (place && byId("ghost")) place.append(byId("ghost").content.cloneNode(true));
}

on("pointerdown", skip);
on("keydown", (event) => {
  if (event.key !== "Escape" || !walking.some(({ playState }) => playState === "running")) return;
  skip();
  event.preventDefault(); // it does not clear the play in the making too
});
on("carto:swapped", ({ detail: { fresh } }) => fresh.some(({ id }) => id === "way" || id === "table") && show());
show();

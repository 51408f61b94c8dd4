"""Problems that keep games from being played with a definition or a set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeVar

from engine.cartographers.bounds import SKILL_COST
from engine.cartographers.cards import DeckCard, ExploreCard, ScoringCard, Season, Stack
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Definition
from engine.cartographers.sheet import Sheet
from engine.cartographers.skills import Skill
from engine.cartographers.terrain import Terrain

Entry = TypeVar("Entry", DeckCard, ScoringCard, Season, Sheet, Skill)


class ProblemCode(StrEnum):
    """Kinds of problems, with the `params` of each."""

    SEASONS = "seasons"
    SAME_ID = "same_id"
    """`item`: a card, sheet or skill."""
    SINGLES = "singles"
    POOL = "pool"
    """`stack`: one without scoring cards."""
    EDICTS = "edicts"
    EDICT_OUTSIDE = "edict_outside"
    """`id`: of an edict that isn't in the pool."""
    EDICTS_OF_STACK = "edicts_of_stack"
    """`first`, `second`: two edicts of the same stack."""
    NO_EXPLORE = "no_explore"
    SHORT_DECK = "short_deck"
    """`time`: of all explore cards; `longest`: the highest threshold."""
    NO_ROOM = "no_room"
    """`sheet`: one on which no shape fits."""
    SAME_INITIAL = "same_initial"
    """`first`, `second`: two monsters."""
    NO_AMBUSHES = "no_ambushes"
    NO_HEROES = "no_heroes"
    NO_SHEET = "no_sheet"
    SKILL_COST = "skill_cost"
    """`item`: a skill that costs too few or too many coins; `least`, `most`: the limits."""
    MISSING = "missing"
    """`ref`: of a card or sheet that isn't available."""


REFUSALS: Final[Mapping[ProblemCode, Refusal]] = MappingProxyType(
    {
        ProblemCode.SEASONS: Refusal.SEASONS,
        ProblemCode.SAME_ID: Refusal.SAME_ID,
        ProblemCode.SINGLES: Refusal.SINGLES,
        ProblemCode.POOL: Refusal.POOL,
        ProblemCode.EDICTS: Refusal.EDICTS,
        ProblemCode.EDICT_OUTSIDE: Refusal.EDICTS,
        ProblemCode.EDICTS_OF_STACK: Refusal.EDICTS,
        ProblemCode.NO_EXPLORE: Refusal.SHORT_DECK,
        ProblemCode.SHORT_DECK: Refusal.SHORT_DECK,
        ProblemCode.NO_ROOM: Refusal.NO_ROOM,
        ProblemCode.SKILL_COST: Refusal.SKILL_COST,
    }
)
"""Problems that prevent a game from starting. The others only prevent a set from being offered."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Reason why a definition or set can't be played, and the part (`part`) that has to change."""

    code: ProblemCode
    part: str
    params: Mapping[str, Any] = field(default_factory=dict)


def find_problems(definition: Definition, edicts: Sequence[str] = ()) -> list[Problem]:
    """Return every problem of a definition, and of the edicts (ids) if the host has chosen them."""
    return list(_find_problems(definition, edicts))


def _find_problems(of: Definition, edicts: Sequence[str]) -> Iterator[Problem]:
    if not of.seasons or next(_repeated(of.seasons), None):
        yield Problem(ProblemCode.SEASONS, "seasons")
    for repeated in (*_repeated(of.deck), *_repeated(of.pool)):
        part = "pool" if isinstance(repeated, ScoringCard) else "explore"
        yield Problem(ProblemCode.SAME_ID, part, {"item": repeated})
    if not of.singles or (Terrain.HERO in of.singles and not of.heroes):
        yield Problem(ProblemCode.SINGLES, "singles")
    stacks = {card.stack for card in of.pool}
    for stack in Stack:
        if stack not in stacks:
            yield Problem(ProblemCode.POOL, "pool", {"stack": stack})
    if edicts:
        yield from _edict_problems(of, edicts)
    time = sum(card.time for card in of.explore)
    longest = max((season.threshold for season in of.seasons), default=0)
    if not of.explore:
        yield Problem(ProblemCode.NO_EXPLORE, "explore")
    elif time < longest:
        yield Problem(ProblemCode.SHORT_DECK, "seasons", {"time": time, "longest": longest})
    if of.explore and not has_room(of.sheet, of.explore):
        yield Problem(ProblemCode.NO_ROOM, "sheet", {"sheet": of.sheet})
    yield from _initial_problems(of)
    for skill in _repeated(of.skills):
        yield Problem(ProblemCode.SAME_ID, "skills", {"item": skill})
    for skill in of.skills:
        if not SKILL_COST.least <= skill.cost <= SKILL_COST.most:
            yield Problem(ProblemCode.SKILL_COST, "skills", {"item": skill, **SKILL_COST._asdict()})


def _repeated(entries: Iterable[Entry]) -> Iterator[Entry]:
    seen: set[str] = set()
    for entry in entries:
        if entry.id in seen:
            yield entry
        seen.add(entry.id)


def repeated_sheets(sheets: Sequence[Sheet]) -> list[Problem]:
    """Return a problem for each sheet whose id belongs to another sheet."""
    return [Problem(ProblemCode.SAME_ID, "sheets", {"item": sheet}) for sheet in _repeated(sheets)]


def _edict_problems(of: Definition, edicts: Sequence[str]) -> Iterator[Problem]:
    pool = {card.id: card for card in of.pool}
    outside = [id for id in edicts if id not in pool]
    for id in outside:
        yield Problem(ProblemCode.EDICT_OUTSIDE, "edicts", {"id": id})
    if outside:
        return
    by_stack: dict[Stack, ScoringCard] = {}
    for card in map(pool.__getitem__, edicts):
        if card.stack in by_stack:
            yield Problem(ProblemCode.EDICTS_OF_STACK, "edicts", {"first": by_stack[card.stack], "second": card})
            return
        by_stack[card.stack] = card
    if len(by_stack) != len(Stack):
        yield Problem(ProblemCode.EDICTS, "edicts")


def _initial_problems(of: Definition) -> Iterator[Problem]:
    by_initial: dict[str, DeckCard] = {}
    for card in of.ambushes:
        if card.initial and card.initial in by_initial:
            params = {"first": by_initial[card.initial], "second": card}
            yield Problem(ProblemCode.SAME_INITIAL, "ambushes", params)
        by_initial[card.initial] = card


def has_room(sheet: Sheet, explore: Iterable[ExploreCard]) -> bool:
    """Return True if any shape of these cards fits on a map sheet."""
    return any(option.shape.fits_somewhere(sheet.free) for card in explore for option in card.options)

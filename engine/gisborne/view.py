"""Game as one viewer may see it, built by allow-list. Source: docs/gisborne.md, "Public information" (ruling G26).

The view has no field for the order of stack, chips and pile, another seat's cards, or the faces in a chest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.contract import RuleViolation, Seat, Standings, Viewer
from engine.gisborne.cards import Cards
from engine.gisborne.definition import Definition, LaidNumbers
from engine.gisborne.errors import Refusal
from engine.gisborne.rules import lay
from engine.gisborne.rules.finish import standings
from engine.gisborne.state import Debt, Owed, Play, State
from engine.gisborne.tiles import Mark
from engine.gisborne.way import Way


@dataclass(frozen=True, slots=True)
class LayDesk:
    """Play that a round asks of a seat.

    With `mixed` it may mix metals, with `halved` its steps count half. `play` is its own play or None.
    """

    hand: Cards
    mixed: bool
    halved: bool
    play: Play | None
    may_take_back: bool


@dataclass(frozen=True, slots=True)
class RiverDesk:
    """Cards to discard at a river: `surplus` cards of the hand."""

    hand: Cards
    surplus: int


@dataclass(frozen=True, slots=True)
class WolvesDesk:
    """Chips one of which goes to the wolves, lowest first."""

    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeepDesk:
    """Decision in a position scoring about a number of cards `dealt`; `choice` is the seat's own number, or None."""

    dealt: int
    choice: int | None


Desk = LayDesk | RiverDesk | WolvesDesk | KeepDesk
"""Answer that a seat owes, or has given while others of its group are pending."""


@dataclass(frozen=True, slots=True)
class ChestView:
    """Public part of a chest: number of cards, and chips in the order they were won (ruling G26)."""

    cards: int
    chips: tuple[int, ...]

    @property
    def points(self) -> int:
        """Points of the chest."""
        return self.cards + sum(self.chips)


@dataclass(frozen=True, slots=True)
class ScoringView:
    """Open position scoring: seats by rank, numbers of cards dealt to them, and by seat whether they have decided."""

    number: int
    ranks: tuple[Seat, ...]
    dealt: tuple[int, ...]
    chosen: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Game as one viewer may see it.

    `phase` is lay, river, wolves or keep, or "" once the game is over. `on_way` maps fields to the chips on them;
    `next_chip` is the top chip of the pile, 0 for none. `at`, `stood`, `hands`, `chests`, `laid`, `numbers` and `plays`
    are by seat. `hands` are numbers of cards, before the reveal those at the beginning of the round, as they would tell
    how many cards were laid. `numbers` are those of the cards in plays, the tent counted, where the viewer may see
    them, else None. `plays` are the viewer's own and, once revealed, all.

    `hand` is the viewer's own, and `desk` the answer that it owes; empty and None for spectators.
    """

    viewer: Viewer
    seats: int
    definition: Definition
    round: int
    phase: str
    order: tuple[Seat, ...]
    stood: tuple[Mark | None, ...]
    way: Way
    on_way: Mapping[int, int]
    beach_chip: int
    next_chip: int
    chips_left: int
    tiles_left: int
    bar: tuple[Seat, ...]
    at: tuple[int, ...]
    arrived: tuple[Seat, ...]
    ranks: tuple[Seat, ...]
    pile: int
    discards: int
    hands: tuple[int, ...]
    chests: tuple[ChestView, ...]
    laid: tuple[bool, ...]
    numbers: tuple[int | None, ...]
    plays: tuple[Play | None, ...]
    begun: int
    owes: Owed | None
    earned: int
    scoring: ScoringView | None
    last_round: bool
    over: bool
    standings: Standings
    hand: Cards
    desk: Desk | None


def view(state: State, viewer: Viewer) -> View:
    """Return the game as a viewer may see it. Raises RuleViolation if the seat does not exist."""
    if viewer is not None and not 0 <= viewer < state.seats:
        raise RuleViolation(Refusal.SEATS)
    now = state.round
    return View(
        viewer=viewer,
        seats=state.seats,
        definition=state.box,
        round=now.number,
        phase=phase(state),
        order=now.order,
        stood=now.stood,
        way=state.way,
        on_way=state.on_way,
        beach_chip=state.beach_chip,
        next_chip=state.chip_pile[0] if state.chip_pile else 0,
        chips_left=len(state.chip_pile),
        tiles_left=len(state.stack),
        bar=state.bar,
        at=state.at,
        arrived=state.arrived,
        ranks=state.ranks(),
        pile=len(state.pile),
        discards=len(state.discards),
        hands=tuple(map(len, state.hands)) if now.revealed else now.held,
        chests=tuple(ChestView(len(chest.cards), chest.chips) for chest in state.chests),
        laid=tuple(play is not None for play in now.plays),
        numbers=_numbers(state, viewer),
        plays=_plays(state, viewer),
        begun=now.begun,
        owes=now.owes,
        earned=now.earned,
        scoring=_scoring(state),
        last_round=state.last_round,
        over=state.over,
        standings=standings(state),
        hand=() if viewer is None else state.hands[viewer],
        desk=None if viewer is None else _desk(state, viewer),
    )


def phase(state: State) -> str:
    """Return the code of the phase: lay, river, wolves or keep, "" once the game is over."""
    if state.over:
        return ""
    if state.round.owes:
        return state.round.owes.kind.value
    return "keep" if state.round.scoring else "lay"


def _numbers(state: State, viewer: Viewer) -> tuple[int | None, ...]:
    """Return the sizes of plays that a viewer may see: before the reveal its own and those ahead of it (ruling G8)."""
    now = state.round
    if now.revealed:
        return tuple(play.size if play else None for play in now.plays)
    if viewer is None:
        return (None,) * state.seats
    ahead: tuple[Seat, ...] = ()
    if state.box.laid_numbers is LaidNumbers.BEHIND:
        ahead = now.order[: now.place(viewer)]
    return tuple(
        play.size if play and (seat == viewer or seat in ahead) else None for seat, play in enumerate(now.plays)
    )


def _plays(state: State, viewer: Viewer) -> tuple[Play | None, ...]:
    plays = state.round.plays
    if state.round.revealed:
        return plays
    return tuple(play if seat == viewer else None for seat, play in enumerate(plays))


def _scoring(state: State) -> ScoringView | None:
    scoring = state.round.scoring
    if scoring is None:
        return None
    chosen = tuple(scoring.choices[scoring.rank(Seat(seat))] is not None for seat in range(state.seats))
    return ScoringView(scoring.number, scoring.ranks, tuple(map(len, scoring.dealt)), chosen)


def _desk(state: State, seat: Seat) -> Desk | None:
    now = state.round
    if state.over:
        return None
    if now.owes:
        return _debt(state, now.owes) if now.owes.seat == seat else None
    if scoring := now.scoring:
        rank = scoring.rank(seat)
        return KeepDesk(len(scoring.dealt[rank]), scoring.choices[rank]) if scoring.must_choose(seat) else None
    if now.revealed or not lay.must_lay(state, seat):
        return None
    halved = now.stood[seat] is Mark.SWAMP
    mixed, may_take_back = lay.may_mix(state, seat), lay.may_take_back(state, seat)
    return LayDesk(state.hands[seat], mixed, halved, now.plays[seat], may_take_back)


def _debt(state: State, owed: Owed) -> Desk:
    if owed.kind is Debt.RIVER:
        return RiverDesk(state.hands[owed.seat], owed.count)
    return WolvesDesk(tuple(sorted(state.chests[owed.seat].chips)))

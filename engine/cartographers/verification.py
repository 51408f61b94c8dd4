"""Checking a finished game against its seed: every shuffle is repeated, every decision made again, and what was
recorded is compared with what the rules give.

`replay` checks less (it takes the recorded decks for granted) and is many times as fast.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine.cartographers.commands import Choose, Command, Draw, TakeBack
from engine.cartographers.events import (
    AmbushDeckShuffled,
    Chosen,
    Drawn,
    EdictsLaid,
    Event,
    GameStarted,
    HeroDeckShuffled,
    SeasonBegan,
    TakenBack,
)
from engine.cartographers.faults import MALFORMATIONS, Fault, ReplayFault
from engine.cartographers.game import Run, advance, begin
from engine.cartographers.geometry import first
from engine.cartographers.rules.setup import Setup, draw_edicts
from engine.cartographers.state import State
from engine.contract import RuleViolation
from engine.randomness import Shuffler

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of checking a record: the labels of the decks that were shuffled again ("edicts" where chance drew the
    scoring cards), those of them that the seed shuffles otherwise, the first event that the rules would not have
    written, and the state in the end, None after such a fault.
    """

    shuffled: tuple[str, ...]
    differing: tuple[str, ...]
    fault: ReplayFault | None
    state: State | None


@dataclass(frozen=True, slots=True)
class Recorded(Shuffler):
    """A shuffler that answers with the recorded decks and notes which of them its seed shuffles otherwise, so that one
    wrong deck does not hide what else is wrong.
    """

    decks: Mapping[str, tuple[Any, ...]]
    shuffled: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """The recorded order. Raises ValueError where it is one of other items."""
        deck = self.decks[label]
        if sorted(deck) != sorted(map(str, items)):
            raise ValueError(f"{label} holds other cards")
        # Named, as the bare super() of a class made anew for its slots is not there.
        self.note(label, deck == Shuffler.shuffle(self, label, items))
        return deck

    def note(self, label: str, as_seeded: bool) -> None:
        """Remember what was found under a label."""
        self.shuffled.append(label)
        if not as_seeded:
            self.differing.append(label)


def verify(events: Sequence[Event], seed: bytes) -> Verification:
    """Check a whole game: its chance against the seed (32 bytes), all else against the rules."""
    rng = Recorded(seed, _decks(events))
    state: State | None = None
    fault: ReplayFault | None = None
    try:
        state = _walk(events, rng)
    except ReplayFault as found:
        fault = found
    return Verification(tuple(rng.shuffled), tuple(rng.differing), fault, state)


def _decks(events: Sequence[Event]) -> dict[str, tuple[str, ...]]:
    decks: dict[str, tuple[str, ...]] = {}
    seasons = events[0].definition.seasons if events and isinstance(events[0], GameStarted) else ()
    for event in events:
        match event:
            case AmbushDeckShuffled(deck):
                decks["ambushes"] = deck
            case HeroDeckShuffled(deck):
                decks["heroes"] = deck
            case SeasonBegan(season, deck) if season in range(len(seasons)):
                decks[f"deck/{seasons[season].id}"] = deck
    return decks


def _walk(events: Sequence[Event], rng: Recorded) -> State:
    done = 0
    try:
        run = _begin(events, rng)
        while True:
            _compare(run.events, events[done : done + len(run.events)], done)
            done += len(run.events)
            if done == len(events):
                break
            run = advance(run.state, _command(events[done], done), rng)
            run.events[0] = _as_asked(run.events[0], events[done])
    except RuleViolation as refusal:
        raise ReplayFault(done + 1, Fault.REFUSED, detail=refusal.code) from None
    except MALFORMATIONS as error:
        raise ReplayFault(done + 1, Fault.MALFORMED, detail=str(error)) from error
    if not run.state.over:
        raise ReplayFault(done + 1, Fault.MISSING)
    return run.state


def _begin(events: Sequence[Event], rng: Recorded) -> Run:
    match events[:2]:
        case [GameStarted(definition, seats), EdictsLaid(cards, drawn) as laid]:
            run = begin(Setup(definition, cards), seats, rng)
            if drawn:
                rng.note("edicts", cards == draw_edicts(definition.pool, Shuffler(rng.seed)))
            run.events[1] = laid  # they are one of each stack, whoever chose them
            return run
        case _:
            raise ReplayFault(1, Fault.NO_START)


def _command(event: Event, done: int) -> Command:
    """The command that an event answers; `done` events came before."""
    match event:
        case Drawn():
            return Draw(event.seat, event.turn, event.placement)
        case Chosen():
            return Choose(event.seat, event.turn, first(event.destroyed))
        case TakenBack(turn, seat):
            return TakeBack(seat, turn)
        case _:
            raise ReplayFault(done + 1, Fault.NOT_A_COMMAND)


def _as_asked(made: Event, recorded: Event) -> Event:
    """An event made again from a recorded one, with its recorded placement: older records name the turn that was asked
    for even where a pattern is held as printed.
    """
    if isinstance(made, Drawn) and isinstance(recorded, Drawn):
        return replace(made, placement=recorded.placement)
    return made


def _compare(expected: Sequence[Event], recorded: Sequence[Event], done: int) -> None:
    """Raise ReplayFault at the first event that differs; `done` events came before."""
    for number, event in enumerate(expected):
        if number == len(recorded):
            raise ReplayFault(done + number + 1, Fault.MISSING, event)
        if event != recorded[number]:
            raise ReplayFault(done + number + 1, Fault.DIFFERS, event)

"""A table as it was: rebuilt from what a viewer may read of its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import takewhile

from engine.cartographers.board import Board
from engine.cartographers.events import (
    CardRevealed,
    Chosen,
    Drawn,
    Event,
    Growth,
    MonstersSpread,
    MonsterWalkedIn,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask
from engine.cartographers.state import State
from engine.contract import Seat
from games.tables.loading import Logged


@dataclass(frozen=True, slots=True)
class Moment:
    """Boards and coins by seat, as all could see them."""

    boards: tuple[Board, ...]
    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gain:
    """What brought a board coins: mountains closed in, a coin each; a shape with a coin on it, whose spaces these are;
    monsters closed in (by initial). `card` is that of the turn (id), "" at a season's end.
    """

    card: str
    coins: int
    mountains: Mask
    shape: Mask
    rewards: tuple[str, ...]


def until_scored(log: Sequence[Logged], season: int) -> list[Event]:
    """The events before a season (0-based) was scored; all of them where it has not been."""
    events: Iterable[Event] = (entry.event for entry in log)
    return list(takewhile(lambda event: not (isinstance(event, SeasonScored) and event.season == season), events))


def moment_of(events: Sequence[Event]) -> Moment:
    """Boards and coins after these events, of which a game's first must be one."""
    state: State = reduce(RULES.evolve, events, RULES.initial)
    return Moment(state.boards, state.coins)


def gains(events: Iterable[Event], seat: Seat) -> tuple[Gain, ...]:
    """Where the coins on a seat's board come from, in order; what goes beyond its track among them."""
    return tuple(_gain(card, found) for card, owner, found in _happenings(events) if owner == seat and found.coins)


Happening = Drawn | Chosen | MonsterWalkedIn | Growth


def _happenings(events: Iterable[Event]) -> Iterator[tuple[str, Seat, Happening]]:
    """What changed boards: the card of the turn and whose board each time. Answers count once their turn has closed."""
    card, answers = "", dict[Seat, Drawn | Chosen]()
    for event in events:
        match event:
            case CardRevealed(revealed):
                card = revealed
            case Drawn() | Chosen():
                answers[event.seat] = event
            case TakenBack(seat=seat):
                answers.pop(seat, None)
            case TurnClosed():
                yield from ((card, answer.subject, answer) for answer in answers.values())
                answers = {}
            case MonsterWalkedIn():
                yield card, Seat(0), event
            case MonstersSpread(growths=growths):
                yield from (("", Seat(owner), growth) for owner, growth in enumerate(growths))
            case _:
                pass


def _gain(card: str, found: Happening) -> Gain:
    if isinstance(found, Drawn):
        return Gain(card, found.coins, found.mountains, found.cells if found.coin else 0, found.rewards)
    card = "" if isinstance(found, Chosen) else card
    return Gain(card, found.coins, found.mountains, 0, found.rewards)

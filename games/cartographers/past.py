"""A table as it was: rebuilt from what a viewer may read of its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import takewhile

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard
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
from engine.cartographers.view import View
from engine.contract import Seat, Viewer
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


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A closed turn: its season (0-based), the card that was drawn or the monster for which spaces were chosen; the
    game once all had happened that followed from it, `latest` being all that this changed on each board. `log` is what
    had happened by then.
    """

    number: int
    season: int
    card: ExploreCard | AmbushCard | HeroCard
    after: View
    log: tuple[Logged, ...]


def until_scored(log: Sequence[Logged], season: int) -> list[Event]:
    """The events before a season (0-based) was scored; all of them where it has not been."""
    events: Iterable[Event] = (entry.event for entry in log)
    return list(takewhile(lambda event: not (isinstance(event, SeasonScored) and event.season == season), events))


def moment_of(events: Sequence[Event]) -> Moment:
    """Boards and coins after these events, of which a game's first must be one."""
    state: State = reduce(RULES.evolve, events, RULES.initial)
    return Moment(state.boards, state.coins)


def closed_turns(log: Iterable[Logged]) -> frozenset[int]:
    """The turns that have closed; alone, a monster that walks in closes its own."""
    return frozenset(entry.event.turn for entry in log if isinstance(entry.event, TurnClosed | MonsterWalkedIn))


def turn_of(log: Sequence[Logged], number: int, viewer: Viewer) -> PastTurn | None:
    """A turn of the game, from what the viewer may read of it; None where there is none, or it has not closed."""
    if number not in closed_turns(log):
        return None
    state: State = reduce(RULES.evolve, (entry.event for entry in log if entry.turn < number), RULES.initial)
    fresh, season, card = [0] * state.seats, 0, None
    for event in (entry.event for entry in log if entry.turn == number):
        asked, state = state.open or state.choice, RULES.evolve(state, event)
        if isinstance(event, TurnClosed | MonsterWalkedIn):
            season, card = state.season, asked
        if isinstance(event, TurnClosed | MonsterWalkedIn | MonstersSpread):
            fresh = [known | more for known, more in zip(fresh, state.latest, strict=True)]
    assert card is not None, "a turn has something to draw or to choose"
    after = replace(RULES.view(state, viewer), latest=tuple(fresh))
    return PastTurn(number, season, card, after, tuple(entry for entry in log if entry.turn <= number))


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

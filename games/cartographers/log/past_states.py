"""A table as it was: rebuilt from its log, and shown as a viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby, takewhile
from typing import TypeVar

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard
from engine.cartographers.events import (
    CardRevealed,
    Event,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask
from engine.cartographers.news import Chose, Drew, News
from engine.cartographers.position import Outcome, Position
from engine.cartographers.state import State
from engine.cartographers.view import View
from engine.contract import Seat, Viewer
from games.cartographers.log.turn_history import TurnHistory
from games.play.log import whole_log
from games.tables.game import Seated
from games.tables.game_state import Logged, readable


@dataclass(frozen=True, slots=True)
class Gain:
    """Source of coins on a board.

    `card` is the id of the turn's card, or "" at a season end.
    """

    card: str
    outcome: Outcome

    @property
    def shape(self) -> Mask:
        """The spaces of a shape with a coin on it."""
        return self.outcome.cells if self.outcome.coin else 0


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A closed turn: its season (0-based), the card that was drawn or the monster for which spaces were chosen; the
    game once all had happened that followed from it, `latest` being all that this changed on each board. `log` is what
    the viewer may read of what had happened by then.
    """

    number: int
    season: int
    card: ExploreCard | AmbushCard | HeroCard
    after: View
    log: tuple[Logged[News], ...]


EventOrNews = TypeVar("EventOrNews", Event, News)


def read_news(log: Iterable[Logged[Event]], viewer: Viewer, state: State) -> tuple[Logged[News], ...]:
    """Return the news of the log that a viewer may see in a given state.

    The answers of a turn are sorted by seat: their original order would reveal that one was undone and given again.
    """
    news: list[Logged[News]] = []
    for _, run in groupby(readable(RULES, log, viewer, state), lambda entry: _answering(entry) is not None):
        news += sorted(run, key=lambda entry: _answering(entry) or 0)
    return tuple(news)


def visible_log(seated: Seated, view: View) -> tuple[Logged[News], ...]:
    """The log of a table as a viewer may read it."""
    return read_news(whole_log(seated), view.viewer, seated.state)


def _answering(entry: Logged[News]) -> Seat | None:
    """Return the seat whose answer was given or undone, or None for other news."""
    return entry.event.seat if isinstance(entry.event, Drew | Chose | TakenBack) else None


def until_scored(log: Iterable[Logged[EventOrNews]], season: int) -> list[EventOrNews]:
    """Return the events, or news, before a season (0-based) was scored; all of them if it hasn't been."""
    events = (entry.event for entry in log)
    return list(takewhile(lambda event: not (isinstance(event, SeasonScored) and event.season == season), events))


def moment_of(log: Iterable[Logged[Event]], season: int) -> tuple[Position, ...]:
    """The positions when a season (0-based) was scored, which it must have been: there was nothing to hide."""
    state: State = reduce(RULES.evolve, until_scored(log, season), RULES.initial)
    return state.positions


def turn_of(tape: TurnHistory, log: Sequence[Logged[Event]], number: int, viewer: Viewer) -> PastTurn | None:
    """A turn of a game, whose tape and log these are, as the viewer may see it; None where there is none, or it has not
    closed.
    """
    closed = tape.find(number)
    if closed is None:
        return None
    after = replace(RULES.view(closed.after, viewer), latest=closed.changed)
    news = read_news(takewhile(lambda entry: entry.turn <= number, log), viewer, closed.after)
    return PastTurn(number, closed.season, _task(closed.after, closed.card), after, news)


def _task(state: State, card: str) -> ExploreCard | AmbushCard | HeroCard:
    """Return the card drawn or chosen for in a turn, by its id."""
    task = state.card(card)
    assert not isinstance(task, RuinsCard), "a turn has something to draw or to choose"
    return task


def coin_gains(news: Iterable[News], seat: Seat) -> tuple[Gain, ...]:
    """Return the sources of the coins on a seat's board, in order.

    Coins beyond the end of the track are included.
    """
    happenings = _happenings(news)
    return tuple(Gain(card, outcome) for card, owner, outcome in happenings if owner == seat and outcome.coins)


def _happenings(news: Iterable[News]) -> Iterator[tuple[str, Seat, Outcome]]:
    """Yield each change of a board: the id of the turn's card, the owner's seat and the outcome.

    The id is "" for choices and season ends. Answers count once their turn is closed.
    """
    card, answers = "", dict[Seat, Drew | Chose]()
    for event in news:
        match event:
            case CardRevealed(revealed):
                card = revealed
            case Drew() | Chose():
                answers[event.seat] = event
            case TakenBack(seat=seat):
                answers.pop(seat, None)
            case TurnClosed():
                for answer in answers.values():
                    yield card if isinstance(answer, Drew) else "", answer.subject, answer.outcome
                answers = {}
            case MonsterWalkedIn():
                yield card, Seat(0), event.outcome
            case MonstersWalkedIn(growths=growths):
                yield from ((card, Seat(owner), growth.outcome) for owner, growth in enumerate(growths))
            case MonstersSpread(growths=growths):
                yield from (("", Seat(owner), growth.outcome) for owner, growth in enumerate(growths))
            case _:
                pass

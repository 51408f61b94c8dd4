"""A table turn by turn, rebuilt from its log and shown as a viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby, takewhile
from operator import or_
from typing import Final, TypeVar

from django.db import connection

from engine.cartographers.cards import AmbushCard, Edict, ExploreCard, HeroCard, RuinsCard, ScoringCard, Season
from engine.cartographers.events import (
    CardRevealed,
    Event,
    MonstersActed,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonScored,
    SkillUsed,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.forecast import forecast
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask
from engine.cartographers.news import ChoiceNews, DrawingNews, News
from engine.cartographers.position import Outcome, Position
from engine.cartographers.state import State
from engine.cartographers.view import View
from engine.contract import Seat, Viewer
from games.play.log import whole_log
from games.play.standings import with_final_standings
from games.tables.game import Seated
from games.tables.log.state import MOST_KEPT, DecodedEvent, TableCache, logs_since, visible_entries
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class PositionStars:
    """Stars of a position if scored now: edicts A to D, coins, and stars lost to monsters (not negative)."""

    edicts: tuple[int, ...] = (0, 0, 0, 0)
    coins: int = 0
    losses: int = 0

    def of(self, season: Season) -> int:
        """The stars if a season were scored now."""
        return sum(self.edicts[Edict(letter).number] for letter in season.edicts) + self.coins - self.losses


@dataclass(frozen=True, slots=True)
class ClosedTurn:
    """Closed turn, with one value per seat.

    `changed` are the spaces it changed. `before`, `worth` and `left` are the values of the positions before it, when
    it closed, and after the end of its season. `gained` are the stars it added to its season (0-based), negative for
    a loss.

    `card` is the id of the card that was drawn or whose spaces were chosen. `scored` is True if the season was scored
    with it. `after` is the state once all its consequences have happened.
    """

    number: int
    season: int
    card: str
    ambush: bool
    scored: bool
    changed: tuple[Mask, ...]
    before: tuple[PositionStars, ...]
    worth: tuple[PositionStars, ...]
    left: tuple[PositionStars, ...]
    gained: tuple[int, ...]
    after: State


@dataclass(frozen=True, slots=True)
class TurnHistory:
    """Closed turns up to the event `number`, and the state after that event."""

    number: int
    state: State
    turns: tuple[ClosedTurn, ...] = ()

    def find(self, number: int) -> ClosedTurn | None:
        """One of them by its number, None for another one."""
        return next((closed for closed in self.turns if closed.number == number), None)

    def turn(self, number: int) -> ClosedTurn:
        """The same where it must be among them."""
        closed = self.find(number)
        assert closed is not None, "the turn has closed"
        return closed

    def until(self, turn: int) -> tuple[ClosedTurn, ...]:
        """The turns up to one of them."""
        return tuple(takewhile(lambda closed: closed.number <= turn, self.turns))

    def pieces(self, seat: Seat, turn: int) -> tuple[Mask, ...]:
        """Return the spaces that each turn up to one of them changed on a seat's map."""
        return tuple(closed.changed[seat] for closed in self.until(turn))

    def until_scored(self, season: int) -> tuple[ClosedTurn, ...]:
        """The turns up to that with which a season (0-based) was scored; all where it has not been."""
        ends = (closed.number for closed in self.turns if closed.scored and closed.season == season)
        last = next(ends, None)
        return self.turns if last is None else self.until(last)


_tapes: Final = TableCache[TurnHistory](MOST_KEPT)


def turn_histories(tables: Iterable[Table]) -> dict[Table, TurnHistory]:
    """The closed turns of several tables, whose logs are read in one statement where those are not remembered."""
    tapes = {table: _tapes.get(table.code) or TurnHistory(0, RULES.initial) for table in tables}
    logs = logs_since({table: 0 for table, tape in tapes.items() if tape.number < table.number})
    return tapes | {table: turn_history(table.code, log) for table, log in logs.items()}


def turn_history(code: str, log: Sequence[DecodedEvent[Event]]) -> TurnHistory:
    """The closed turns of a table (its code), whose log goes at least as far; what is remembered grows by the rest."""
    tape = _tapes.get(code) or TurnHistory(0, RULES.initial)
    closed = [entry for entry in log[tape.number :] if entry.turn <= _last_closed(log)]
    for _, entries in groupby(closed, lambda entry: entry.turn):
        tape = _grown(tape, list(entries))
    # Inside a transaction the log may hold events that are never committed.
    if closed and not connection.in_atomic_block:
        _tapes.keep(code, tape)
    return tape


def _last_closed(log: Sequence[DecodedEvent[Event]]) -> int:
    turns = (
        entry.event.turn
        for entry in reversed(log)
        if isinstance(entry.event, TurnClosed | MonsterWalkedIn | MonstersWalkedIn)
    )
    return next(turns, -1)


def _grown(tape: TurnHistory, entries: Sequence[DecodedEvent[Event]]) -> TurnHistory:
    """The tape with all that happened in one turn; what comes before the first turn makes none."""
    states = list(_states(tape.state, entries))
    number, state = entries[-1].number, states[-1]
    at = next(
        (
            at
            for at, entry in enumerate(entries)
            if isinstance(entry.event, TurnClosed | MonsterWalkedIn | MonstersWalkedIn)
        ),
        None,
    )
    if at is None:
        return TurnHistory(number, state, tape.turns)
    turn = _turn(tape, entries, states, states[at - 1] if at else tape.state)
    return TurnHistory(number, state, (*tape.turns, turn))


def _turn(
    tape: TurnHistory, entries: Sequence[DecodedEvent[Event]], states: Sequence[State], open_state: State
) -> ClosedTurn:
    """Return the closed turn that was open in `open_state`."""
    state, closed = states[-1], _at_scoring(entries, states)
    scored = any(isinstance(entry.event, SeasonScored) for entry in entries)
    task, season = open_state.open or open_state.choice, state.definition.seasons[open_state.season]
    assert task is not None, "a turn has something to draw or to choose"
    before = tape.turns[-1].left if tape.turns else _worths(open_state.positions, state.edicts)
    worth = _worths(closed.positions, state.edicts)
    return ClosedTurn(
        number=entries[-1].turn,
        season=open_state.season,
        card=task.id,
        ambush=isinstance(task, AmbushCard) and open_state.open is not None,
        scored=scored,
        changed=_changed(entries, states),
        before=before,
        worth=worth,
        left=worth if closed.positions == state.positions else _worths(state.positions, state.edicts),
        gained=tuple(now.of(season) - then.of(season) for now, then in zip(worth, before, strict=True)),
        after=state,
    )


def _states(state: State, entries: Sequence[DecodedEvent[Event]]) -> Iterator[State]:
    for entry in entries:
        state = RULES.evolve(state, entry.event)
        yield state


def _at_scoring(entries: Sequence[DecodedEvent[Event]], states: Sequence[State]) -> State:
    """The state when the season was scored, the last one where it was not."""
    scored = (state for entry, state in zip(entries, states, strict=True) if isinstance(entry.event, SeasonScored))
    return next(scored, states[-1])


def _changed(entries: Sequence[DecodedEvent[Event]], states: Sequence[State]) -> tuple[Mask, ...]:
    kinds = TurnClosed | MonsterWalkedIn | MonstersWalkedIn | MonstersSpread | MonstersActed
    latest = [state.latest for entry, state in zip(entries, states, strict=True) if isinstance(entry.event, kinds)]
    return tuple(reduce(or_, masks) for masks in zip(*latest, strict=True))


def _worths(positions: Sequence[Position], edicts: Sequence[ScoringCard]) -> tuple[PositionStars, ...]:
    return tuple(_worth(position, edicts) for position in positions)


def _worth(position: Position, edicts: Sequence[ScoringCard]) -> PositionStars:
    now = forecast(position, edicts)
    return PositionStars(tuple(tally.stars for tally in now.edicts), now.coins.total, -now.losses.total)


def turns_that_changed(turns: Sequence[ClosedTurn], seat: Seat, spaces: Mask) -> tuple[int, ...]:
    """The turns that last changed these spaces of a board, in order."""
    numbers = []
    for turn in reversed(turns):
        if turn.changed[seat] & spaces:
            numbers.append(turn.number)
            spaces &= ~turn.changed[seat]
    return tuple(reversed(numbers))


def view_for(seated: Seated) -> View:
    """Return the game as the visitor may see it.

    A player who has left a game in progress sees it as a spectator. In a game that ended early no answers are
    awaited, and answers of the open turn stay hidden. Once the game is over, seats whose players left rank last. A view
    `as_on_paper` shows no figures of stars before a season is scored.
    """
    view = with_final_standings(RULES.view(seated.state, None if seated.has_left else seated.seat), seated.seats)
    view = replace(view, as_on_paper=seated.as_on_paper)
    if not seated.ended_early:
        return view
    nobody = (False,) * view.seats
    return replace(view, task=None, awaited=nobody, drawn=nobody, held=False)


@dataclass(frozen=True, slots=True)
class CoinGain:
    """Source of coins on a board, or of a loss of coins.

    `card` is the id of the turn's card, of the monster that gave or cost the coins, or "" at a season end. `skill` is
    the id of the skill that was paid for, "" for none.
    """

    card: str
    outcome: Outcome
    skill: str = ""

    @property
    def shape(self) -> Mask:
        """Spaces of the shape if it earned a coin, else 0."""
        return self.outcome.changed if self.outcome.coin else 0


@dataclass(frozen=True, slots=True)
class PastTurn:
    """Closed turn. `season` is 0-based; `card` was drawn, or is the monster for which spaces were chosen. `after` is
    the game after all consequences, with `latest` as everything that changed on each board. `log` is what the viewer
    may see up to then.
    """

    number: int
    season: int
    card: ExploreCard | AmbushCard | HeroCard
    after: View
    log: tuple[DecodedEvent[News], ...]


EventOrNews = TypeVar("EventOrNews", Event, News)


def read_news(log: Iterable[DecodedEvent[Event]], viewer: Viewer, state: State) -> tuple[DecodedEvent[News], ...]:
    """Return the news of the log that a viewer may see in a given state.

    The answers of a turn are sorted by seat: their original order would reveal that one was undone and given again.
    """
    news: list[DecodedEvent[News]] = []
    for _, run in groupby(visible_entries(RULES, log, viewer, state), lambda entry: _answering(entry) is not None):
        news += sorted(run, key=lambda entry: _answering(entry) or 0)
    return tuple(news)


def visible_log(seated: Seated, view: View) -> tuple[DecodedEvent[News], ...]:
    """Return the log of a table that a viewer may see."""
    return read_news(whole_log(seated), view.viewer, seated.state)


def _answering(entry: DecodedEvent[News]) -> Seat | None:
    """Return the seat whose answer was given or undone or that used a skill before it, or None for other news."""
    return entry.event.seat if isinstance(entry.event, DrawingNews | ChoiceNews | SkillUsed | TakenBack) else None


def events_until_scoring(log: Iterable[DecodedEvent[EventOrNews]], season: int) -> list[EventOrNews]:
    """Return the events, or news, before a season (0-based) was scored; all of them if it hasn't been."""
    events = (entry.event for entry in log)
    return list(takewhile(lambda event: not (isinstance(event, SeasonScored) and event.season == season), events))


def positions_at_scoring(log: Iterable[DecodedEvent[Event]], season: int) -> tuple[Position, ...]:
    """Return the positions when a season (0-based) was scored. It must have been; nothing was hidden then."""
    state: State = reduce(RULES.evolve, events_until_scoring(log, season), RULES.initial)
    return state.positions


def find_past_turn(
    tape: TurnHistory, log: Sequence[DecodedEvent[Event]], number: int, viewer: Viewer
) -> PastTurn | None:
    """Return a past turn as the viewer may see it, or None if it doesn't exist or isn't closed."""
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


def coin_gains(news: Iterable[News], seat: Seat) -> tuple[CoinGain, ...]:
    """Return the sources of the coins on a seat's board, in order, and what cost coins.

    Coins beyond the end of the track are included.
    """
    happenings = _board_changes(news)
    return tuple(
        CoinGain(card, outcome, skill)
        for card, owner, outcome, skill in happenings
        if owner == seat and (outcome.coins or outcome.spent)
    )


def _board_changes(news: Iterable[News]) -> Iterator[tuple[str, Seat, Outcome, str]]:
    """Yield each change of a board: the id of the turn's card, the owner's seat, the outcome, and the skill used.

    The id of the card is "" for choices and monsters that spread; of a monster that acts otherwise it is its own.
    Answers count once their turn is closed, skills used before them at once.
    """
    card, answers = "", dict[Seat, DrawingNews | ChoiceNews]()
    for event in news:
        match event:
            case CardRevealed(revealed):
                card = revealed
            case DrawingNews() | ChoiceNews():
                answers[event.seat] = event
            case SkillUsed(seat=seat, skill=skill, spent=spent):
                yield card, seat, Outcome(spent=spent), skill
            case TakenBack(seat=seat):
                answers.pop(seat, None)
            case TurnClosed():
                for answer in answers.values():
                    if isinstance(answer, DrawingNews):
                        yield card, answer.subject, answer.outcome, answer.skill
                    else:
                        yield "", answer.subject, answer.outcome, ""
                answers = {}
            case MonsterWalkedIn():
                yield card, Seat(0), event.outcome, ""
            case MonstersWalkedIn(growths=growths):
                yield from ((card, Seat(owner), growth.outcome, "") for owner, growth in enumerate(growths))
            case MonstersSpread(growths=growths):
                yield from (("", Seat(owner), growth.outcome, "") for owner, growth in enumerate(growths))
            case MonstersActed(card=monster, growths=growths):
                yield from ((monster, Seat(owner), growth.outcome, "") for owner, growth in enumerate(growths))
            case _:
                pass

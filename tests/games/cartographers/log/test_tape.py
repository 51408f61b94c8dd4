"""The tape of a game: the gains of its turns add up to the scores."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

from engine.cartographers.events import CardRevealed, Event, MonsterWalkedIn, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.state import State
from engine.contract import Seat
from games.cartographers.log.past_states import TurnHistory, turn_history, turns_that_changed
from games.tables.log.state import DecodedEvent
from tests.games.cartographers.log.test_reading import NAMES, events_of, logged
from tests.golden.typical import typical_first


def by_turns(events: list[Event]) -> list[DecodedEvent[Event]]:
    """A log with these events, each in its turn."""
    state, entries = RULES.initial, []
    for entry in logged(events):
        state = RULES.evolve(state, entry.event)
        entries.append(replace(entry, turn=state.turn))
    return entries


@pytest.fixture(autouse=True)
def _nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.cartographers.log.past_states._tapes", _Nothing())


class _Nothing:
    def get(self, code: str) -> None:
        """Return nothing, as if never cached."""

    def keep(self, code: str, value: object) -> None:
        """Discard the value."""


def tape(log: Sequence[DecodedEvent[Any]]) -> TurnHistory:
    return turn_history("code", tuple(log))


@pytest.mark.django_db
@pytest.mark.parametrize("name", typical_first(NAMES))
def test_when_a_season_is_scored_the_worth_is_its_score(name: str) -> None:
    whole = tape(by_turns(events_of(name)))
    seasons = whole.state.definition.seasons
    for number, scores in enumerate(whole.state.scores):
        last = whole.until_scored(number)[-1]
        assert [worth.of(seasons[number]) for worth in last.worth] == [score.total for score in scores]


@pytest.mark.django_db
@pytest.mark.parametrize("name", typical_first(NAMES))
def test_what_the_turns_brought_adds_up(name: str) -> None:
    """From the value of the boards at a season's start to their value after its last turn."""
    whole = tape(by_turns(events_of(name)))
    for before, after in zip(whole.turns, whole.turns[1:], strict=False):
        assert after.before == before.left
        season = whole.state.definition.seasons[after.season]
        for seat, gained in enumerate(after.gained):
            assert after.before[seat].of(season) + gained == after.worth[seat].of(season)


@pytest.mark.django_db
@pytest.mark.parametrize("name", typical_first(NAMES))
def test_every_space_that_was_filled_was_brought_in_by_some_turn(name: str) -> None:
    events = events_of(name)
    whole = tape(by_turns(events))
    first = next(at for at, event in enumerate(events) if isinstance(event, CardRevealed))
    start: State = reduce(RULES.evolve, events[:first], RULES.initial)
    for seat, (then, now) in enumerate(zip(start.boards, whole.state.boards, strict=True)):
        for where in spaces(now.filled & ~then.filled):
            assert len(turns_that_changed(whole.turns, Seat(seat), 1 << where)) == 1


@pytest.mark.django_db
def test_an_open_turn_is_not_on_it() -> None:
    log = by_turns(events_of(NAMES[0]))
    closed = [at for at, entry in enumerate(log) if isinstance(entry.event, TurnClosed)]
    under_way = tape(log[: closed[3]])
    assert [turn.number for turn in under_way.turns] == [turn.number for turn in tape(log).turns[:3]]


@pytest.mark.django_db
def test_it_grows_to_what_it_is_when_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, TurnHistory] = {}
    log = by_turns(events_of(NAMES[0]))
    at_once = tape(log)
    monkeypatch.setattr(_Nothing, "get", lambda _, code: kept.get(code))
    ends = [end for end in range(1, len(log)) if log[end].turn != log[end - 1].turn]
    for end in (*ends, len(log)):
        kept["code"] = tape(log[:end])
        assert len(kept["code"].turns) == sum(
            isinstance(entry.event, TurnClosed | MonsterWalkedIn) for entry in log[:end]
        )
    assert kept["code"].turns == at_once.turns

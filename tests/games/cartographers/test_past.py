"""Games as they were: what is rebuilt from the log is what was scored."""

import json
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path

import pytest

from engine.cartographers.events import Event, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.rules.season import score_board
from engine.cartographers.state import State
from engine.contract import Seat, Viewer
from games.cartographers.past import gains, moment_of, until_scored
from games.tables.loading import Logged

GOLDEN = Path(__file__).parents[2] / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def events_of(name: str) -> list[Event]:
    found = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))["events"]
    return [RULES.decode(entry["kind"], entry["data"]) for entry in found]


def as_read(events: list[Event], viewer: Viewer, state: State) -> list[Logged]:
    """The log as a viewer reads it in that state."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    seen = [RULES.visible(event, viewer, state) for event in events]
    return [Logged(number, 0, None, at, event) for number, event in enumerate(seen, 1) if event is not None]


@pytest.mark.parametrize("name", NAMES)
def test_what_anybody_may_read_leads_to_the_scores(name: str) -> None:
    events = events_of(name)
    end: State = reduce(RULES.evolve, events, RULES.initial)
    seasons = end.definition.seasons
    for viewer in (None, Seat(0), Seat(end.seats - 1)):
        log = as_read(events, viewer, end)
        for scored in (event for event in events if isinstance(event, SeasonScored)):
            then = moment_of(until_scored(log, scored.season))
            one, two = (end.edicts["ABCD".index(letter)] for letter in seasons[scored.season].edicts)
            scores = (score_board(board, (one, two), n) for board, n in zip(then.boards, then.coins, strict=True))
            assert tuple(scores) == scored.scores


@pytest.mark.parametrize("name", NAMES)
def test_every_coin_comes_from_somewhere(name: str) -> None:
    events = events_of(name)
    end: State = reduce(RULES.evolve, events, RULES.initial)
    log = as_read(events, None, end)
    for seat in range(end.seats):
        found = gains((entry.event for entry in log), Seat(seat))
        assert min(sum(gain.coins for gain in found), end.definition.coin_track) == end.coins[seat]
        for gain in found:
            assert gain.coins == gain.mountains.bit_count() + bool(gain.shape) + 3 * len(gain.rewards)


def test_a_moment_of_the_past_holds_nothing_of_the_open_turn() -> None:
    events = events_of("four_shared")
    first = next(number for number, event in enumerate(events) if isinstance(event, SeasonScored))
    for length in range(first + 1, len(events)):
        state: State = reduce(RULES.evolve, events[:length], RULES.initial)
        log = as_read(events[:length], Seat(1), state)
        assert moment_of(until_scored(log, 0)) == moment_of(events[:first])

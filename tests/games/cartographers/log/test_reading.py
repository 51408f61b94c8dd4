"""Past states of games: those rebuilt from the log match the scores, and the news explains them."""

import json
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path

import pytest

from engine.cartographers.events import Event, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.rules.season import score_board
from engine.cartographers.state import State
from engine.contract import Seat
from games.cartographers.log.past_states import coin_gains, events_until_scoring, positions_at_scoring, read_news
from games.tables.log.state import DecodedEvent
from tests.golden.typical import typical_first

GOLDEN = Path(__file__).parents[3] / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def events_of(name: str) -> list[Event]:
    entries = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))["events"]
    return [RULES.decode(entry["kind"], entry["data"]) for entry in entries]


def logged(events: list[Event]) -> list[DecodedEvent[Event]]:
    """A log with these events."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return [DecodedEvent(number, 0, None, at, event) for number, event in enumerate(events, 1)]


@pytest.mark.parametrize("name", typical_first(NAMES))
def test_the_moment_of_a_scoring_leads_to_its_scores(name: str) -> None:
    log = logged(events_of(name))
    end: State = reduce(RULES.evolve, (entry.event for entry in log), RULES.initial)
    for scored in (entry.event for entry in log if isinstance(entry.event, SeasonScored)):
        then = positions_at_scoring(log, scored.season)
        one, two = (end.edicts["ABCD".index(letter)] for letter in end.definition.seasons[scored.season].edicts)
        scores = (score_board(board, (one, two), n) for board, _, n, *_ in then)
        assert tuple(scores) == scored.scores


@pytest.mark.parametrize("name", typical_first(NAMES))
def test_what_anybody_may_read_tells_every_coin_of_a_season(name: str) -> None:
    log = logged(events_of(name))
    end: State = reduce(RULES.evolve, (entry.event for entry in log), RULES.initial)
    for viewer in (None, Seat(0), Seat(end.seats - 1)):
        news = read_news(log, viewer, end)
        for season in range(len(end.scores)):
            past_news = events_until_scoring(news, season)
            sums = [sum(gain.outcome.coins for gain in coin_gains(past_news, Seat(seat))) for seat in range(end.seats)]
            assert tuple(min(coins, end.definition.coin_track) for coins in sums) == tuple(
                position.coins for position in positions_at_scoring(log, season)
            )


@pytest.mark.parametrize("name", typical_first(NAMES))
def test_every_coin_comes_from_somewhere(name: str) -> None:
    events = events_of(name)
    end: State = reduce(RULES.evolve, events, RULES.initial)
    log = read_news(logged(events), None, end)
    for seat in range(end.seats):
        gains = coin_gains((entry.event for entry in log), Seat(seat))
        assert min(sum(gain.outcome.coins for gain in gains), end.definition.coin_track) == end.coins[seat]
        for outcome in (gain.outcome for gain in gains):
            of_monsters = 3 * len(outcome.rewards) or outcome.reward_coins  # those of an effect, or lost to one
            assert outcome.coins == outcome.mountains.bit_count() + outcome.coin + of_monsters


def test_a_moment_of_the_past_holds_nothing_of_the_open_turn() -> None:
    events = events_of("four_shared")
    first = next(number for number, event in enumerate(events) if isinstance(event, SeasonScored))
    for length in range(first + 1, len(events)):
        assert positions_at_scoring(logged(events[:length]), 0) == positions_at_scoring(logged(events[: first + 1]), 0)

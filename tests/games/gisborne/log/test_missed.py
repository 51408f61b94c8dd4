"""Sentences about what a seat of Gisborne missed."""

from engine.contract import Seat
from engine.gisborne.events import ChipTaken, Reason
from engine.gisborne.game import RULES
from games.gisborne.log.missed import missed_sentences
from games.gisborne.words.names import points_of
from tests.engine.gisborne_games import random_game, whole_game
from tests.games.gisborne.log.games import NAMES


def test_finished_game_tells_its_result() -> None:
    events, state = whole_game(0)
    winner = RULES.standings(state).winners[0]
    for seat in range(state.seats):
        sentences = missed_sentences(state, Seat(seat), NAMES, events)
        assert sentences[0] == "The game is over."
        assert sentences[1] == "You won." if seat == winner else "you, with" in sentences[1]


def test_chips_of_others_and_own_points_are_told() -> None:
    events, state = next((e, s) for e, s in random_game(4) if any(chest.points for chest in s.chests) and not s.over)
    taken = [event for event in events if isinstance(event, ChipTaken) and event.how is not Reason.BEACH]
    for seat in range(state.seats):
        told = missed_sentences(state, Seat(seat), NAMES, events)
        for chip in taken:
            assert any(line.startswith(f"{NAMES[chip.seat]} took") for line in told) or chip.seat == seat
        if points := state.chests[seat].points:
            assert f"You won {points_of(points)} and have {points_of(points)} now." in told


def test_arrival_comes_first() -> None:
    events, state = next((e, s) for e, s in random_game(4) if s.arrived and not s.over)
    first = missed_sentences(state, Seat(0), NAMES, events)[0]
    assert first == f"{NAMES[state.arrived[0]]} reached the beach: this is the last round."


def test_nothing_happened_is_nothing_told() -> None:
    events, state = next(random_game(0))
    assert missed_sentences(state, Seat(0), NAMES, events) == []

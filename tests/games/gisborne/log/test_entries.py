"""The log of Gisborne: who reads what, in which words."""

from dataclasses import replace
from functools import reduce
from itertools import count

import pytest
from django.utils.translation import override

from engine.contract import Seat
from engine.gisborne.cards import cards_text
from engine.gisborne.events import Event, Laid, RoundBegan
from engine.gisborne.game import RULES
from engine.gisborne.news import PlayNews
from engine.gisborne.state import State
from engine.labels import Labels
from games.gisborne.log.answers import answer_sentence
from games.gisborne.log.deeds import move_sentence, play_words
from games.gisborne.log.rounds import LaidPlay, fold_rounds
from games.gisborne.words.names import card_list
from games.tables.log.state import visible_entries
from tests.engine.gisborne_games import random_game, whole_game
from tests.engine.gisborne_positions import Table
from tests.games.gisborne.log.games import entry, lines_of, news_of


def _story(table: Table, pawns: list[int], letter: str) -> str:
    """Return the sentence about the seat's move in a round that began with the pawns on those fields."""
    seat = Seat("ABC".index(letter))
    events = [RoundBegan(1, table.state.round.order), *table.events]
    rounds = fold_rounds(visible_entries(RULES, map(entry, count(), events), None, table.state), pawns)
    play, move = rounds[1].plays[seat], rounds[1].move_of(seat)
    assert move is not None
    return move_sentence(play, move, table.state.way, letter)


def test_new_tiles_are_called_by_the_names_that_the_game_holds() -> None:
    events, state = whole_game(1)
    labels = Labels((("fr", "Tourbière brumeuse"),))
    path = [replace(tile, name="Misty Fen", labels=labels) for tile in state.box.path]
    named = state._replace(definition=replace(state.box, path=tuple(path)))
    (line, *_others) = [line for line in lines_of(events, named, None) if line.startswith("New tile")]
    assert line.startswith(("New tile: Misty Fen with a chip", "New tiles: Misty Fen with a chip"))
    with override("fr"):
        assert any("Tourbière brumeuse" in line for line in lines_of(events, named, None))


@pytest.mark.parametrize("number", range(3))
def test_seats_read_the_public_log_and_lines_about_their_own_cards(number: int) -> None:
    for events, state in list(random_game(number))[::25]:
        public = lines_of(events, state, None)
        assert not [line for line in public if line.startswith("You")]
        for seat in range(state.seats):
            own = lines_of(events, state, Seat(seat))
            assert [line for line in own if not line.startswith("You")] == public


def test_plays_are_unknown_before_the_reveal() -> None:
    events, state = next(
        (events, state) for events, state in random_game(1) if state.round.number == 3 and any(state.round.plays)
    )
    (laid,) = [event for event in events if isinstance(event, Laid) and event.round == 3][:1]
    words = play_words(laid.cards, tent=laid.tent)
    assert f"You laid {words}." in lines_of(events, state, laid.seat)
    others = [None, *(Seat(seat) for seat in range(state.seats) if seat != laid.seat)]
    for viewer in others:
        *_, latest = fold_rounds(news_of(events, state, viewer))
        assert laid.seat not in latest.plays


def test_play_taken_back_is_never_told() -> None:
    for events, state in list(random_game(1))[::25]:
        for viewer in (None, *(Seat(seat) for seat in range(state.seats))):
            for one in fold_rounds(news_of(events, state, viewer)):
                last: dict[Seat, LaidPlay] = dict(one.plays)
                laid = {event.seat: event for event in events if isinstance(event, Laid) and event.round == one.number}
                for seat, play in last.items():
                    assert (play.cards, play.tent) == (laid[seat].cards, laid[seat].tent)


def test_rounds_sum_up_to_the_points_of_the_state() -> None:
    for number in range(3):
        events, state = whole_game(number)
        rounds = fold_rounds(news_of(events, state, None))
        assert [sum(one.won(Seat(seat)) for one in rounds) for seat in range(state.seats)] == [
            chest.points for chest in state.chests
        ]
        assert rounds[-1].ended
        assert not rounds[-2].ended


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_line_is_a_sentence(language: str) -> None:
    with override(language):
        for number in range(3):
            events, state = whole_game(number)
            for line in lines_of(events, state, Seat(0)):
                assert line.endswith((".", ")")), line
                assert "%" not in line


def test_each_kind_of_deed_is_told() -> None:
    pawns = [4, 1, 3]
    table = Table(pawns, ["g4", "b1 b2", "b1"], chips={5: 1})
    table.lay(A="tent g4", B="b1 b2", C="b1")
    assert _story(table, pawns, "A") == "A laid the tent with gold 4 and stayed on field 4."
    taken = "C laid bronze 1, walked 1 step to field 4, was pushed on to field 5 (viewpoint) and took the chip worth 1."
    assert _story(table, pawns, "C") == taken
    pushed = "B laid bronze 1 and bronze 2, walked 3 steps to field 4 and was pushed on to field 6."
    assert _story(table, pawns, "B") == pushed


def test_river_is_told_before_its_crossing() -> None:
    pawns = [30, 1, 2]
    table = Table(pawns, ["b2 b2 b2 b2 s2 s2", "b1", "b1"])
    table.lay(A="s2", B="b1", C="b1")
    owed = "A laid silver 2, had 2 steps to take and must discard 2 cards at the river after field 30."
    assert _story(table, pawns, "A") == owed
    table.discard("A", "b2 s2")
    crossed = (
        "A laid silver 2, discarded bronze 2 and silver 2 at the river after field 30 and walked 2 steps to field 32."
    )
    assert _story(table, pawns, "A") == crossed


def test_wolves_swamp_bridge_and_beach_are_told() -> None:
    pawns = [22, 38, 16]
    table = Table(pawns, ["g3", "b1", "b2"], chests=[(1, 3)], chips={20: 3})
    table.lay(A="g3", B="b1", C="b2")
    assert _story(table, pawns, "A") == "A laid gold 3, walked 3 steps to field 25 (wolves) and must give up a chip."
    table.give("A", 3)
    assert _story(table, pawns, "A").endswith("field 25 (wolves) and gave the wolves a chip worth 3.")
    assert _story(table, pawns, "B") == ("B laid bronze 1 and stayed on field 38, as the swamp halved a single step.")
    assert _story(table, pawns, "C") == (
        "C laid bronze 2, walked 2 steps to field 18, crossed the bridge to field 22 "
        "and took the chip worth 3 from field 20, as the last to pass it."
    )
    pawns = [76, 75, 70]
    table = Table(pawns, ["g4", "b1", "b1"], whole=True)
    table.lay(A="g4", B="b1", C="b1")
    assert _story(table, pawns, "A") == (
        "A laid gold 4, had 4 steps to take, reached slot 5 of the beach "
        "and took the chip worth 4 there, as the first to arrive."
    )


def test_own_answers_are_told_to_their_seat_alone() -> None:
    news = PlayNews(3, Seat(1), Table([0, 0, 0], ["s3 s3"] * 3).hand("A"), tent=False, chosen=True)
    assert answer_sentence(news, Seat(1)) == "You laid 2 × silver 3."
    assert answer_sentence(news, Seat(0)) == ""


def test_own_answers_of_whole_games_are_told() -> None:
    events, state = whole_game(2)
    told = 0
    for event in events:
        news = RULES.visible(event, Seat(0), state)
        told += bool(news and answer_sentence(news, Seat(0)))
    assert told > state.round.number // 2


def _fold(events: list[Event]) -> State:
    state: State = reduce(RULES.evolve, events, RULES.initial)
    return state


def test_dealt_cards_are_read_by_their_seat() -> None:
    events, state = next(random_game(0))
    hand = _fold(events).hands[0]
    assert f"You were dealt {card_list(hand)}." in lines_of(events, state, Seat(0)), cards_text(hand)

"""The coin track: highlighting the coins of the last turn."""

from dataclasses import replace
from random import Random

import pytest

from engine.cartographers.events import GameStarted
from engine.cartographers.game import RULES
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.goals.panels import LONGEST, coin_track, drawn_length
from games.cartographers.log.past_states import read_news
from games.play.people import Person
from games.tables.log.state import log
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.django_db
ANN = Person(Seat(0), "Ann", "", "ann", "seat-0", True)


def test_the_coins_of_the_last_turn_are_new(people: list[User]) -> None:
    """Coins of a turn are highlighted until the next one closes."""
    table, chance, gains = play.gather(people[0]), Random(3), set[int]()
    while not (state := play.state_of(table)).over:
        before, turn = state.coins[0], state.turn
        monsters.answer(table, people, RULES.asks(state)[0], chance)
        state = play.state_of(table)
        if state.turn - turn != 1:
            continue  # a monster walked in meanwhile
        view = RULES.view(state, Seat(0))
        track = coin_track(view, ANN, read_news(log(table, up_to=play.events(table)), Seat(0), state), "")
        assert (track.old, len(track.filled)) == (before, state.coins[0])
        gains.add(state.coins[0] - before)
    assert gains >= {0, 1}


def test_a_longer_track_that_was_stored_before_still_loads_and_is_drawn_in_part(people: list[User]) -> None:
    definition = play.state_of(play.gather(people[0])).definition
    assert drawn_length(definition) == definition.coin_track
    started = GameStarted(replace(definition, coin_track=10**6), 1)
    assert RULES.decode(*RULES.encode(started)) == started
    assert drawn_length(started.definition) == LONGEST

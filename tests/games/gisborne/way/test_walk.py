"""The moves of a round that the pawns of a page walk."""

from engine.gisborne import RULES
from engine.gisborne.events import Arrived, Moved
from games.gisborne.way.walk import BEACH, Walk, find_walk
from tests.engine.gisborne_games import random_game, whole_game
from tests.engine.gisborne_positions import Table, seats


def test_a_walk_has_the_moves_of_a_round_in_order() -> None:
    table = Table([0, 0, 0], ["b2", "b1", "b2"])
    table.lay(A="b2", B="b1", C="b2")
    a, b, c = seats("ABC")
    legs = [(leg.seat, leg.start, leg.to, leg.kind) for leg in find_walk(table.events).legs]
    assert legs == [(a, 0, 2, "steps"), (b, 0, 1, "steps"), (c, 0, 2, "steps"), (c, 2, 3, "push")]


def test_legs_of_a_seat_join_and_end_where_its_pawn_is() -> None:
    for events, state in random_game(3):
        walk = find_walk(events)
        ends: dict[int, int] = {}
        for leg in walk.legs:
            assert ends.get(leg.seat, leg.start) == leg.start
            ends[leg.seat] = leg.to
        assert all(to in {BEACH, state.at[seat]} for seat, to in ends.items())


def test_the_last_walk_of_a_game_leads_onto_the_beach() -> None:
    events, state = whole_game(3)
    walk = find_walk(events)
    arrivals = [event.seat for event in events if isinstance(event, Arrived)]
    assert [leg.seat for leg in walk.legs if leg.to == BEACH] == arrivals
    assert walk.round == state.round.number
    assert walk.data.count(" ") == len(walk.legs) - 1


def test_news_give_the_same_walk_as_events() -> None:
    events, state = whole_game(3)
    news = [RULES.visible(event, None, state) for event in events]
    assert find_walk(item for item in news if item is not None) == find_walk(events)


def test_nobody_walks_before_the_first_move() -> None:
    events, _ = next(random_game(3))
    assert not any(isinstance(event, Moved) for event in events)
    assert find_walk(events) == Walk()

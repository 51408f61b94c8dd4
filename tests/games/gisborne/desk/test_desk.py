"""Sentences of the desk about cards to discard."""

from dataclasses import replace

import pytest
from django.http import QueryDict

from engine.contract import Seat
from engine.gisborne import gisborne
from engine.gisborne.game import RULES
from games.gisborne.desk.desk import DeskView, build_desk
from games.gisborne.desk.hand import Stack
from tests.engine.gisborne_positions import Table


def desk_of(table: Table, seat: int, step: str = "") -> DeskView:
    """Return the desk of a seat with the selection of an address."""
    desk = build_desk(RULES.view(table.state, Seat(seat)), table.state, QueryDict(step), "/tables/ABC/")
    assert desk is not None
    return desk


def at_a_river(river_hand: int = 3) -> Table:
    table = Table((28, 30, 9), ("4b1 2s2 b2", "b1", "b1"), box=replace(gisborne(), river_hand=river_hand))
    table.lay(A="2s2", B="tent", C="tent")
    return table


def stacks(desk: DeskView) -> list[Stack]:
    assert desk.hand is not None
    return [stack for metal in desk.hand.metals for stack in metal.stacks if stack.count]


# --- Rivers ----------------------------------------------------------------------------------------------------------


def test_the_lowest_cards_are_chosen_at_a_river_until_the_player_chooses() -> None:
    desk = desk_of(at_a_river(), 0)
    assert desk.lead == "Only 3 cards may cross."
    assert desk.count == "2 of 2 cards chosen. The lowest cards are chosen for you."
    assert desk.count_words == "{n} of 2 cards chosen."
    assert [(stack.face, stack.chosen) for stack in stacks(desk)] == [("b1", 2), ("b2", 0)]
    own = desk_of(at_a_river(), 0, "b1=1")
    assert own.count == "1 of 2 cards chosen."
    assert [stack.chosen for stack in stacks(own)] == [1, 0]


def test_a_choice_of_no_cards_is_kept_at_a_river() -> None:
    desk = desk_of(at_a_river(), 0, "b1=0")
    assert desk.count == "0 of 2 cards chosen."
    assert [stack.chosen for stack in stacks(desk)] == [0, 0]


def test_stacks_at_a_river_offer_as_many_cards_as_must_go() -> None:
    assert [stack.numbers for stack in stacks(desk_of(at_a_river(), 0))] == [(1, 2), (1,)]
    hand = desk_of(at_a_river(), 0).hand
    assert hand is not None
    assert not any(metal.draws for metal in hand.metals)


@pytest.mark.parametrize(
    ("river_hand", "lead"), [(0, "No cards may cross."), (1, "Only 1 card may cross."), (2, "Only 2 cards may cross.")]
)
def test_how_many_cards_may_cross_is_a_sentence(river_hand: int, lead: str) -> None:
    assert desk_of(at_a_river(river_hand), 0).lead == lead

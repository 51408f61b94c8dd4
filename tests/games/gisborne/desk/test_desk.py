"""Sentences of the desk about a play in the making, and about cards to discard."""

from dataclasses import replace

import pytest
from django.http import QueryDict

from engine.contract import Seat
from engine.gisborne import gisborne
from engine.gisborne.definition import LaidNumbers
from engine.gisborne.game import RULES
from games.gisborne.desk.desk import DeskView, build_desk
from games.gisborne.desk.hand import Stack
from tests.engine.gisborne_positions import Table

STANDS = "A player behind you has laid cards, so you can’t undo this play."


def desk_of(table: Table, seat: int, step: str = "") -> DeskView:
    """Return the desk of a seat with the selection of an address."""
    desk = build_desk(RULES.view(table.state, Seat(seat)), table.state, QueryDict(step), "/tables/ABC/")
    assert desk is not None
    return desk


def said(table: Table, seat: int, step: str = "") -> tuple[str, ...]:
    """Return the sentences about a play in the making."""
    pending = desk_of(table, seat, step).pending
    assert pending is not None
    assert not pending.problem
    return pending.sentences


def at_a_river(river_hand: int = 3) -> Table:
    table = Table((28, 30, 9), ("4b1 2s2 b2", "b1", "b1"), box=replace(gisborne(), river_hand=river_hand))
    table.lay(A="2s2", B="tent", C="tent")
    return table


def stacks(desk: DeskView) -> list[Stack]:
    assert desk.hand is not None
    return [stack for metal in desk.hand.metals for stack in metal.stacks if stack.count]


# --- Laying ----------------------------------------------------------------------------------------------------------


def test_a_village_offers_cards_of_any_metal() -> None:
    table = Table((8, 0, 0), ("s2 b1", "b1", "b2"))
    assert said(table, 0) == ("Choose up to 5 cards of any metal, or the tent to stay.",)
    assert said(table, 1) == ("Choose up to 5 cards of one metal, or the tent to stay.",)


def test_a_play_that_cannot_be_undone_is_announced_before_it_is_laid() -> None:
    table = Table((4, 3, 1), ("b1 s2", "b1", "b2"))
    assert [pending.note for seat in range(3) if (pending := desk_of(table, seat).pending)] == ["", "", ""]
    table.lay(B="b1")
    for step in ("", "b1=1", "b1=1&s2=1"):
        pending = desk_of(table, 0, step).pending
        assert pending is not None
        assert pending.note == STANDS
        assert pending.aloud.endswith(STANDS)
    behind = desk_of(table, 2).pending
    assert behind is not None
    assert not behind.note
    table.lay(A="b1")
    assert not desk_of(table, 0).may_undo
    table.lay(C="b2")


def test_a_tent_that_lies_by_itself_lets_plays_be_undone() -> None:
    pending = desk_of(Table((4, 3, 1), ("b1 s2", "", "b2")), 0).pending
    assert pending is not None
    assert not pending.note


def test_any_play_can_be_undone_where_numbers_are_hidden() -> None:
    table = Table((4, 3, 1), ("b1 s2", "b1", "b2"), box=replace(gisborne(), laid_numbers=LaidNumbers.HIDDEN))
    table.lay(B="b1")
    pending = desk_of(table, 0).pending
    assert pending is not None
    assert not pending.note


@pytest.mark.parametrize(
    ("seat", "pile", "discards", "step", "drawn"),
    [
        (0, 2, "", "tent=on", "Draws 2 cards back."),
        (0, 1, "", "tent=on", "Draws 2 cards back, as far as the pile lasts."),
        (0, 1, "g3", "tent=on", "Draws 2 cards back."),  # the discards become a pile
        (0, 1, "", "b1=1", "Draws 2 cards back."),  # the card that it plays is a discard by then
        (0, 0, "", "b1=1", "Draws 2 cards back, as far as the pile lasts."),
        (0, 0, "", "b1=1&tent=on", "Draws 2 cards back, as far as the pile lasts."),
        (0, 0, "", "s2=1", "Draws 1 card back."),
        (0, 0, "", "g3=1", "Draws no cards back."),
        (2, 4, "", "b1=2", "Draws 2 cards back."),  # each of the two seats ahead draws 2 cards at most
        (2, 4, "", "b1=1", "Draws 2 cards back, as far as the pile lasts."),
        (2, 4, "g4", "b1=1", "Draws 2 cards back."),
    ],
)
def test_draws_are_promised_as_far_as_the_cards_surely_suffice(
    seat: int, pile: int, discards: str, step: str, drawn: str
) -> None:
    hand = "2b1 s2 g3"
    table = Table((4, 3, 1), (hand, hand, hand), pile=pile, discards=discards)
    assert said(table, seat, step)[-1] == drawn


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


@pytest.mark.parametrize(("river_hand", "lead"), [(1, "Only 1 card may cross."), (2, "Only 2 cards may cross.")])
def test_how_many_cards_may_cross_is_a_sentence(river_hand: int, lead: str) -> None:
    assert desk_of(at_a_river(river_hand), 0).lead == lead

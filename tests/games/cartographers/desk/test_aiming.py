"""Parsing of typed placements: optional parts, spaces alone, and errors found before the rules."""

import pytest
from django.http import QueryDict

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.geometry import mask_of
from engine.cartographers.notation import space_of
from engine.cartographers.placement import HeroPattern, Offer, SingleTerrain, explore_offer, hero_offer
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import DRAWABLE
from engine.cartographers.view import SpaceChoice
from engine.contract import Seat
from games.cartographers.desk.placement_state import Ghost, first_ghost, ghost_of
from games.cartographers.desk.typed_placement import (
    Hand,
    SelectedSpace,
    fields_of,
    ghost_from_parts,
    next_target,
    plain_command,
)
from games.cartographers.line.typed_plays import hand_after
from games.cartographers.typed.commands import (
    BareSpace,
    Confirm,
    DescribeSpace,
    Destroy,
    NextFit,
    Parts,
    PlaceShape,
    Try,
)
from games.cartographers.typed.parser import parse
from games.play.line import UnreadableCommand

BLANK = Board.of_sheet(Sheet.from_rows("blank", "Blank", ["." * 11] * 11))
C5 = space_of("C5")


def offer(card: str) -> Offer:
    offered = explore_offer(
        cartographers().explore[card], BLANK, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY
    )
    assert offered is not None
    return offered


def hand(card: str) -> Ghost:
    return first_ghost(offer(card))


def hero() -> Ghost:
    offered = hero_offer(heroes().heroes["wren_the_lioness"], BLANK, HeroPattern.TURNABLE)
    assert offered is not None
    return first_ghost(offered)


def placed(line: str, ghost: Ghost) -> str:
    command = parse(line)
    assert isinstance(command, PlaceShape)
    return str(ghost_from_parts(command.parts, ghost).placement)


@pytest.mark.parametrize(
    ("card", "line", "placement"),
    [
        ("hinterland_stream", "1 water r1 C5", "1 water r1 C5"),
        ("hinterland_stream", "water C5", "1 water r0 C5"),
        ("hinterland_stream", "w left C5", "1 water r3 C5"),
        ("great_river", "2 C5", "2 water r0 C5"),
        ("great_river", "2 f C5", "2 water r1 C5"),
        ("orchard", "f C5", "1 forest r0 C5"),
        ("orchard", "f f C5", "1 forest r0 f C5"),
        ("orchard", "a f C5", "1 farm r0 f C5"),
        ("fishing_village", "village flip C5", "1 village r0 C5"),
    ],
)
def test_what_there_is_only_one_of_may_be_left_out(card: str, line: str, placement: str) -> None:
    assert placed(line, hand(card)) == placement


def test_how_it_is_held_is_as_in_hand() -> None:
    turned = hand("hinterland_stream").turned(1)
    assert placed("farm C5", turned) == "1 farm r1 C5"
    assert placed("farm r0 C5", turned) == "1 farm r0 C5"
    other = hand("great_river").turned(1)
    assert placed("2 C5", other) == "2 water r0 C5", "another shape is held as on the card"


def test_the_drawing_in_hand_is_tried_elsewhere_without_naming_it() -> None:
    query = QueryDict("option=2&terrain=water&held=r1&anchor=E5")
    there = ghost_of(query, offer("great_river"))
    ghost = hand_after(Try(Parts(anchor=C5)), there)
    assert isinstance(ghost, Ghost)
    assert str(ghost.placement) == "2 water r1 C5"
    assert hand_after(Try(Parts()), there) == there


@pytest.mark.parametrize(
    ("card", "line", "words"),
    [
        ("great_river", "C5 water", "There are 2 shapes. Add the shape number"),
        ("great_river", "3 C5", "type 1 to 2"),
        ("great_river", "0 C5", "type 1 to 2"),
        ("orchard", "2 forest C5", "There is only 1 shape: type 1."),
        ("orchard", "1 C5", "Add a terrain: forest or farm."),
        ("orchard", "water C5", "Water isn’t on this card. Type forest or farm."),
    ],
)
def test_what_is_left_open_or_not_on_offer_is_asked_for(card: str, line: str, words: str) -> None:
    with pytest.raises(UnreadableCommand) as refusal:
        placed(line, hand(card))
    assert words in str(refusal.value)


def test_a_hero_is_one_shape_in_one_terrain() -> None:
    assert placed("r1 C5", hero()) == "1 hero r1 C5"
    assert plain_command(BareSpace(C5), hero()) == PlaceShape(Parts(option=0, anchor=C5))


def choice(*names: str) -> SelectedSpace:
    targets = mask_of(map(space_of, names))
    return SelectedSpace(SpaceChoice(heroes().ambushes["gorgon_gaze"], Seat(0), BLANK, targets, None), 0)


@pytest.mark.parametrize(
    ("held", "meaning"),
    [
        (None, DescribeSpace(C5)),
        (hand("orchard"), DescribeSpace(C5)),
        (hand("great_river"), DescribeSpace(C5)),
        (choice("C5"), Destroy(C5)),
    ],
)
def test_a_bare_space_acts_only_where_it_can_mean_one_thing(held: Hand, meaning: object) -> None:
    assert plain_command(BareSpace(C5), held) == meaning


def test_other_commands_mean_the_same_everywhere() -> None:
    assert plain_command(Confirm(), None) == Confirm()


def test_the_next_space_to_be_destroyed_comes_round_again() -> None:
    held = choice("A1", "C5", "K2")
    names = []
    for _ in range(4):
        held = SelectedSpace(held.choice, 1 << next_target(held))
        names.append(fields_of(held)[0][1])
    assert names == ["A1", "C5", "K2", "A1"]


def test_a_space_that_cannot_be_destroyed_is_not_put_forward() -> None:
    with pytest.raises(UnreadableCommand, match="Choose one of these: A1 or C5"):
        hand_after(Try(Parts(anchor=space_of("B2"))), choice("A1", "C5"))
    assert hand_after(Try(Parts(anchor=C5)), choice("A1", "C5")) == SelectedSpace(choice("A1", "C5").choice, 1 << C5)


def test_nothing_in_hand_stays_nothing() -> None:
    assert hand_after(NextFit(), None) is None
    assert fields_of(None) == ()


def test_the_next_fit_and_the_edge() -> None:
    ghost = hand_after(NextFit(), hand("orchard"))
    assert isinstance(ghost, Ghost)
    assert dict(fields_of(ghost)) == {"option": "1", "terrain": "forest", "held": "r0", "anchor": "A1"}
    with pytest.raises(UnreadableCommand, match=r"The shape extends past the edge of the map. Move it inward."):
        hand_after(Try(Parts(anchor=space_of("K11"))), hand("orchard"))


def test_what_is_in_hand_comes_back_by_its_fields() -> None:
    there = hand("great_river").with_option(1).turned(1)
    query = QueryDict(mutable=True)
    query.update(dict(fields_of(there)))
    assert ghost_of(query, there.offer) == there

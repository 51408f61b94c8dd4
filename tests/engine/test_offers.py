"""Offers of an explore card on a board."""

from dataclasses import replace

import pytest

from engine.cartographers.board import Board
from engine.cartographers.cards import Place, explore_from_json, explore_to_json
from engine.cartographers.catalog import cartographers
from engine.cartographers.errors import Refusal
from engine.cartographers.notation import board_of, placement_of
from engine.cartographers.placement import Forced, Offer, SingleTerrain, explore_offer
from engine.cartographers.terrain import DRAWABLE
from engine.contract import RuleViolation
from tests.engine.tools import BLANK, FULL_MAP, mostly_empty, mostly_full, names

PUBLISHED = cartographers()


def offered(card: str, text: str, *, ruins: bool = False, single: SingleTerrain = SingleTerrain.ANY) -> Offer:
    offer = explore_offer(PUBLISHED.explore[card], board_of(text), ruins=ruins, singles=DRAWABLE, single_terrain=single)
    assert offer is not None
    return offer


def drawings(offer: Offer) -> set[tuple[str, str, bool]]:
    """Cells, terrain and coin of everything on offer."""
    return {
        (names(offer.fit(placement).cells), placement.terrain.word, offer.options[placement.option].coin)
        for placement in offer.placements()
    }


def places(offer: Offer) -> set[str]:
    return {cells for cells, _, _ in drawings(offer)}


def refusal(offer: Offer, text: str) -> tuple[str, str]:
    with pytest.raises(RuleViolation) as refused:
        offer.fit(placement_of(text))
    assert not refused.value.behind
    return refused.value.code, " ".join(refused.value.details)


ALL_FIVE = {"forest", "village", "farm", "water", "monster"}


def test_one_shape_of_the_card_in_one_of_its_terrains_with_its_coin() -> None:
    assert drawings(offered("farmland", mostly_full(E="FFF..FFFFFF"))) == {("E4 E5", "farm", True)}
    assert drawings(offered("fishing_village", mostly_full(E="FF....FFFFF"))) == {
        ("E3 E4 E5 E6", "village", False),
        ("E3 E4 E5 E6", "water", False),
    }
    cross = offered("farmland", mostly_full(D="FFF.FFFFFFF", E="FF...FFFFFF", F="FFF.FFFFFFF"))
    assert {(cells, coin) for cells, _, coin in drawings(cross)} == {
        ("D4 E3 E4 E5 F4", False),
        ("D4 E4", True),
        ("E3 E4", True),
        ("E4 E5", True),
        ("E4 F4", True),
    }


def test_nothing_need_be_adjacent_to_what_is_drawn() -> None:
    assert len(places(offered("rift_lands", FULL_MAP.replace("F", ".")))) == 121


@pytest.mark.parametrize(("single", "terrains"), [("any", ALL_FIVE), ("card", {"village", "water"})])
def test_a_forced_single_takes_its_terrain_by_the_switch(single: str, terrains: set[str]) -> None:
    offer = offered("fishing_village", mostly_full(E="FF...FFFFFF"), single=SingleTerrain(single))
    assert offer.forced is Forced.NOTHING_FITS
    assert drawings(offer) == {(cell, terrain, False) for cell in ("E3", "E4", "E5") for terrain in terrains}


@pytest.mark.parametrize("single", SingleTerrain)
def test_under_ruins_a_forced_single_is_of_any_terrain_on_any_space(single: SingleTerrain) -> None:
    offer = offered("fishing_village", mostly_full(E="FF...FFrFFF"), ruins=True, single=single)
    assert offer.forced is Forced.NOTHING_REACHES_RUINS
    assert drawings(offer) == {(cell, word, False) for cell in ("E3", "E4", "E5", "E8") for word in ALL_FIVE}


def test_a_forced_single_brings_no_coin_even_of_a_card_with_one() -> None:
    offer = offered("farmland", mostly_full(E="FF.F.FFFFFF"))
    assert {coin for _, _, coin in drawings(offer)} == {False}


def test_ruins_bind_to_every_place_that_covers_one() -> None:
    offer = offered("farmland", mostly_full(E="FF.r.FFFFFF"), ruins=True)
    assert offer.forced is Forced.NO
    assert places(offer) == {"E3 E4", "E4 E5"}
    assert refusal(offered("farmland", mostly_full(E="..r.FFFFFFF"), ruins=True), "1 farm A1")[0] == "blocked"
    assert refusal(offered("farmland", mostly_full(E="..r.FFFFFFF"), ruins=True), "1 farm r1 E1") == (
        Refusal.RUINS_REQUIRED,
        "E3",
    )


def test_ruins_bind_where_only_the_other_shape_of_the_card_reaches_them() -> None:
    text = mostly_full(C="r" + "F" * 10, D="." + "F" * 10, H="." * 11, I="." * 11, J="." * 11)
    assert places(offered("farmland", text, ruins=True)) == {"C1 D1"}  # the cross fits below, but on no ruins
    assert "H2 I1 I2 I3 J2" in places(offered("farmland", text))


def test_ruins_that_are_drawn_over_bind_nobody() -> None:
    offer = offered("farmland", mostly_full(E="..fF" + "F" * 7), ruins=True)
    assert offer.forced is Forced.NO_EMPTY_RUINS
    assert places(offer) == {"E1", "E2"}


def test_without_ruins_cards_ruins_are_spaces_like_others() -> None:
    assert places(offered("farmland", mostly_full(E="r.FF" + "F" * 7))) == {"E1 E2"}


def test_rift_lands_is_a_single_of_five_terrains() -> None:
    offer = offered("rift_lands", mostly_full(E=".r" + "F" * 9))
    assert drawings(offer) == {(cell, word, False) for cell in ("E1", "E2") for word in ALL_FIVE}
    assert offer.forced is Forced.NO


def test_rift_lands_goes_on_empty_ruins_where_there_are_any() -> None:
    offer = offered("rift_lands", mostly_full(E=".r" + "F" * 9), ruins=True)
    assert (places(offer), offer.forced) == ({"E2"}, Forced.NO)
    without = offered("rift_lands", mostly_full(E=".f" + "F" * 9), ruins=True)
    assert (places(without), without.forced) == ({"E1"}, Forced.NO_EMPTY_RUINS)


@pytest.mark.parametrize("ruins", [False, True])
@pytest.mark.parametrize("card", PUBLISHED.explore)
def test_a_full_board_is_offered_nothing(card: str, ruins: bool) -> None:
    offer = explore_offer(
        PUBLISHED.explore[card],
        board_of(FULL_MAP),
        ruins=ruins,
        singles=DRAWABLE,
        single_terrain=SingleTerrain.ANY,
    )
    assert offer is None


def test_anchors_fits_and_placements_speak_of_the_same_places() -> None:
    offer = offered("hamlet", mostly_full(E="..r....FFFF", F="....r..FFFF"), ruins=True)
    for option in offer.options:
        anchors = {
            (way.turn, anchor) for way in option.shape.orientations for anchor in _bits(offer.anchors(option, way))
        }
        assert anchors == {(fit.orientation.turn, fit.anchor) for fit in offer.fits(option)}


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


@pytest.mark.parametrize(
    ("text", "code", "spaces"),
    [
        ("3 farm A1", Refusal.UNKNOWN_OPTION, ""),
        ("1 forest A1", Refusal.TERRAIN_NOT_OFFERED, ""),
        ("1 hero A1", Refusal.TERRAIN_NOT_OFFERED, ""),
        ("1 mountain A1", Refusal.TERRAIN_NOT_OFFERED, ""),
        ("1 farm K1", Refusal.OFF_MAP, ""),
        ("1 farm r1 A11", Refusal.OFF_MAP, ""),
        ("2 farm A1", Refusal.OFF_MAP, ""),
        ("1 farm r1 B3", Refusal.BLOCKED, "B4"),
        ("2 farm A4", Refusal.BLOCKED, "B4"),
        ("2 farm B4", Refusal.BLOCKED, "B4"),
    ],
)
def test_a_placement_is_refused_with_its_reason_and_spaces(text: str, code: Refusal, spaces: str) -> None:
    sheet = Board.of_sheet(PUBLISHED.sheets["A"])
    offer = explore_offer(
        PUBLISHED.explore["farmland"], sheet, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY
    )
    assert offer is not None
    assert refusal(offer, text) == (code, spaces)


def test_every_offered_placement_is_accepted_and_no_other() -> None:
    offer = offered("treetop_village", mostly_full(D="....FFFFFFF", E="....FFFFFFF", F="....FFFFFFF"))
    legal = set(offer.placements())
    blank = offered("treetop_village", "/".join(BLANK.rows()))
    for placement in blank.placements():
        if placement in legal:
            assert not offer.fit(placement).cells & ~offer.empty
        else:
            with pytest.raises(RuleViolation):
                offer.fit(placement)


MOUNTAINS = mostly_full(E="FFF....FFFF", F="FFF.^.FFFFF", K=".........FF")


@pytest.mark.parametrize(
    ("place", "covering", "refusal", "elsewhere"),
    [
        (Place.EDGE, "K1 K2 K3 K4 K5 K6 K7 K8 K9", Refusal.EDGE_REQUIRED, "1 water r1 E4"),
        (Place.MOUNTAIN, "E5 F4 F6", Refusal.MOUNTAIN_REQUIRED, "1 water r1 K1"),
    ],
)
def test_a_card_that_is_tied_to_a_place_covers_one_of_its_spaces(
    place: Place, covering: str, refusal: Refusal, elsewhere: str
) -> None:
    card = replace(PUBLISHED.explore["great_river"], place=place)
    board = board_of(MOUNTAINS)
    offer = explore_offer(card, board, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY)
    assert offer is not None
    assert (names(offer.covering), offer.place, offer.forced) == (covering, place, Forced.NO)
    with pytest.raises(RuleViolation) as refused:
        offer.fit(placement_of(elsewhere))
    assert (refused.value.code, refused.value.details) == (refusal, ())
    assert all(offer.fit(placement).cells & offer.covering for placement in offer.placements())
    full = board_of(mostly_full(C="F...FFFFFFF"))
    single = explore_offer(card, full, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY)
    assert single is not None
    assert (single.forced, single.covering, single.place) == (Forced.NOTHING_REACHES_PLACE, 0, None)


def test_ruins_come_before_the_place_of_a_card() -> None:
    card = replace(PUBLISHED.explore["great_river"], place=Place.EDGE)
    board = board_of(mostly_empty(E="....r......"))
    offer = explore_offer(card, board, ruins=True, singles=DRAWABLE, single_terrain=SingleTerrain.ANY)
    assert offer is not None
    assert (names(offer.covering), offer.place) == ("E5", None)


def test_a_card_is_stored_with_its_place_only_if_it_has_one() -> None:
    free = PUBLISHED.explore["great_river"]
    assert "place" not in explore_to_json(free)
    tied = replace(free, place=Place.MOUNTAIN)
    assert explore_to_json(tied)["place"] == "mountain"
    assert explore_from_json(explore_to_json(tied)) == tied
    with pytest.raises(ValueError, match="place: 'sea'"):
        explore_from_json(explore_to_json(free) | {"place": "sea"})

"""The placement in progress: put down, rotated, flipped, moved, auto-placed, stored in a URL."""

from random import Random

import pytest
from django.http import QueryDict

from engine.cartographers.geometry import SIZE, space, spaces
from engine.cartographers.notation import Placement, space_name, space_of
from engine.cartographers.placement import Offer
from engine.contract import RuleViolation
from games.cartographers.desk.placement_state import Ghost, first_ghost, ghost_of
from tests.engine.tools import any_placement, mostly_full, new_game

ALL = [space(row, column) for row in range(SIZE) for column in range(SIZE)]


def offer_of(*spring: str) -> Offer:
    return new_game(spring=spring or ("hinterland_stream",)).offer()


def ghosts(offer: Offer) -> list[Ghost]:
    """Every shape in every orientation, not placed yet."""
    return [
        Ghost(offer, number, option.terrains[0], way)
        for number, option in enumerate(offer.options)
        for way in option.shape.orientations
    ]


def query_of(ghost: Ghost) -> QueryDict:
    return QueryDict(ghost.query().removeprefix("?").removesuffix("#desk"))


def test_at_first_it_lies_nowhere() -> None:
    ghost = first_ghost(offer_of())
    assert (ghost.anchor, ghost.fit, ghost.cells, ghost.legal, ghost.placement) == (None, None, 0, False, None)


@pytest.mark.parametrize("card", ["hinterland_stream", "fishing_village", "rift_lands", "great_river"])
def test_it_covers_the_tapped_space_legally_where_it_can(card: str) -> None:
    offer = offer_of(card)
    for ghost in ghosts(offer):
        table = [fit for fit in ghost.orientation.table if fit is not None]
        for tapped in ALL:
            put = ghost.covering(tapped)
            covering = [fit for fit in table if fit.cells >> tapped & 1]
            legal = [fit for fit in covering if not fit.cells & ~offer.empty]
            if covering:
                assert put.fit == (legal or covering)[-1]
            else:
                assert put.fit in table


@pytest.mark.parametrize("number", range(4))
def test_legal_is_what_the_rules_say(number: int) -> None:
    game = new_game(2, seed=number)
    rng = Random(number)
    for _ in range(6):
        game.close_turn(rng)
        offer = game.offer()
        for ghost in ghosts(offer):
            for where in ALL:
                moved = Ghost(offer, ghost.option, ghost.terrain, ghost.orientation, where)
                assert moved.placement is not None
                assert moved.legal == allowed(offer, moved.placement)


def allowed(offer: Offer, placement: Placement) -> bool:
    try:
        offer.fit(placement)
    except RuleViolation:
        return False
    return True


def test_a_corner_that_it_cannot_cover_draws_it_near() -> None:
    ghost = first_ghost(offer_of("hinterland_stream"))
    put = ghost.covering(space(SIZE - 1, SIZE - 1))
    assert [space_name(cell) for cell in spaces(put.cells)] == ["I9", "I10", "I11", "J9", "K9"]


def test_four_quarters_and_two_mirrors_lead_back_to_the_way_it_was_held() -> None:
    for ghost in ghosts(offer_of("fishing_village", "rift_lands")):
        turned = ghost.turned(1).turned(1).turned(1).turned(1)
        assert turned.orientation == ghost.orientation
        assert ghost.flipped().flipped().orientation == ghost.orientation
        assert ghost.turned(1).turned(-1).orientation == ghost.orientation


def test_turning_never_pushes_it_off_the_map() -> None:
    for ghost in ghosts(offer_of("hinterland_stream")):
        for corner in (space(0, 0), space(0, SIZE - 1), space(SIZE - 1, 0), space(SIZE - 1, SIZE - 1)):
            put = ghost.covering(corner)
            for moved in (put.turned(1), put.turned(-1), put.flipped()):
                assert moved.anchor is not None
                assert moved.fit is not None


def test_turning_and_mirroring_lead_back_to_where_it_lay() -> None:
    for ghost in ghosts(offer_of("fishing_village", "rift_lands", "hinterland_stream")):
        put = ghost.covering(space_of("F6"))
        assert put.turned(1).turned(1).turned(1).turned(1) == put
        assert put.turned(1).turned(-1) == put
        assert put.flipped().flipped() == put
        assert all(
            put.with_orientation(way).with_orientation(put.orientation) == put for way in put.chosen.shape.orientations
        )


def test_another_shape_lies_where_the_one_before_lay() -> None:
    put = first_ghost(offer_of("great_river")).covering(space_of("F6"))
    other = put.with_option(1)
    assert other.option == 1
    assert other.cells & put.cells
    assert other.with_option(0) == put


def test_turning_about_the_middle_stays_near() -> None:
    put = first_ghost(offer_of("hinterland_stream")).covering(space_of("F6"))
    assert put.turned(1).turned(1).cells & put.cells
    assert put.turned(1).cells & put.cells


def test_a_nudge_moves_by_one_and_stops_at_the_edge() -> None:
    put = first_ghost(offer_of("fishing_village")).covering(space_of("F6"))
    right = put.nudged(0, 1)
    assert right is not None
    assert right.cells == put.cells << 1
    assert right.nudged(0, -1) == put
    assert first_ghost(offer_of()).nudged(0, 1) is None
    steps = 0
    moved: Ghost | None = put
    while moved is not None:
        moved, steps = moved.nudged(-1, 0), steps + 1
    assert steps <= SIZE


def test_next_fit_comes_by_every_legal_place_and_begins_anew() -> None:
    offer = offer_of("rift_lands")
    ghost = first_ghost(offer)
    legal = [(fit.orientation.turn, fit.anchor) for fit in offer.fits(ghost.chosen)]
    places = []
    for _ in legal:
        following = ghost.next_fit()
        assert following is not None
        assert following.legal
        ghost = following
        places.append((ghost.orientation.turn, ghost.anchor))
    assert sorted(places) == sorted(legal)
    again = ghost.next_fit()
    assert again is not None
    assert (again.orientation.turn, again.anchor) == places[0]


def test_next_fit_finds_the_only_place_and_stays_there() -> None:
    game = new_game(spring=("great_river",)).put(mostly_full(E="FFF...FFFFF"))
    ghost = first_ghost(game.offer()).next_fit()
    assert ghost is not None
    assert [space_name(cell) for cell in spaces(ghost.cells)] == ["E4", "E5", "E6"]
    again = ghost.next_fit()
    assert again is not None
    assert again.cells == ghost.cells


def test_next_fit_says_so_where_there_is_none() -> None:
    game = new_game(spring=("hinterland_stream",)).put(mostly_full(E="FFF...FFFFF"))
    forced = first_ghost(game.offer()).next_fit()
    assert forced is not None
    assert forced.cells.bit_count() == 1
    offer = offer_of("great_river")
    nowhere = Offer(offer.options, 0)
    assert first_ghost(nowhere).next_fit() is None


@pytest.mark.parametrize("number", range(3))
def test_every_step_survives_its_address(number: int) -> None:
    rng, game = Random(number), new_game(3, seed=number)
    for _ in range(8):
        offer = game.offer()
        placement = any_placement(rng, offer)
        way = offer.options[placement.option].shape.held(placement.turn)
        ghost = Ghost(offer, placement.option, placement.terrain, way, placement.anchor)
        assert ghost_of(query_of(ghost), offer) == ghost
        assert ghost.placement is not None
        assert offer.fit(ghost.placement).cells == ghost.cells
        nowhere = Ghost(offer, placement.option, placement.terrain, way)
        assert ghost_of(query_of(nowhere), offer) == nowhere
        game.close_turn(rng)


def test_another_shape_keeps_the_terrain_where_it_may() -> None:
    offer = offer_of("hinterland_stream")
    for ghost in ghosts(offer):
        for number in range(len(offer.options)):
            assert ghost.with_option(number).terrain in offer.options[number].terrains


JUNK = ("", "0", "-1", "1", "2", "99", "100", "٣", "²", "9" * 5000, "r1f", "r9", "forest", "Forest", "L12", "A0", "K11")
JUNK_BYTES = ("\x00", "\u202e", "\ud800", "é" * 300, "1 OR 1=1", "<script>", "None", " 1 ")


def test_junk_in_the_address_never_fails() -> None:
    rng, offer = Random(5), offer_of("rift_lands")
    names = ("option", "terrain", "held", "anchor", "at", "look", "line")
    for _ in range(1500):
        query = QueryDict(mutable=True)
        for name in rng.sample(names, rng.randint(0, len(names))):
            query.setlist(name, [rng.choice(JUNK + JUNK_BYTES) for _ in range(rng.randint(1, 2))])
        ghost = ghost_of(query, offer)
        assert ghost.option < len(offer.options)
        assert ghost.terrain in ghost.chosen.terrains
        assert ghost.orientation in ghost.chosen.shape.orientations
        assert ghost.anchor is None or ghost.fit is not None
        ghost.query()

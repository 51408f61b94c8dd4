"""The engine against the slow oracle on random boards: stars, spaces, monsters, offers, coins."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from engine.cartographers.cards import Place
from engine.cartographers.catalog import Edition, cartographers, scoring_cards
from engine.cartographers.notation import board_of, board_text
from engine.cartographers.placement import SingleTerrain, ambush_offer, explore_offer
from engine.cartographers.rules import solo
from engine.cartographers.scoring.tally import score, stars
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import DRAWABLE, Feature, Terrain
from tests.engine.compare import cells_of, drawings_of
from tests.engine.oracle import placement as oracle
from tests.engine.oracle.board import OracleMap, format_map, format_marked, parse_map
from tests.engine.oracle.cards import AMBUSH, EXPLORE
from tests.engine.oracle.random_maps import living_sheet, random_map, random_maps
from tests.engine.oracle.scoring import CARD_IDS, DIFFERENT_BY_EDITION, haunted, score_with_spaces
from tests.engine.test_scoring import counted

PUBLISHED = cartographers()
HEROES = (*DRAWABLE, Terrain.HERO)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
def test_every_card_scores_alike_on_random_boards(seed: int) -> None:
    for text in random_maps(100 + seed, 350):
        fast, slow = board_of(text), parse_map(text)
        for edition in Edition:
            for card in CARD_IDS if edition is Edition.RETAIL else DIFFERENT_BY_EDITION:
                ours = score(scoring_cards(edition)[card], fast)
                theirs, lit = score_with_spaces(card, slow, edition)
                assert (card, ours.stars, text) == (card, theirs, text)
                assert cells_of(counted(ours)) == lit, (card, text)
                assert stars(ours.card, fast) == theirs
        assert cells_of(fast.monster_losses()) == haunted(slow)


def test_maps_read_alike() -> None:
    for text in random_maps(7, 300):
        fast, slow = board_of(text), parse_map(text)
        assert cells_of(fast.empty) == slow.empty()
        assert cells_of(fast.empty_ruins) == slow.empty_ruins()
        assert board_text(fast, "\n") == format_map(slow)


def _shapes() -> list[tuple[Shape, frozenset[tuple[int, int]]]]:
    """Every shape of every card of both boxes, ours and the oracle's."""
    drawn = [shape.cells for card in EXPLORE.values() for shape in card.shapes]
    shapes = []
    for cells in [*drawn, *(card.cells for card in AMBUSH.values())]:
        rows, columns = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
        text = ["".join("#" if (row, column) in cells else "." for column in range(columns)) for row in range(rows)]
        shapes.append((Shape.from_rows(text), cells))
    return shapes


def test_the_published_shapes_are_the_oracles() -> None:
    for card in PUBLISHED.explore.values():
        theirs = EXPLORE[card.id]
        ours = [(frozenset(_pushed(entry.shape)), entry.coin) for entry in card.shapes]
        assert ours == [(shape.cells, shape.coin) for shape in theirs.shapes]
        assert (card.time, tuple(terrain.word for terrain in card.terrains)) == (theirs.time, theirs.terrains)
    for ambush in PUBLISHED.ambushes.values():
        facts = AMBUSH[ambush.id]
        assert _pushed(ambush.shape) == facts.cells
        assert (ambush.passing, ambush.solo_corner, ambush.solo_way) == (
            facts.passes,
            facts.solo_corner,
            facts.solo_direction,
        )


def _pushed(shape: Shape) -> frozenset[tuple[int, int]]:
    return frozenset(
        (row, column) for row, line in enumerate(shape.rows()) for column, mark in enumerate(line) if mark == "#"
    )


def test_every_shape_fits_alike_on_random_boards() -> None:
    for text in random_maps(21, 60):
        fast, slow = board_of(text), parse_map(text)
        for shape, cells in _shapes():
            ours = [cells_of(fit.cells) for fit in shape.fits(fast.empty)]
            theirs = oracle.legal_placements(slow, cells)
            assert sorted(map(sorted, ours)) == sorted(map(sorted, theirs))
            assert shape.fits_somewhere(fast.empty) == bool(theirs)
            over = {place for place in theirs if place & slow.empty_ruins()}
            reached = [fit for fit in shape.fits(fast.empty) if fit.cells & fast.empty_ruins]
            assert {cells_of(fit.cells) for fit in reached} == over
            assert shape.orientations_covering(fast.empty, fast.empty_ruins) == bool(over)


def _crowded(seed: int, count: int) -> list[str]:
    """Boards on which few shapes, or none, fit."""
    rng = Random(seed)
    return [random_map(rng, density=rng.choice((0.6, 0.8, 0.9, 0.95, 0.99, 1.0))) for _ in range(count)]


@pytest.mark.parametrize("single", SingleTerrain)
@pytest.mark.parametrize("ruins", [False, True])
def test_every_card_offers_alike(ruins: bool, single: SingleTerrain, full: bool) -> None:
    crowded, others = (50, 15) if full else (15, 5)
    for text in [*_crowded(31, crowded), *random_maps(32, others)]:
        fast, slow = board_of(text), parse_map(text)
        for card in PUBLISHED.explore.values():
            for singles, heroes in ((DRAWABLE, False), (HEROES, True)):
                offer = explore_offer(card, fast, ruins=ruins, singles=singles, single_terrain=single)
                theirs = oracle.offer(slow, EXPLORE[card.id], ruins, single.value, heroes)
                assert (card.id, drawings_of(offer), text) == (card.id, theirs, text)
            forced = oracle.is_forced_single(slow, EXPLORE[card.id], ruins)
            assert bool(offer and offer.forced) == forced


@pytest.mark.parametrize("place", Place)
@pytest.mark.parametrize("ruins", [False, True])
def test_every_card_that_is_tied_to_a_place_offers_alike(ruins: bool, place: Place, full: bool) -> None:
    any_single = SingleTerrain.ANY
    living = [format_marked(living_sheet(Random(number))) for number in range(40 if full else 10)]
    for text in [*_crowded(33, 50 if full else 12), *random_maps(34, 15 if full else 5), *living]:
        fast, slow = board_of(text), parse_map(text)
        for card in PUBLISHED.explore.values():
            tied = replace(card, place=place)
            coins = len(text) % 4
            offer = explore_offer(tied, fast, ruins=ruins, singles=DRAWABLE, single_terrain=any_single, coins=coins)
            theirs = oracle.offer(slow, EXPLORE[card.id], ruins, place=place.value, coins=coins)
            assert (card.id, drawings_of(offer), text) == (card.id, theirs, text)
            free = oracle.shape_drawings(slow, EXPLORE[card.id], ruins, place.value, coins=coins)
            assert bool(offer and offer.forced) == bool(theirs and not free)


def test_every_drawing_on_coin_spaces_that_can_be_paid_is_offered(full: bool) -> None:
    for number in range(60 if full else 15):
        text = format_marked(living_sheet(Random(number)))
        fast, slow = board_of(text), parse_map(text)
        for card, coins in product(PUBLISHED.explore.values(), range(4)):
            offer = explore_offer(
                card, fast, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY, coins=coins
            )
            theirs = oracle.offer(slow, EXPLORE[card.id], coins=coins)
            assert (card.id, drawings_of(offer), text) == (card.id, theirs, text)
            for drawing in theirs if offer else ():
                assert oracle.price(slow, drawing[0]) <= coins


def test_landmarks_are_surrounded_alike() -> None:
    rng, paid = Random(53), 0
    for number in range(600):
        slow = living_sheet(Random(number))
        for space in sorted(slow.empty()):
            if rng.random() < 0.8:
                slow.terrain[space] = "farm"
        fast = board_of(format_marked(slow))
        assert cells_of(fast.surrounded_landmarks()) == oracle.surrounded_mountains(slow, "landmark")
        if fits := rng.choice(_SHAPES)[0].fits(fast.empty):
            cells = rng.choice(fits).cells
            closed = cells_of(fast.surrounded_by(cells, fast.layers[Feature.LANDMARK]))
            assert closed == oracle.newly_surrounded(slow, slow.with_drawn(cells_of(cells), "farm"), "landmark")
            paid += len(closed)
    assert paid > 10


def test_every_ambush_offers_and_walks_alike() -> None:
    for text in [*_crowded(41, 150), *random_maps(42, 50)]:
        fast, slow = board_of(text), parse_map(text)
        for card in PUBLISHED.ambushes.values():
            assert drawings_of(ambush_offer(card, fast)) == oracle.ambush_offer(slow, AMBUSH[card.id])
            walked = oracle.solo_ambush(slow, AMBUSH[card.id])
            assert cells_of(solo.walk(card, fast)) == (walked or frozenset())


def test_every_drawing_pays_alike() -> None:
    rng = Random(51)
    paid = 0
    for text in random_maps(52, 1500):
        fast, slow = board_of(text), parse_map(text)
        assert cells_of(fast.surrounded_mountains()) == oracle.surrounded_mountains(slow)
        fits = rng.choice(_SHAPES)[0].fits(fast.empty)
        if fits:
            cells = rng.choice(fits).cells
            before, after = slow, slow.with_drawn(cells_of(cells), "farm")
            closed = cells_of(fast.surrounded_by(cells, fast.layers[Feature.MOUNTAIN]))
            assert closed == oracle.newly_surrounded(before, after)
            assert _same(board_text(fast.draw(cells, Terrain.FARM), "\n"), after)
            paid += len(closed)
    assert paid > 100


def _same(text: str, board: OracleMap) -> bool:
    return text == format_map(board)


_SHAPES = _shapes()

"""Properties of every scoring card on any board: its parts, and the features it ignores."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import FULL, Mask, space_bit, spaces
from engine.cartographers.scoring.parameters import TERRAINS, parameters_of
from engine.cartographers.scoring.tally import score, stars
from engine.cartographers.terrain import FILLING, REGIONS, Feature
from tests.engine.any_boards import ALWAYS_THE_SAME, CARDS, boards, with_added
from tests.engine.oracle.random_maps import random_maps
from tests.engine.tools import board

SEEN = [board(text) for text in random_maps(61, 400)]
"""Boards on which a card shows what it looks at."""


def named(card: ScoringCard) -> frozenset[Feature]:
    """The features that the parameters of a card's clauses name."""
    features: set[Feature] = set()
    for clause in card.clauses:
        for name in parameters_of(clause):
            value = getattr(clause, name)
            features.update(part for part in (value if isinstance(value, tuple) else (value,)) if type(part) is Feature)
    return frozenset(features)


def swapped(drawn: Board, one: Feature, other: Feature) -> Board:
    """The board with two features swapped."""
    layers = list(drawn.layers)
    layers[one], layers[other] = layers[other], layers[one]
    return Board(tuple(layers), drawn.initials)


@given(boards)
@ALWAYS_THE_SAME
def test_contributions_lie_on_the_map_and_add_up(drawn: Board) -> None:
    for name, card in CARDS.items():
        tally = score(card, drawn)
        assert sum(part.total for part in tally.contributions) == tally.stars == stars(card, drawn), name
        for part in tally.contributions:
            assert part.spaces, name
            assert part.lit & ~FULL == 0, name
            assert part.total > 0, name
            assert 0 <= part.part < len(card.clauses), name


@given(boards, st.randoms(use_true_random=True))
@ALWAYS_THE_SAME
def test_the_order_of_drawing_changes_nothing(drawn: Board, rng: Random) -> None:
    again = redrawn(drawn, rng)
    assert again == drawn
    for name, card in CARDS.items():
        assert score(card, again) == score(card, drawn), name


def redrawn(drawn: Board, rng: Random) -> Board:
    """The same board, redrawn space by space in random order on an empty sheet, marks included."""
    bare = (Feature.MOUNTAIN, Feature.WASTELAND, Feature.RUINS, Feature.LANDMARK, Feature.TOLL, *REGIONS)
    sheet = {feature: drawn.layers[feature] for feature in bare}
    again = Board.of_layers(sheet)
    steps: list[tuple[Feature, Mask]] = [
        (feature, space_bit(where))
        for feature in (*FILLING, Feature.MARKED)
        if feature not in sheet
        for where in spaces(drawn.layers[feature])
    ]
    rng.shuffle(steps)
    for feature, bit in steps:
        initial = next((letter for letter, mask in drawn.initials if mask & bit), "")
        again = again.mark(bit) if feature is Feature.MARKED else with_added(again, bit, feature, initial)
    return again


@given(boards, st.sampled_from(list(combinations(TERRAINS, 2))))
@ALWAYS_THE_SAME
def test_terrains_that_a_card_does_not_name_are_alike_to_it(drawn: Board, pair: tuple[Feature, Feature]) -> None:
    alike = {name: card for name, card in CARDS.items() if not named(card) & set(pair)}
    for name, card in alike.items():
        assert score(card, swapped(drawn, *pair)).contributions == score(card, drawn).contributions, name


@pytest.mark.parametrize(
    ("name", "terrain"),
    [(name, terrain) for name, card in CARDS.items() for terrain in TERRAINS if terrain in named(card)],
)
def test_terrains_that_a_card_names_are_not(name: str, terrain: Feature) -> None:
    card = CARDS[name]
    others = set(TERRAINS) - named(card)
    assert any(stars(card, drawn) != stars(card, swapped(drawn, terrain, other)) for drawn in SEEN for other in others)


@given(boards)
@ALWAYS_THE_SAME
def test_no_card_tells_wasteland_from_destroyed_spaces_or_sees_marks_and_initials(drawn: Board) -> None:
    layers = list(swapped(drawn, Feature.WASTELAND, Feature.DESTROYED).layers)
    layers[Feature.MARKED] = FULL ^ layers[Feature.MARKED]
    for name, card in CARDS.items():
        assert score(card, Board(tuple(layers))).contributions == score(card, drawn).contributions, name


@given(boards)
@ALWAYS_THE_SAME
def test_only_a_card_that_names_ruins_sees_them(drawn: Board) -> None:
    for name, card in CARDS.items():
        if Feature.RUINS not in named(card):
            assert score(card, without_ruins(drawn)).contributions == score(card, drawn).contributions, name


@pytest.mark.parametrize("name", [name for name, card in CARDS.items() if Feature.RUINS in named(card)])
def test_a_card_that_names_ruins_does(name: str) -> None:
    assert any(stars(CARDS[name], drawn) != stars(CARDS[name], without_ruins(drawn)) for drawn in SEEN)


def without_ruins(drawn: Board) -> Board:
    """The board on a sheet without ruins."""
    layers = list(drawn.layers)
    layers[Feature.RUINS] = 0
    return Board(tuple(layers), drawn.initials)

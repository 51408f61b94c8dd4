"""Features of the players' value: exact present stars, and fast trials equal to slow measurements."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.catalog import Edition, scoring_cards
from engine.cartographers.geometry import Mask
from engine.cartographers.players.features.base import Features, PresentStars, after_drawing, dot
from engine.cartographers.players.features.clause_features import clause_features
from engine.cartographers.players.features.ground import MonsterLosses, Mountains, Room
from engine.cartographers.players.features.links import LinkDistances
from engine.cartographers.scoring.families import Clause
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import DRAWABLE, Feature, Terrain
from tests.engine.any_boards import ALWAYS_THE_SAME, boards
from tests.engine.made_up_clauses import random_clause

PUBLISHED = [clause for edition in Edition for card in scoring_cards(edition).values() for clause in card.clauses]
SHAPES = [Shape.from_rows(rows) for rows in (["#"], ["##", "##"], ["###", "#.."], ["#..", ".#.", "..#"], ["#####"])]


def placements(rng: Random, board: Board) -> list[Mask]:
    """A few sets of empty spaces in the shapes of cards."""
    found = [fit.cells for shape in SHAPES for fit in shape.fits(board.empty)]
    return rng.sample(found, min(len(found), 12))


def fixed(board: Board) -> Board:
    """The undrawn sheet that a board may have started from."""
    kept = (Feature.MOUNTAIN, Feature.WASTELAND, Feature.RUINS)
    return Board.of_layers({feature: board.layers[feature] for feature in kept})


def check_stars(clause: Clause, features: tuple[Features, ...], board: Board) -> None:
    """Check that the features with their present weights give a clause's stars."""
    stars = sum(each.total for each in clause.contributions(board))
    assert sum(dot(each.present, each.measure(board.layers)) for each in features) == stars, clause


def check_trials(features: Features, board: Board, rng: Random) -> None:
    """Check trials of a few placements in every terrain against measurements."""
    weights = [float(rng.randint(-9, 9)) for _ in features.present]
    if isinstance(features, LinkDistances):  # only the links themselves are exact
        weights = list(features.present)
    for terrain in (*DRAWABLE, Terrain.HERO):
        trial = features.trial(board.layers, terrain, weights)
        for cells in placements(rng, board):
            after = dot(weights, features.measure(after_drawing(board.layers, terrain, cells)))
            found = trial(cells) if callable(trial) else trial
            assert found == pytest.approx(after), (features.kind, terrain)
            if not features.depends_on(terrain):
                other = next(each for each in Terrain if not features.depends_on(each))
                assert after == dot(weights, features.measure(after_drawing(board.layers, other, cells)))


@settings(ALWAYS_THE_SAME, max_examples=25)
@given(boards, st.integers(0, 2**32 - 1))
def test_features_of_published_clauses_are_exact(board: Board, seed: int) -> None:
    rng = Random(seed)
    for clause in rng.sample(PUBLISHED, 8):
        features = clause_features(clause, fixed(board).layers)
        check_stars(clause, features, board)
        for each in features:
            check_trials(each, board, rng)


@settings(ALWAYS_THE_SAME, max_examples=25)
@given(boards, st.integers(0, 2**32 - 1))
def test_features_of_made_up_clauses_are_exact(board: Board, seed: int) -> None:
    rng = Random(seed)
    for _ in range(8):
        clause = random_clause(rng)
        features = clause_features(clause, fixed(board).layers)
        check_stars(clause, features, board)
        for each in features:
            check_trials(each, board, rng)


@settings(ALWAYS_THE_SAME, max_examples=25)
@given(boards, st.integers(0, 2**32 - 1))
def test_trials_of_the_whole_board_are_exact(board: Board, seed: int) -> None:
    for features in (Room(), MonsterLosses(), Mountains()):
        check_trials(features, board, Random(seed))


def test_every_published_clause_has_features_of_its_own() -> None:
    sheet = Board.of_layers({}).layers
    kinds = Counter(type(each) for clause in PUBLISHED for each in clause_features(clause, sheet))
    assert PresentStars not in kinds
    assert len(kinds) >= 14

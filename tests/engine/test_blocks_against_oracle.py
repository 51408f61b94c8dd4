"""Rule types that no published card uses, compared with the slow oracle and on drawn maps."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard, Stack, clause_from_json, clause_to_json
from engine.cartographers.catalog import cartographers
from engine.cartographers.geometry import Mask, column_of, row_of, space_bit, spaces
from engine.cartographers.notation import whole_board_text
from engine.cartographers.placement import SingleTerrain, explore_offer
from engine.cartographers.position import Position
from engine.cartographers.scoring.families import LinkedEdges, Patterns, Sets, TouchingPairs, layers_read
from engine.cartographers.scoring.tally import stars
from engine.cartographers.terrain import DRAWABLE, Feature
from engine.cartographers.trial_placements import ScoreCache, try_placements
from tests.engine.any_boards import ADDED, ALWAYS_THE_SAME, boards, with_added
from tests.engine.growth import moves
from tests.engine.made_up_clauses import random_clause
from tests.engine.oracle.blocks import Reason, reasons
from tests.engine.oracle.board import Space, parse_map
from tests.engine.test_scoring_grown import gone
from tests.engine.test_scoring_turned import SYMMETRIES, turned
from tests.engine.tools import board, names

BLOCKS = (Patterns, TouchingPairs, LinkedEdges, Sets)


def random_block(rng: Random) -> Patterns | TouchingPairs | LinkedEdges | Sets:
    while not isinstance(clause := random_clause(rng), BLOCKS):
        pass
    return clause


def spaces_of(mask: Mask) -> frozenset[Space]:
    return frozenset((row_of(where), column_of(where)) for where in spaces(mask))


def found(clause: Patterns | TouchingPairs | LinkedEdges | Sets, drawn: Board) -> list[Reason]:
    each = [(spaces_of(part.lit), part.total) for part in clause.contributions(drawn)]
    return sorted(each, key=lambda reason: sorted(reason[0]))


@settings(ALWAYS_THE_SAME, max_examples=30)
@given(boards, st.integers(0, 2**32 - 1))
def test_blocks_score_what_a_plain_search_finds(drawn: Board, seed: int) -> None:
    rng = Random(seed)
    known = parse_map(whole_board_text(drawn).split(" ")[0])
    for _ in range(8):
        clause = random_block(rng)
        data = clause_to_json(clause)
        assert clause_from_json(data, 0) == clause
        assert found(clause, drawn) == reasons(data, known), data


@settings(ALWAYS_THE_SAME, max_examples=40)
@given(boards, boards, st.integers(0, 2**32 - 1))
def test_layers_that_a_block_does_not_read_change_nothing(drawn: Board, other: Board, seed: int) -> None:
    rng = Random(seed)
    for _ in range(8):
        clause = random_block(rng)
        read = layers_read(clause) | {Feature.EDGE}
        read |= {Feature.FILLED} if Feature.EMPTY in read else set()
        mixed = Board(tuple((drawn if layer in read else other).layers[layer] for layer in Feature))
        assert clause.contributions(mixed) == clause.contributions(drawn), clause


@settings(ALWAYS_THE_SAME, max_examples=30)
@given(boards, st.integers(0, 2**32 - 1))
def test_blocks_without_a_direction_score_alike_on_a_turned_map(drawn: Board, seed: int) -> None:
    rng = Random(seed)
    for _ in range(8):
        clause = random_block(rng)
        if _keeps_its_stars(clause):
            before = sum(part.total for part in clause.contributions(drawn))
            for way in SYMMETRIES:
                assert sum(part.total for part in clause.contributions(turned(drawn, way))) == before, (clause, way)


@settings(ALWAYS_THE_SAME, max_examples=40)
@given(boards, st.integers(0, 2**32 - 1))
def test_stars_of_blocks_go_only_where_they_may(drawn: Board, seed: int) -> None:
    rng = Random(seed)
    where = rng.choice([0, *map(space_bit, spaces(drawn.empty))])
    for _ in range(8):
        card = ScoringCard("a_card", "A Card", Stack.SPATIAL, 20, (random_block(rng),))
        for added in ADDED:
            after = stars(card, with_added(drawn, where, added))
            assert gone(stars(card, drawn), after) <= moves(card, added), (card.clauses, added, where)


def _keeps_its_stars(clause: Patterns | TouchingPairs | LinkedEdges | Sets) -> bool:
    match clause:
        case Patterns():
            return clause.overlapping and not clause.as_drawn
        case LinkedEdges():
            return not clause.link.startswith(("left", "top"))
        case Sets():
            return not clause.members.endswith(("row", "column"))
        case TouchingPairs():
            return True


MAP = """
FFV.....WWW
.FVV....W..
...A....W..
AAAA....W.F
.......WW..
.F.F...W...
FFFF...W...
.......W...
F.VF.VFW...
VF.........
...^W.r....
"""


_PAIRS = ["A2 A3", "B2 B3", "I1 J1", "I3 I4", "I6 I7"]
_RIVER = "A9 A10 A11 B9 C9 D9 E8 E9 F8 G8 H8 I8"
_ROWS = ["A1 A2 A3", "B2 B3 B4", "I1 I3 I4 I6 I7", "J1 J2"]
_TOUCHING = ["A1 A2 A3 B2 B3 B4", "I1 J1", "I3 I4", "I6 I7", "J1 J2"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"family": "patterns", "stamp": ["FV"]}, _PAIRS),
        ({"family": "patterns", "stamp": ["FV"], "overlapping": True}, [*_PAIRS, "J1 J2"]),
        ({"family": "patterns", "stamp": ["FV"], "as_drawn": True}, ["A2 A3", "B2 B3"]),
        ({"family": "patterns", "stamp": ["FV", "VF"], "overlapping": True}, []),
        ({"family": "patterns", "stamp": ["F.", "_F"], "as_drawn": True}, ["A1 B1 B2"]),
        ({"family": "patterns", "stamp": ["F_", "FF"], "as_drawn": True}, ["F2 F3 G2 G3"]),
        ({"family": "patterns", "stamp": ["^*"], "one_of": ["water", "hero"]}, ["K4 K5"]),
        ({"family": "patterns", "stamp": ["^*"]}, []),
        ({"family": "patterns", "stamp": ["W.R"]}, ["K5 K7"]),
        ({"family": "patterns", "stamp": ["====", ".=.="]}, ["F2 F4 G1 G2 G3 G4"]),
        ({"family": "patterns", "stamp": ["====", ".=.="], "as_drawn": True}, []),
        ({"family": "patterns", "stamp": ["####"], "as_drawn": True}, ["D1 D2 D3 D4", "G1 G2 G3 G4"]),
        ({"family": "touching_pairs", "terrain": "mountain", "partner": "water"}, ["K4 K5"]),
        ({"family": "touching_pairs", "terrain": "forest", "partner": "village", "smallest": 2}, ["A1 A2 A3 B2 B3 B4"]),
        ({"family": "touching_pairs", "terrain": "forest", "partner": "village"}, _TOUCHING),
        ({"family": "touching_pairs", "terrain": ["forest", "farm"], "partner": ["village", "farm"]}, []),
        ({"family": "linked_edges", "terrain": "water", "link": "two"}, [_RIVER]),
        ({"family": "linked_edges", "terrain": "water", "link": "opposite"}, []),
        ({"family": "sets", "each": ["forest", "village", "mountain"]}, ["A1 A2 A3 B2 B3 B4 K4"]),
        ({"family": "sets", "each": ["forest", "village"], "smallest": 2}, ["A1 A2 A3 B2 B3 B4"]),
        ({"family": "sets", "each": ["forest", "village"], "members": "spaces_of_row"}, _ROWS),
        ({"family": "sets", "each": ["forest", "mountain"], "members": "spaces_of_column"}, ["F4 G4 I4 K4"]),
        ({"family": "sets", "each": [["forest", "village"], "mountain"]}, ["A1 A2 A3 B2 B3 B4 K4"]),
        ({"family": "sets"}, []),
    ],
)
def test_a_block_finds(data: dict[str, Any], expected: list[str]) -> None:
    parts = clause_from_json({"stars": 1, **data}, 0).contributions(board(MAP))
    assert sorted(names(part.lit) for part in parts) == expected


@pytest.mark.parametrize(
    "rows",
    [[], [""], ["..", ".."], ["FF", "F"], ["Fx"], ["f"], ["F...."], ["F"] * 5, ["FFF"] * 3 + ["F.."]],
)
def test_a_stamp_that_asks_for_nothing_or_too_much_is_refused(rows: list[str]) -> None:
    with pytest.raises(ValueError, match=r"^stamp: "):
        clause_from_json({"family": "patterns", "stars": 1, "stamp": rows}, 0)


def test_a_stamp_is_stored_without_margins() -> None:
    clause = clause_from_json({"family": "patterns", "stars": 1, "stamp": ["....", ".F..", "..._"]}, 0)
    assert clause_to_json(clause)["stamp"] == ["F..", ".._"]


def test_a_trial_placement_earns_what_the_new_map_does() -> None:
    rng, drawn = Random(9), board(MAP)
    cards = [ScoringCard(f"card_{n}", "A Card", Stack.SPATIAL, 20, (random_block(rng),)) for n in range(40)]
    river = cartographers().explore["great_river"]
    offer = explore_offer(river, drawn, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY)
    assert offer is not None
    position, tries = Position(drawn, 14), ScoreCache()
    for card in cards:
        for each in try_placements(position, offer, [card], tries):
            assert each.stars == stars(card, position.after(position.drawing(offer, each.placement)).board)

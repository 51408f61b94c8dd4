"""Cards that players have made up for the game: each can be made in the workshop, and scores what it should.

The first twelve are the tasks of a programming course that lets its students build a game like this one. The others
are ideas from fan-made cards. Docs: docs/workshop.md, "What cards can say".
"""

from typing import Any, Final

import pytest

from engine.cartographers.cards import scoring_from_json
from engine.cartographers.scoring.tally import stars
from games.cartographers.shelf.contradictions import find_contradictions
from games.cartographers.workshop.scoring import ScoringForm
from games.catalog.shelves import Data
from tests.engine.tools import board
from tests.games.cartographers.workshop.scoring_forms import entry_of, posted

STACK: Final = {"stack": "spatial", "solo_target": 10}


def clause(family: str, stars: int, **parameters: Any) -> Data:
    return {"family": family, "stars": stars, **parameters}


def village(**parameters: Any) -> Data:
    return clause("spaces", parameters.pop("stars", 1), terrain="village", **parameters)


def cluster(terrain: str | list[str], stars: int = 1, **parameters: Any) -> Data:
    return clause("clusters", stars, terrain=terrain, **parameters)


CARDS: Final[dict[str, tuple[Data | list[Data], str, int]]] = {
    "forests on the edge": (clause("spaces", 1, terrain="forest", on="edge"), "FF.F/.F./F", 4),
    "rows with exactly 3 forests": (
        clause("lines", 4, direction="rows", containing="forest", at_least=3, at_most=3),
        "FFF/FF.FF/F.F.F",
        8,
    ),
    "water beside farms": (clause("spaces", 2, terrain="water", beside="farm"), "WAW/.W./..W", 6),
    "full rows and columns": (clause("lines", 6, direction="rows_and_columns", filled=True), "F" * 11, 6),
    "longest column of forest": (clause("longest_run", 2, terrain="forest", axis="column"), "F.F/F.F/F..", 6),
    "villages with 3 kinds around": (village(stars=3, kinds=3), ".F./WVA/.V.", 3),
    "columns with as many farms as water": (
        clause("lines", 4, direction="columns", equal=["farm", "water"]),
        "AAW/WW./.W.",
        4,
    ),
    "water beside mountains": (clause("spaces", 3, terrain="water", beside="mountain"), "W^W/.W./..W", 9),
    "empty spaces beside villages": (clause("spaces", 2, terrain="empty", beside="village"), "FVF/...", 2),
    "longest row of villages": (clause("longest_run", 2, terrain="village", axis="row"), "VV.VVV", 6),
    "full odd columns": (
        clause("lines", 10, direction="odd_columns", filled=True),
        "/".join(["FF"] * 11),
        10,
    ),
    "rows with 5 kinds": (clause("lines", 4, direction="rows", kinds=5), "FVAWM/FVAW", 4),
    "pairs of clusters that touch": (
        clause("touching_pairs", 3, terrain="forest", partner="village"),
        "FV.F/FV.F/...V",
        6,
    ),
    "squares of 4 farms": (clause("patterns", 5, stamp=["AA", "AA"]), "AAAA/AAAA", 10),
    "a village between two farms": (
        clause("patterns", 2, stamp=["AVA"], overlapping=True),
        "AVA/V../A..",
        4,
    ),
    "full sets of clusters": (
        clause("sets", 8, each=["forest", "village", "farm", "water"], members="clusters"),
        "F.V.A.W/......./F.V.A",
        8,
    ),
    "a loss for each gap beside a village": (
        [clause("spaces", -1, terrain="empty", beside="village"), village(stars=2)],
        "FVF/F.F",
        1,
    ),
    "1, 3, 6 or 10 for clusters of villages": (cluster("village", tiers=[1, 3, 6, 10]), "V.V.V", 6),
    "villages without neighbors": (village(stars=3, not_beside=["village"]), "VV.V", 3),
    "corners with water": (clause("spaces", 5, terrain="water", corners=True), "W.W" + "." * 7 + "W", 10),
    "farms in the middle": (clause("spaces", 1, terrain="farm", edge_distance=4), "/" * 5 + "." * 4 + "AAA", 3),
    "forests at a corner of a mountain": (
        clause("spaces", 2, terrain="forest", beside="mountain", adjacency="corner"),
        "F.F/F^F/.FF",
        6,
    ),
    "a cluster from side to side": (
        clause("linked_edges", 12, terrain="water", link="left_and_right"),
        "W" * 11,
        12,
    ),
    "runs of exactly 4 forests": (
        clause("runs", 4, terrain="forest", axis="either", at_least=4, at_most=4),
        "FFFF.FFFFF",
        4,
    ),
    "spaces of green clusters of 4 or more": (
        cluster(["forest", "farm"], smallest=4, per_space=True),
        "FFA/..A/F..",
        4,
    ),
    "clusters of just this shape": (cluster("farm", 4, containing=["###"], exact=True), "AAA/.../AAAA", 4),
    "the smallest cluster of villages": (
        clause("ranked_cluster", 3, terrain="village", from_smallest=True),
        "VVV./..../VV",
        6,
    ),
    "the second largest lake at the edge": (
        clause("ranked_cluster", 2, terrain="water", rank=2, touching="edge"),
        "WWW/.../W",
        2,
    ),
    "the largest gap": (clause("ranked_cluster", 1, terrain="empty"), "/".join(["F" * 11] * 10 + ["FF..FFF.FFF"]), 2),
    "ruins linked to the edge by forest": (
        clause("linked_features", 5, of="ruins", terrain="forest", partner="edge"),
        "FF/.r",
        5,
    ),
}
"""Rules by what they ask, each with a map and the stars on it. Rows and spaces that aren't written are empty."""

COMBINED: Final[dict[str, tuple[Data, str, int]]] = {
    "the better of rows and columns": (
        {
            "clauses": [
                clause("lines", 3, direction="rows", containing="forest", at_least=2),
                clause("lines", 5, direction="columns", containing="forest", at_least=2),
            ],
            "combination": "largest",
        },
        "FF/FF",
        10,
    ),
    "the worse of villages and farms": (
        {
            "clauses": [village(), clause("spaces", 1, terrain="farm")],
            "combination": "smallest",
        },
        "VVV/AA",
        2,
    ),
    "no more than 5 for forests": (
        {"clauses": [clause("spaces", 1, terrain="forest")], "cap": 5},
        "FFFFFFF",
        5,
    ),
    "never less than nothing": (
        {"clauses": [clause("spaces", -2, terrain="monster"), village()], "floor": 0},
        "MMM/V",
        0,
    ),
}
"""Cards whose clauses aren't just added up."""


def whole_map(rows: str) -> str:
    """A map from the beginnings of its first rows."""
    written = [row.ljust(11, ".") for row in rows.split("/")]
    return "\n".join([*written, *["." * 11] * (11 - len(written))])


ALL: Final = [
    *((name, {"clauses": rule if isinstance(rule, list) else [rule]}, *rest) for name, (rule, *rest) in CARDS.items()),
    *((name, rule, *rest) for name, (rule, *rest) in COMBINED.items()),
]


@pytest.mark.parametrize(("rule", "rows", "expected"), [each[1:] for each in ALL], ids=[each[0] for each in ALL])
def test_a_card_that_players_made_up_can_be_made(rule: Data, rows: str, expected: int) -> None:
    entry = entry_of({**STACK, **rule})
    card = scoring_from_json(entry.definition)
    assert stars(card, board(whole_map(rows))) == expected
    assert not list(find_contradictions(card))
    form = ScoringForm(posted(ScoringForm(entry=entry)), entry=entry)
    assert form.is_valid(), form.errors
    assert form.stored == entry.definition

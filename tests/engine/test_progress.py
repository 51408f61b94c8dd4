"""Progress of clauses that no published card uses, as seen by the players."""

import pytest

from engine.cartographers.cards import clause_from_json
from engine.cartographers.players.features.clause_features import clause_features
from engine.cartographers.players.features.progress import PROGRESS_WEIGHTS
from tests.engine.tools import board

EMPTY_ROWS = ["..........."] * 9
SETS = {"family": "sets", "each": ["forest", "village"]}
RUNS = {"family": "runs", "terrain": "forest", "at_least": 3}
PATTERN = {"family": "patterns", "stamp": ["FVF"]}
EDGES = {"family": "linked_edges", "terrain": "water", "link": "left_and_right"}


def progress_of(data: dict[str, object], *rows: str) -> float:
    """The progress of a clause on a map with two drawn rows."""
    drawn = board("/".join([*rows, *EMPTY_ROWS]))
    *_present, progress = clause_features(
        clause_from_json({"stars": 1, **data}, 0), board("/".join(["." * 11] * 11)).layers
    )
    assert progress.kind in PROGRESS_WEIGHTS
    (found,) = progress.measure(drawn.layers)
    return found


@pytest.mark.parametrize(
    ("data", "more", "less"),
    [
        (SETS, ("F.F........", "..........."), ("...........", "...........")),
        (SETS, ("F.V.F......", "..........."), ("F.V........", "...........")),
        ({**SETS, "members": "spaces_of_row"}, ("F..........", "..........."), ("FWWWWWWWWWW", "...........")),
        ({**SETS, "smallest": 3}, ("FF.........", "..........."), ("F..........", "...........")),
        (RUNS, ("FF.........", "..........."), ("F..........", "...........")),
        (RUNS, ("FF.........", "..........."), ("FFW........", "...........")),
        (RUNS, ("FF.........", "..........."), ("FFF........", "...........")),
        ({**RUNS, "per_space": True}, ("FF.........", "..........."), ("F..........", "...........")),
        (PATTERN, ("FV.........", "..........."), ("FVW........", "...........")),
        (PATTERN, ("FV.........", "..........."), ("FVF........", "...........")),
        (EDGES, ("WWWW.......", "..........."), ("WWW........", "...........")),
        (EDGES, ("WWWW.......", "..........."), ("WWWWWWWWWWW", "...........")),
    ],
)
def test_progress_is_what_the_next_thing_needs(
    data: dict[str, object], more: tuple[str, str], less: tuple[str, str]
) -> None:
    assert progress_of(data, *more) > progress_of(data, *less)


def test_longer_runs_are_no_progress_toward_another() -> None:
    assert progress_of(RUNS, "FFFF.......", "...........") == 0

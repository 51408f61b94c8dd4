"""Differences of a game from the published components."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.cartographers import codec
from engine.cartographers.catalog import Edition, cartographers
from engine.cartographers.events import Definition, GameStarted
from engine.cartographers.provenance import Deviation, Pile, find_deviations
from tests.engine.mixes import Mix

PUBLISHED = Mix().definition()
SPRING, *LATER = PUBLISHED.seasons
FIRST = PUBLISHED.explore[0]
GAMES = sorted((Path(__file__).parents[1] / "golden").glob("*.json"))
GOLDEN = [path for path in GAMES if not path.stem.startswith(("blocks", "printed"))]


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("boxes", ["cartographers", "heroes", "both"])
def test_a_mix_of_the_boxes_is_published(edition: Edition, boxes: Any) -> None:
    assert find_deviations(Mix("A", pool=boxes, ambushes=boxes, edition=edition).definition()) == ()
    assert find_deviations(Mix("D", deck="cartographers", pool=boxes, heroes=False).definition()) == ()
    for ruins in ("in", "out"):
        assert find_deviations(Mix("C", pool=boxes, ambushes=boxes, ruins=ruins).definition()) == ()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_whole_games_are_published_but_for_the_cramped_sheet(path: Path) -> None:
    event = json.loads(path.read_text())["events"][0]
    began = codec.decode(event["kind"], event["data"])
    assert isinstance(began, GameStarted)
    expected = (Deviation(Pile.SHEET, began.definition.sheet.id),) if "cramped" in path.stem else ()
    assert find_deviations(began.definition) == expected


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (replace(PUBLISHED, sheet=replace(PUBLISHED.sheet, ruins=0)), Deviation(Pile.SHEET, "C")),
        (replace(PUBLISHED, seasons=(replace(SPRING, threshold=9), *LATER)), Deviation(Pile.SEASONS, "spring")),
        (replace(PUBLISHED, seasons=(*LATER, LATER[-1])), Deviation(Pile.SEASONS)),
        (
            replace(PUBLISHED, explore=(replace(FIRST, time=0), *PUBLISHED.explore[1:])),
            Deviation(Pile.EXPLORE, FIRST.id),
        ),
        (replace(PUBLISHED, explore=PUBLISHED.explore[1:]), Deviation(Pile.EXPLORE)),
        (replace(PUBLISHED, explore=(*PUBLISHED.explore, FIRST)), Deviation(Pile.EXPLORE)),
        (replace(PUBLISHED, ruins=tuple(cartographers().ruins.values())[:1]), Deviation(Pile.RUINS)),
        (
            replace(PUBLISHED, pool=(replace(PUBLISHED.pool[0], solo_target=0), *PUBLISHED.pool[1:])),
            Deviation(Pile.POOL, PUBLISHED.pool[0].id),
        ),
        (replace(PUBLISHED, coin_track=3), Deviation(Pile.COIN_TRACK)),
    ],
)
def test_what_differs_is_named(changed: Definition, expected: Deviation) -> None:
    assert find_deviations(changed) == (expected,)


def test_the_order_of_a_pile_is_no_matter() -> None:
    assert find_deviations(replace(PUBLISHED, explore=PUBLISHED.explore[::-1])) == ()

"""Worth of a shape: the data for each place equals the page's figures for a placement there."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.notation import Placement, board_of
from engine.cartographers.terrain import Terrain
from engine.cartographers.view import View, view
from engine.contract import Seat
from games.cartographers.desk.placement_state import Ghost, first_ghost
from games.cartographers.desk.placement_values import build_placement_heat, list_placement_gains, worth_data
from games.cartographers.goals.figures import figure_changes
from tests.engine.tools import mostly_empty, mostly_full, standing
from tests.games.cartographers.desk.test_preview import BOARDS, CARDS, SHAPES, TAUGHT
from tests.games.cartographers.monsters import mixed

POOL = (*cartographers().scoring.values(), *heroes().scoring.values())
DUE = "A", "B"


def seen(board: str, card: str, number: int = 0) -> View:
    """A view of a player about to draw, with random edicts."""
    drawn = BOARDS[board]
    own_view = view(standing(mixed(), drawn, drawn, card=CARDS[card], coins=13 if number else 2), Seat(0))
    return replace(own_view, edicts=tuple(Random(f"{board}{card}{number}").sample(POOL, 4)))


def read(own_view: View, ghost: Ghost) -> Any:
    """The data that the script reads."""
    assert own_view.desk
    return json.loads(json.dumps(worth_data(own_view, own_view.desk, ghost, "abc")))


@pytest.mark.parametrize("card", [*SHAPES, *TAUGHT])
@pytest.mark.parametrize("board", BOARDS)
def test_it_is_what_the_page_says_of_each_drawing(board: str, card: str) -> None:
    chance = Random(f"{card}-{board}")
    for number in range(2):
        own_view = seen(board, card, number)
        desk = own_view.desk
        assert desk
        options = desk.offer.options
        option = chance.randrange(len(options))
        ghost = first_ghost(desk.offer).with_option(option).with_terrain(chance.choice(options[option].terrains))
        everywhere = list_placement_gains(own_view, desk, ghost)
        assert [place.fit for place in everywhere] == desk.offer.fits(ghost.chosen)
        for place in chance.sample(everywhere, min(20, len(everywhere))):
            turn, anchor = place.fit.orientation.turn, place.fit.anchor
            drawn = desk.position.after(
                desk.position.drawing(desk.offer, Placement(option, ghost.terrain, turn, anchor))
            )
            expected = figure_changes(own_view, desk.position, drawn)
            assert place.gains == {each.part: each.then - each.now for each in expected if each.then != each.now}
            ghost = ghost.with_orientation(place.fit.orientation)
            row, column = divmod(anchor, 12)
            assert read(own_view, ghost)["places"][str(row * 12 + column + 1)] == {
                each.part: [each.figures[1], each.difference, "better" if each.better else "worse"]
                for each in expected
                if each.better or each.worse
            }


def best(place_gains: dict[str, int], goal: str) -> int:
    """The gain of a place for a goal, summed over its parts."""
    parts = DUE if goal == "AB" else (goal,)
    return sum(place_gains.get(part, 0) for part in parts)


@pytest.mark.parametrize("card", ["rift_lands", "treetop_village", "gorgon_gaze"])
def test_a_space_bears_the_most_that_a_drawing_over_it_brings(card: str) -> None:
    """In an ambush, on another player's map, it is the most that it costs them."""
    own_view = seen("random_1", card)
    desk = own_view.desk
    assert desk
    side = 1 if desk.subject == own_view.viewer else -1
    assert side == (-1 if card == "gorgon_gaze" else 1)
    ghost = first_ghost(desk.offer)
    here = [
        place for place in list_placement_gains(own_view, desk, ghost) if place.fit.orientation == ghost.orientation
    ]
    heats = read(own_view, ghost)["heats"]
    assert set(heats) == {"A", "B", "C", "D", "coins", "monsters", "stars", "AB", "fit"}
    for goal in set(heats) - {"fit"}:
        expected = {
            str(space + 1): max(side * best(dict(place.gains), goal) for place in here if place.fit.cells >> space & 1)
            for space in range(131)
            if any(place.fit.cells >> space & 1 for place in here)
        }
        strongest = max(expected.values())
        glowing = {space: css.removesuffix(" best") for space, (css, _text) in heats[goal]["spaces"].items()}
        assert set(glowing) == {space for space, paid in expected.items() if paid}
        for space, css in glowing.items():
            assert (css == "glow-loss") == (expected[space] < 0)
            if css != "glow-loss":
                assert css == f"glow{next(n for n in (1, 2, 3, 4) if 4 * expected[space] <= n * strongest)}"
        numbered = {space for space, (css, _text) in heats[goal]["spaces"].items() if css.endswith(" best")}
        anchors = {
            str(place.fit.anchor + 1) for place in here if side * best(dict(place.gains), goal) == strongest != 0
        }
        assert numbered == anchors
    assert set(heats["fit"]["spaces"]) == {
        str(space + 1) for space in range(131) if any(place.fit.cells >> space & 1 for place in here)
    }


def test_the_trade_tells_both_numbers_and_the_sentence_where_it_pays_most() -> None:
    own_view = replace(seen("empty", "treetop_village"), edicts=tuple(card_of(*EDICTS)))
    assert own_view.desk
    ghost = first_ghost(own_view.desk.offer)
    trade = build_placement_heat(own_view, own_view.desk, ghost, "AB")
    assert trade
    numbers = {text for _css, text in trade.spaces.values()}
    assert all(number.count("\n") == 1 for number in numbers)
    assert trade.sentence.startswith("Best spot for this season’s edicts A and B: ")
    assert trade.best
    assert trade.best.legal
    assert trade.url.startswith("?option=1&terrain=")
    assert build_placement_heat(own_view, own_view.desk, ghost, "Z") is None


def card_of(*ids: str) -> list[Any]:
    """Scoring cards by their ids."""
    return [next(card for card in POOL if card.id == id) for id in ids]


EDICTS = "sentinel_wood", "stoneside_forest", "canal_lake", "lost_barony"


def heat_sentence(board: str, goal: str, *, card: str = "treetop_village", held: int = 0) -> str:
    """The heat map's sentence for a goal, for a shape drawn as forest or as a monster."""
    own_view = view(standing(mixed(), board_of(board), board_of(board), card=CARDS[card]), Seat(0))
    own_view = replace(own_view, edicts=tuple(card_of(*EDICTS)))
    assert own_view.desk
    ghost = first_ghost(own_view.desk.offer)
    ghost = ghost.with_terrain(Terrain.FOREST) if Terrain.FOREST in ghost.chosen.terrains else ghost
    shown = build_placement_heat(
        own_view, own_view.desk, ghost.with_orientation(ghost.chosen.shape.orientations[held]), goal
    )
    assert shown
    return shown.sentence


GAP = mostly_full(A="FFFF......V", B="FFFF......F", C="FF.FFFFFFFF")


@pytest.mark.parametrize(
    ("goal", "held", "sentence"),
    [
        ("A", 0, "Best spot for A: A7, 2 stars. Better rotated 180°: A6, 3 stars."),
        ("A", 1, "No spot scores for A in this orientation. Better rotated 180°: A6, 3 stars."),
        (
            "AB",
            0,
            "Best spot for this season’s edicts A and B: A7, 2 stars (A +2, B 0)."
            " Better rotated 180°: A6, 3 stars (A +3, B 0).",
        ),
        ("coins", 0, "No spot scores for coins."),
        ("stars", 0, "Best spot for Spring: A7, 2 stars. Better rotated 180°: A6, 3 stars."),
        ("fit", 0, "Fits in 3 spots."),
        ("fit", 1, "Doesn’t fit anywhere."),
    ],
)
def test_it_says_where_the_shape_pays_as_it_is_held_and_where_otherwise(goal: str, held: int, sentence: str) -> None:
    assert heat_sentence(GAP, goal, held=held) == sentence


def test_of_an_ambush_it_says_where_it_does_most_harm() -> None:
    empty = mostly_empty()
    assert heat_sentence(empty, "monsters", card="gorgon_gaze").startswith("Most damaging spot for monster losses: ")
    assert heat_sentence(empty, "A", card="gorgon_gaze") == "No spot lowers the score for A."

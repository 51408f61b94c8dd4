"""The way of tiles: what it says, and what it draws."""

import re
from dataclasses import replace
from gzip import compress
from itertools import pairwise

import pytest

from engine.contract import Seat
from engine.gisborne import RULES, Mark, Tile, find_outlook, gisborne
from engine.gisborne.outlook import Outlook
from games.gisborne.way.rivers import river_course
from games.gisborne.way.tile_drawing import tile_drawing
from games.gisborne.way.way_view import way_view
from tests.engine.gisborne_games import random_game, whole_game
from tests.engine.gisborne_positions import Table
from tests.games.gisborne.way.ways import heard, seat_people, way_html

SPRITE = "/way.svg"
LARGEST_TILE = 4_500
"""Bytes of the drawing of one tile."""
LARGEST_WAY = 8_000
"""Compressed bytes of a whole way with its pawns."""
GHOST = "you’ll land here if nobody ahead moves"
TILES = tuple(gisborne().tiles.values())


def table() -> Table:
    """Return a table with pawns on tiles 1 to 3 and on the bar, and chips on three fields."""
    return Table([19, 14, 9, 0], ["b1 s2 s3 g3", "b1", "s2", "g4"], chips={5: 1, 10: 2, 20: 3})


def test_a_way_says_tiles_fields_chips_and_pawns_in_order() -> None:
    view = RULES.view(table().state, Seat(1))
    lines = heard(way_html(way_view(view, seat_people(4))))
    assert lines[:9] == [
        *("Landing Jetty", "bar: Dee", "1, plain", "2, plain", "3, plain", "4, plain", "5, viewpoint, chip worth 1"),
        *("6, plain", "Twin Hamlets"),
    ]
    assert "8, village" in lines
    assert "14, plain, Ben (you)" in lines
    assert "18, plain, bridge to 22" in lines
    assert lines[-11:] == [
        *("7 hidden tiles; next chip 1", "Far Shore", "(not yet part of the way)", "plain", "plain", "plain"),
        *("slot 5, chip worth 4", "slot 4", "slot 3", "slot 2", "slot 1"),
    ]


def test_rivers_are_said_with_the_field_before_them() -> None:
    view = RULES.view(Table([33, 0, 0], ["", "", ""], whole=True).state, None)
    lines = heard(way_html(way_view(view, seat_people(3, None))))
    rivers = [line.split(",")[0] for line in lines if "then a river" in line]
    assert rivers == ["30", "34", "54"]


def test_pawns_on_the_beach_are_on_slots_by_their_arrival() -> None:
    _, state = whole_game(2)
    view = RULES.view(state, None)
    lines = heard(way_html(way_view(view, seat_people(view.seats, None))))
    first = seat_people(5)[view.arrived[0]].name
    assert any(line.startswith("slot 5") and line.endswith(first) for line in lines)
    assert not any("not yet part" in line or "hidden" in line for line in lines)


def test_every_pawn_is_on_one_place_in_every_position() -> None:
    for number in range(3):
        for _, state in random_game(number):
            view = RULES.view(state, None)
            way = way_view(view, seat_people(view.seats, None))
            pawns = [pawn for tile in way.tiles for place in (*tile.fields, *tile.slots) for pawn in place.pawns]
            assert sorted(pawn.seat for pawn in (*pawns, *way.bar.pawns)) == list(range(view.seats))


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (1, "15, plain"),
        (5, "20, viewpoint, chip worth 3"),
        (12, "7 hidden tiles; next chip 1"),
    ],
)
def test_the_end_of_a_play_is_said_where_it_is(steps: int, said: str) -> None:
    view = RULES.view(table().state, Seat(1))
    lines = heard(way_html(way_view(view, seat_people(4), find_outlook(view, Seat(1), steps))))
    assert lines[lines.index(GHOST) - 1] == said


def test_a_play_that_ends_on_the_beach_is_shown_on_the_first_free_slot() -> None:
    view = RULES.view(Table([70, 71, 0], ["g4", "g4", ""], whole=True).state, Seat(1))
    outlook = Outlook(77, beach=True)
    lines = heard(way_html(way_view(view, seat_people(3), outlook)))
    assert lines[lines.index(GHOST) - 1] == "slot 5, chip worth 4"


def test_fields_of_the_end_tile_have_numbers_as_soon_as_they_are_certain() -> None:
    state = next(state for _, state in random_game(4) if not state.stack and state.way.tiles[-1] != "end")
    way = way_view(RULES.view(state, None), seat_people(state.seats, None))
    assert way.apart is not None
    assert way.apart.fields[0].number == str(state.way.last + 1)
    assert not way.stack


def test_tiles_behind_everybody_can_be_folded() -> None:
    view = RULES.view(Table([19, 14, 9], ["b1", "b1", "b1"]).state, None)
    way = way_view(view, seat_people(3, None))
    assert [tile.behind for tile in way.tiles] == [True, False, False]
    assert "Show tiles that all pawns have passed" in heard(way_html(way))
    assert "Show tiles that all pawns have passed" not in heard(
        way_html(way_view(RULES.view(table().state, None), seat_people(4)))
    )


def test_names_of_players_are_escaped() -> None:
    people = [replace(person, name="<b>") for person in seat_people(4)]
    assert "<b>" not in way_html(way_view(RULES.view(table().state, None), people)).replace('<b class="way-chip"', "")


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_drawing_of_a_tile_is_small_and_always_the_same(tile: Tile) -> None:
    drawing = tile_drawing(tile, SPRITE)
    tile_drawing.cache_clear()
    assert tile_drawing(tile, SPRITE) == drawing
    assert len(drawing) < LARGEST_TILE
    assert len(re.findall(rf'"{SPRITE}#field-', drawing)) == len(tile.path)
    pictures = sum(mark is not Mark.PLAIN for mark in tile.marks)
    assert len(re.findall(rf'"{SPRITE}#(viewpoint|village|swamp|wolves)-', drawing)) == pictures
    assert drawing.count("#bridge") == bool(tile.bridge)
    assert drawing.count("#ford") == len(tile.rivers)


def test_a_whole_way_is_small() -> None:
    _, state = whole_game(2)
    html = way_html(way_view(RULES.view(state, None), seat_people(state.seats, None)))
    assert len(compress(html.encode())) < LARGEST_WAY


@pytest.mark.parametrize("tile", [tile for tile in TILES if tile.rivers], ids=lambda tile: tile.id)
def test_rivers_cross_the_path_once_and_run_from_edge_to_edge(tile: Tile) -> None:
    for river in tile.rivers:
        course = river_course(tile, river)
        sides = [frozenset(_squares(a, b)) for a, b in pairwise(course)]
        steps = [frozenset(pair) for pair in pairwise(tile.path)]
        assert [steps.index(side) + 1 for side in sides if side in steps] == [river]
        assert all(row in {0, 3} or column in {0, 5} for row, column in (course[0], course[-1]))


def _squares(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the squares on both sides of a line between neighboring corners."""
    (row, column), (other_row, _) = sorted((start, end))
    return [(row - 1, column), (row, column)] if row == other_row else [(row, column - 1), (row, column)]

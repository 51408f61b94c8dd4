"""Board rendering: borders of clusters, and the paths of small maps."""

import re

from django.template.loader import render_to_string

from engine.cartographers.notation import board_of
from engine.cartographers.terrain import Terrain
from games.accounts.models import User
from games.cartographers.map.boards import (
    Marks,
    changed_patches,
    cluster_edges,
    completed_spaces,
    edges_of,
    map_view,
    outline,
    patches,
    path,
)
from tests.engine.tools import mask
from tests.games.cartographers.play import gather, url
from tests.games.tables.clients import HTMX, signed_in, text_of

BOARD = board_of(
    """\
...........
.FF.WW.....
.F..W......
...........
....^......
...........
...........
...........
...........
FF.........
fF........V"""
)


def test_clusters_end_where_another_terrain_begins() -> None:
    edges = cluster_edges(BOARD)
    assert edges.north & mask("B2 B3 C2 B5 C5") == mask("B2 B3 B5")
    assert edges.south & mask("B2 B3 C2 B5 B6") == mask("B3 C2 B6")
    assert edges.east & mask("B2 B3 C2") == mask("B3 C2")
    assert edges.west & mask("B2 B3 C2") == mask("B2 C2")


def test_clusters_run_on_over_the_edge_of_the_map() -> None:
    edges = cluster_edges(BOARD)
    corners = mask("J1 J2 K1 K2 K11")
    assert edges.north & corners == mask("J1 J2 K11")
    assert edges.east & corners == mask("J2 K2")
    assert (edges.south & corners, edges.west & corners) == (0, mask("K11"))


def test_mountains_have_no_edges() -> None:
    assert not any(edge & mask("E5") for edge in cluster_edges(BOARD))


def test_the_large_map_names_what_is_in_its_spaces() -> None:
    rows = map_view(BOARD, "Map", Marks(fresh=mask("B2 C2"))).rows
    css = {space.id: space.css.split() for row in rows for space in row.spaces}
    assert css["B2"] == ["t-forest", "fresh", "new"]
    assert css["K1"] == ["t-forest", "ruins"]
    assert css["E5"] == ["t-mountain"]
    assert css["A1"] == []


def test_what_was_drawn_before_the_last_is_not_new() -> None:
    rows = map_view(BOARD, "Map", Marks(fresh=mask("B2"), before=mask("B5 B6"))).rows
    new = [space.id for row in rows for space in row.spaces if "new" in space.css.split()]
    assert new == ["B2"]


CLOSED = board_of(
    """\
FFFFFFFFFFF
...F...V...
..F^F......
...F.......
...........
...........
...........
...........
...........
...........
..........."""
)


def test_a_full_row_and_a_ringed_mountain_gleam_with_what_has_closed_them() -> None:
    row = mask(" ".join(f"A{column}" for column in range(1, 12)))
    assert completed_spaces(CLOSED, mask("A1 A2")) == row
    assert completed_spaces(CLOSED, mask("B4")) == mask("C4")
    assert completed_spaces(CLOSED, mask("A5 B4")) == row | mask("C4")
    assert completed_spaces(CLOSED, mask("B8")) == completed_spaces(CLOSED, 0) == 0
    assert completed_spaces(BOARD, mask("K1 K2")) == 0


def test_a_full_column_gleams() -> None:
    column = board_of("/".join(["..........V"] * 11))
    assert completed_spaces(column, mask("K11")) == mask(" ".join(f"{row}11" for row in "ABCDEFGHIJK"))


def test_what_is_destroyed_closes_nothing() -> None:
    assert completed_spaces(CLOSED.destroy(mask("A1")), mask("A1")) == 0


def test_what_came_upon_a_map_is_drawn_alone() -> None:
    after = BOARD.draw(mask("A1 A2"), Terrain.WATER).destroy(mask("B2"))
    changed = {patch.css: patch.path for patch in changed_patches(BOARD, after)}
    assert changed == {
        "t-water": "M0 0h2v1h-2z",
        "t-destroyed": "M1 1h1v1h-1z",
        "fresh": outline(edges_of(mask("A1 A2 B2"))),
    }
    assert changed_patches(BOARD, BOARD) == ()


def test_paths_join_the_runs_of_a_row() -> None:
    assert path(mask("A1 A2 A4 C9 C10 C11")) == "M0 0h2v1h-2zM3 0h1v1h-1zM8 2h3v1h-3z"
    assert outline(edges_of(mask("A1 A2 B1"))) == "M0 0h2M1 1h1M0 2h1M0 0v1M0 1v1M2 0v1M1 1v1"


def test_a_small_map_has_its_outlines_above_its_terrains() -> None:
    classes = [patch.css for patch in patches(BOARD, mask("B5"))]
    assert classes == ["t-forest", "t-village", "t-water", "t-mountain", "edges", "fresh"]
    paths = {patch.css: patch.path for patch in patches(BOARD)}
    assert paths["t-village"] == "M10 10h1v1h-1z"
    assert paths["t-mountain"] == "M4.1 4.9l.4-.8.4.8z"


def test_small_boards_are_filled_with_patterns_that_there_are() -> None:
    board = board_of("/".join(["FVAWMHX#^r.", *["..........."] * 10]) + " marks:C5")
    classes = [patch.css for patch in patches(board, mask("A1")) if patch.pattern]
    drawn = set(re.findall(r'<pattern id="([\w-]+)" class="\1"', render_to_string("cartographers/map/_patterns.html")))
    assert len(classes) == 8
    assert set(classes) == drawn
    html = render_to_string("cartographers/map/_small_map.html", {"patches": patches(board), "name": "All"})
    assert set(re.findall(r'class="([\w-]+)" fill="url\(#\1\)"', html)) == drawn
    assert html.count("fill=") == 8


def test_pages_with_small_maps_have_the_patterns_once_and_fragments_none(people: list[User]) -> None:
    table, ann = gather(*people[:2]), signed_in(people[0])
    for address in (url(table), f"{url(table)}why/now/1/monsters"):
        page = text_of(ann.get(address))
        assert 'class="small-map"' in page
        assert page.count('id="t-forest"') == 1
        assert 'id="t-forest"' not in text_of(ann.get(address, headers=HTMX))

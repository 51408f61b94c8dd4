"""Spaces of the large map, and the paths of small maps."""

import re

from django.template.loader import render_to_string

from engine.cartographers.notation import board_of, space_of
from games.accounts.models import User
from games.cartographers.map.boards import (
    Marks,
    completed_spaces,
    map_view,
    patches,
)
from games.cartographers.map.ink.outlines import plain_outline
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


def test_every_mark_tells_rows_apart() -> None:
    plain, cells = map_view(BOARD, "Map", Marks()), mask("E5 E6")
    for marks in (
        Marks(ghost=cells, terrain="farm"),
        Marks(ghost=cells, terrain="farm", legal=False),
        Marks(ghost=cells, terrain="water"),
        Marks(fresh=cells),
        Marks(wanted=cells),
        Marks(attack=cells),
        Marks(doomed=cells),
        Marks(lit=cells),
        Marks(before=cells),
        Marks(harm=cells),
        Marks(heat={space_of("E5"): ("h1", "3")}),
        Marks(heat={space_of("E5"): ("h2", "4")}),
        Marks(others={space_of("E5"): "2"}),
    ):
        rows = map_view(BOARD, "Map", marks).rows
        changed = [row.name for row, before in zip(rows, plain.rows, strict=True) if row.spaces != before.spaces]
        assert changed == ["E"], marks
        assert map_view(BOARD, "Map", marks).rows == rows, "they are cached"
    active = map_view(BOARD, "Map", Marks(), active=cells).rows
    assert [row.name for row, before in zip(active, plain.rows, strict=True) if row.spaces != before.spaces] == ["E"]


def test_an_outline_depends_on_the_rows_beside_it() -> None:
    one, two = (map_view(BOARD, "Map", Marks(ghost=mask(cells), terrain="farm")).rows for cells in ("H5", "H5 I5"))
    assert "gs" in one[7].spaces[4].css.split()
    assert "gs" not in two[7].spaces[4].css.split()


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


def test_a_small_map_has_its_ruins_and_mountains_above_its_terrains() -> None:
    classes = [patch.css for patch in patches(BOARD, mask("B5"))]
    assert classes == ["t-forest", "t-village", "t-water", "stones", "t-mountain", "shade", "fresh"]
    paths = {patch.css: patch.path for patch in patches(BOARD)}
    assert paths["t-village"] == plain_outline(mask("K11"))
    assert paths["t-mountain"].startswith("M4.06 4.92l")


def test_only_empty_ruins_have_an_arch_on_a_small_map() -> None:
    paths = {patch.css: patch.path for patch in patches(board_of("/".join(["rf" + "." * 9, *["..........."] * 10])))}
    assert paths["stones"].count("M") == 2
    assert paths["arch"].startswith("M0.38 0.66")
    assert paths["arch"].count("M") == 1


def test_small_boards_are_filled_with_patterns_that_there_are() -> None:
    board = board_of("/".join(["FVAWMHX#^*r", *["..........."] * 10]) + " marks:C5")
    classes = [patch.css for patch in patches(board, mask("A1")) if patch.pattern]
    drawn = set(re.findall(r'<pattern id="([\w-]+)" class="\1"', render_to_string("cartographers/map/_patterns.html")))
    assert len(classes) == 9
    assert set(classes) == drawn
    html = render_to_string("cartographers/map/_small_map.html", {"patches": patches(board), "name": "All"})
    assert set(re.findall(r'class="([\w-]+)" fill="url\(#\1\)"', html)) == drawn
    assert html.count("fill=") == 9
    plain = render_to_string("cartographers/map/_small_map.html", {"patches": patches(board), "plain": True})
    assert "fill=" not in plain
    assert 'aria-hidden="true"' in plain


def test_pages_with_small_maps_have_the_patterns_once_and_fragments_none(people: list[User]) -> None:
    table, ann = gather(*people[:2]), signed_in(people[0])
    for address in (url(table), f"{url(table)}why/now/1/monsters"):
        page = text_of(ann.get(address))
        assert 'class="small-map"' in page
        assert page.count('id="t-forest"') == 1
        assert 'id="t-forest"' not in text_of(ann.get(address, headers=HTMX))

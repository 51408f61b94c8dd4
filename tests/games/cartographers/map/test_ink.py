"""The ink drawing of a map: outlines, pictures, and the sprite that it refers to."""

import re
from collections import Counter
from gzip import compress
from xml.etree import ElementTree

import pytest
from django.conf import settings

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.geometry import FULL
from engine.cartographers.notation import board_of
from engine.cartographers.terrain import Terrain
from games.cartographers.map.boards import Marks, map_view
from games.cartographers.map.ink.drawing import PICTURES, ink_changes, ink_drawing
from games.cartographers.map.ink.outlines import grid, outline, plain_outline
from tests.engine.tools import mask

SPRITE = "/map.svg"
FULL_BOARD = board_of(
    "*AAFFFFFMXM/AHV^FfFXMVM/AfFFFFFM^vV/VWWFFFFVVVV/VVFFFFAAAFF/WFWWF^FFFFW/"
    "WFFAFFFHFMW/WFFFFVVMXMW/WfV^AAVVMaW/XWWWWfA^AAV/XXH#WWWWMMV"
)
EMPTY_RUINS = board_of("/".join(["r....r.....", *["..........."] * 10]))
MOST = 6_000
"""Compressed bytes of the largest drawing in a page."""


def sprite() -> dict[str, str]:
    """The parts of the sprite by id, as text."""
    root = ElementTree.parse(settings.BASE_DIR / "static/img/map.svg").getroot()
    return {part.attrib["id"]: ElementTree.tostring(part, encoding="unicode") for part in root}


def drawn(board: Board, fresh: int = 0) -> str:
    return ink_drawing(board, fresh, SPRITE)


def test_every_picture_is_in_the_sprite() -> None:
    used = set(re.findall(rf"{SPRITE}#([a-z]+(?:-[0-9])?)", drawn(FULL_BOARD) + drawn(EMPTY_RUINS)))
    assert used <= set(sprite())
    assert {"grid", "stones", "ruins"} <= used
    assert {f"{feature.word}-{n}" for feature, count in PICTURES.items() for n in range(count)} <= set(sprite())


def test_the_sprite_has_the_grid_on_which_outlines_lie() -> None:
    assert f'd="{grid()}"' in sprite()["grid"]


def test_every_reference_within_a_drawing_resolves_once() -> None:
    picture = drawn(FULL_BOARD)
    ids = Counter(re.findall(r' id="([^"]+)"', picture))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', picture)) == set(ids)
    assert set(ids.values()) == {1}


def test_two_drawings_of_a_page_share_no_ids() -> None:
    one, other = drawn(FULL_BOARD), ink_drawing(FULL_BOARD, 0, SPRITE, "other")
    assert not set(re.findall(r' id="([^"]+)"', one)) & set(re.findall(r' id="([^"]+)"', other))
    assert other.count("#other-") == one.count("#ink-")


def test_a_drawing_has_neither_styles_nor_scripts() -> None:
    picture = drawn(FULL_BOARD, mask("A1"))
    assert ElementTree.fromstring(f"<svg>{picture}</svg>") is not None
    assert not re.search(r"style|script|\son\w+=", picture)


def test_each_filled_space_has_one_picture() -> None:
    pictures = Counter(re.findall(rf"{SPRITE}#([a-z]+)-[0-9]", drawn(FULL_BOARD)))
    assert pictures == {feature.word: FULL_BOARD.layers[feature].bit_count() for feature in PICTURES}


def test_thin_lines_part_the_pieces_of_a_cluster() -> None:
    board = board_of("/".join(["FFF" + "V" * 8, "FFF" + "." * 8, *["..........."] * 9]))
    pieces = (mask("A1 A2 B1"), mask("A3 B2 B3"), mask("A4 A5"))
    whole, parted = drawn(board), ink_drawing(board, 0, SPRITE, pieces=pieces)
    (line,) = re.findall(r'<path class="shape-lines" stroke-width="3" stroke-opacity=".5" d="([^"]+)"', parted)
    # Between A2 and A3, B1 and B2, A2 and B2, and A5 and A6, but not between forest and village
    assert line.count("M") == 4
    assert "stroke-opacity" not in whole
    assert ink_drawing(board, 0, SPRITE, pieces=(mask("A1 A2 A3 B1 B2 B3"),)) == whole


def test_spaces_of_a_monster_card_have_its_face() -> None:
    board = board_of("/".join(["MM.MM......", *["..........."] * 10]) + " G:A1,A2 T:A4,A5")
    faces = re.findall(r"#monster-([0-9])", drawn(board))
    assert faces[0] == faces[1] != faces[2] == faces[3]


def test_each_monster_has_its_own_face() -> None:
    faces = []
    for card in (*cartographers().ambushes.values(), *heroes().ambushes.values()):
        empty = board_of("/".join(["..........."] * 11))
        for way in card.shape.orientations:
            fit = next(fit for fit in way.table if fit)
            board = empty.draw(fit.cells, Terrain.MONSTER, card.initial)
            numbers = set(re.findall(r"#monster-([0-9])", ink_drawing(board, 0, SPRITE, pieces=(fit.cells,))))
            assert len(numbers) == 1, "one face in all its spaces"
            faces.append((card.id, *numbers))
    assert len(set(faces)) == len({card for card, _ in faces}) == len({face for _, face in faces}) == 8
    pictures = sprite()
    drawings = [re.sub(r'id="[^"]+"', "", pictures[f"monster-{number}"]) for number in range(9)]
    assert len(set(drawings)) == 9


def test_monster_without_a_card_has_a_face_of_its_own() -> None:
    board = board_of("/".join(["M..........", *["..........."] * 10]))
    assert re.findall(r"#monster-([0-9])", ink_drawing(board, 0, SPRITE, pieces=(mask("A1"),))) == ["8"]


def test_neighbours_share_their_sides() -> None:
    """The side between two spaces is the same curve for both, forward and backward."""
    both = mask("B2 B3")
    assert outline(both, 0).count("M") == 1
    assert outline(mask("B2 D2"), 0) == outline(mask("B2"), 0) + outline(mask("D2"), 0)


def test_spaces_that_meet_at_a_corner_stay_apart() -> None:
    assert outline(mask("B2 C3"), 0).count("M") == 2
    assert outline(mask("B3 C2"), 0).count("M") == 2


def test_a_hole_is_an_outline_of_its_own() -> None:
    assert outline(mask("B2 B3 B4 C2 C4 D2 D3 D4"), 0).count("M") == 2
    assert outline(FULL, FULL).count("M") == 1


def test_every_outline_is_closed() -> None:
    for board in (FULL_BOARD, board_of("/".join(["FV" * 5 + "F", "VF" * 5 + "V"] * 5 + ["FV" * 5 + "F"]))):
        for feature in PICTURES:
            path = outline(board.layers[feature], board.filled)
            assert path.count("M") == path.count("z") == path.count("Q")


def test_changes_are_drawn_alone() -> None:
    before = board_of("/".join(["FF.....r...", *["..........."] * 10]))
    after = before.draw(mask("A8 A9"), Terrain.WATER).destroy(mask("A2")).mark(mask("C3"))
    changes = ink_changes(before, after, SPRITE, "turn")
    assert Counter(re.findall(rf"{SPRITE}#([a-z]+)", changes)) == {"water": 2, "destroyed": 1, "stones": 1}
    assert re.findall(r' id="(turn-[^"]+)"', changes) == ["turn-destroyed", "turn-water"]
    assert (changes.count("fresh-line"), changes.count('class="marked"')) == (1, 1)
    assert "<path" not in ink_changes(before, before, SPRITE, "turn")


def test_plain_outlines_are_straight_with_round_corners() -> None:
    assert plain_outline(mask("A1 A2")) == "M.2 0h1.6q.2 0 .2 .2v.6q0 .2-.2 .2h-1.6q-.2 0-.2-.2v-.6q0-.2 .2-.2z"
    assert plain_outline(mask("B2 C3")).count("M") == 2
    assert plain_outline(mask("B2 B3 B4 C2 C4 D2 D3 D4")).count("M") == 2
    assert plain_outline(0) == ""


def test_a_drawing_does_not_move_when_something_is_added() -> None:
    before, after = drawn(board_of("/".join(["F" * 11, *["..........."] * 10]))), drawn(FULL_BOARD)
    first = rf"{SPRITE}#(forest-[0-9])\" x=\"300\" y=\"0\""
    assert re.findall(first, before) == re.findall(first, after) != []


@pytest.mark.parametrize("board", [FULL_BOARD, board_of("/".join(["FVAWMH#XFVA", "AMXWVHF#MVW"] * 5 + ["F" * 11]))])
def test_a_drawing_is_small(board: Board) -> None:
    assert len(compress(drawn(board).encode())) < MOST


def test_the_last_drawing_is_outlined() -> None:
    assert "fresh-line" not in drawn(FULL_BOARD)
    assert "fresh-line" in map_view(FULL_BOARD, "Map", Marks(fresh=mask("A4"))).drawing
    assert "fresh-line" in map_view(FULL_BOARD, "Map", Marks(before=mask("A4"))).drawing

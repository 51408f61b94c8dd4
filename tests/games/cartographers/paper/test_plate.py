"""Name plate below the map of a picture, and the drawing's pictures and colors."""

import re

import pytest

from engine.cartographers.notation import board_of
from games.accounts.crests import CHARGES, COLORS, DIVISIONS, SHIELDS, Crest
from games.cartographers.map.ink.drawing import PICTURES
from games.cartographers.paper.board import PALETTES, Ink, board_drawing, legend_of
from games.cartographers.paper.plate import name_plate

BOARD = board_of("/".join(["FVAWMH#X^rf", "wWW........", *["..........."] * 9]))


def test_a_plate_has_the_shield_and_the_charge_of_a_crest() -> None:
    plate = name_plate("Ann", "french.quarterly.teal+navy.gold.owl", Ink.COLOUR)
    assert plate.name.text == "Ann"
    assert re.findall(r'href="#([^"]+)"', plate.crest) == ["crest-french-quarterly", "crest-owl"]
    assert set(re.findall(r' id="([^"]+)"', plate.crest)) == {"crest-french-quarterly", "crest-owl"}
    assert {"#0a5b61", "#182a58", "#f6cb4c"} == set(re.findall("#[0-9a-f]{6}", plate.crest))


def test_a_player_without_a_crest_has_a_plate_without_one() -> None:
    assert name_plate("Bot", "", Ink.COLOUR).crest == ""


@pytest.mark.parametrize("ink", Ink)
def test_every_part_of_a_crest_can_be_drawn(ink: Ink) -> None:
    for number in range(max(map(len, (SHIELDS, DIVISIONS, COLORS, CHARGES)))):
        shield, division, field, charge = (
            parts[number % len(parts)] for parts in (SHIELDS, DIVISIONS, COLORS, CHARGES)
        )
        crest = name_plate("Ann", str(Crest.fitted(shield, division, field, "", field, charge)), ink).crest
        assert crest.count("<symbol") == crest.count("<use") == 2
        assert "var(" not in crest


@pytest.mark.parametrize("ink", Ink)
def test_a_file_holds_the_pictures_that_it_shows_in_its_own_colors(ink: Ink) -> None:
    drawing = board_drawing(BOARD, PALETTES[ink])
    used = set(re.findall(r'href="#((?!ink-)[^"]+)"', drawing.ink + drawing.pictures))
    held = set(re.findall(r'<(?:g|path) id="([^"]+)"', drawing.pictures))
    assert used <= held
    assert {"ruins", "stones", "arch"} <= held
    legend = board_drawing(BOARD, PALETTES[ink], legend=legend_of(BOARD)).pictures
    assert {f"{kind.word}-0" for kind in PICTURES} <= set(re.findall(r'<g id="([^"]+)"', legend))
    assert "var(" not in drawing.pictures
    assert {word for word, _ in drawing.kinds} == {kind.word for kind in PICTURES}

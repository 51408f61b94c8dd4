"""The drawing on the home page."""

import re

import pytest
from django.test import Client

from engine.cartographers.catalog import cartographers
from engine.cartographers.notation import board_of
from engine.cartographers.terrain import Feature
from games.cartographers.reference import poster as drawn
from games.cartographers.reference.poster import poster


def test_the_example_lies_on_the_sheet_of_a_first_game() -> None:
    board = board_of(drawn._EXAMPLE)
    sheet = cartographers().sheets["A"]
    assert board.layers[Feature.MOUNTAIN] == sheet.mountains
    assert board.layers[Feature.RUINS] == sheet.ruins


def test_every_kind_of_the_example_is_drawn_with_its_symbol() -> None:
    kinds = {kind.glyph: kind for kind in poster().kinds}
    assert set(kinds) == {"ruins", "forest", "village", "farm", "water", "monster", "mountain"}
    assert len(kinds["mountain"].places) == 5
    assert kinds["mountain"].places[0] == ("3.2", "1.2")
    assert kinds["monster"].path == "M10 3h1v1h-1zM9 4h2v1h-2zM10 5h1v1h-1z"


@pytest.mark.django_db
def test_strangers_see_it(client: Client) -> None:
    page = client.get("/cartographers/rules/").content.decode()
    assert len(re.findall(r"<use href=\"/static/img/sprite\S*#forest\"", page)) == 16

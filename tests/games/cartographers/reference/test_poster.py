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


def test_every_space_of_the_example_is_drawn_in_ink() -> None:
    board = board_of(drawn._EXAMPLE)
    assert len(re.findall(r"#[a-z]+-[0-9]\"", poster())) == board.filled.bit_count()


@pytest.mark.django_db
def test_strangers_see_it(client: Client) -> None:
    page = client.get("/cartographers/rules/").content.decode()
    poster = page.split('class="poster"')[1].split("</svg>")[0]
    assert len(re.findall(r"<use href=\"/static/img/map\S*#forest-[0-9]\"", poster)) == 16

"""The way as a winding line: small in lists, and as an image of a finished game."""

from xml.etree import ElementTree

import pytest

from engine.contract import Seat
from engine.gisborne import RULES
from engine.gisborne.state import State
from games.gisborne.way.winding import SIZE, final_way, seat_color, small_way, winding_of
from games.play.chart import MARKS
from games.play.toned_images import Tone
from tests.engine.gisborne_games import random_game, whole_game

LARGEST = 6_500
"""Bytes of a small picture."""


@pytest.fixture(scope="module")
def ended() -> State:
    return whole_game(2)[1]


def test_small_way_has_a_mark_for_each_seat_and_its_own_in_the_accent_color(ended: State) -> None:
    picture = small_way(ended, Seat(1), "The way")
    assert all(picture.count(f'd="{MARKS[seat]}"') == 1 for seat in range(ended.seats))
    assert picture.count(f'fill="var(--accent)" d="{MARKS[1]}"') == 1
    assert 'role="img" aria-label="The way"' in picture
    assert len(picture) < LARGEST


def test_every_pawn_is_within_the_picture_in_every_position() -> None:
    for _, state in random_game(4):
        pawns = winding_of(RULES.view(state, None)).pawns()
        assert sorted(seat for seat, _ in pawns) == list(range(state.seats))
        assert all(0 < x < SIZE and 0 < y < SIZE for _, (x, y) in pawns)


@pytest.mark.parametrize("tone", Tone)
def test_final_way_is_a_whole_image_of_its_own(ended: State, tone: Tone) -> None:
    image = final_way(ended, Seat(0), tone)
    ElementTree.fromstring(image)
    assert "var(" not in image
    assert seat_color(Seat(0), tone) in image
    assert image == final_way(ended, Seat(0), tone)
    assert image != final_way(ended, Seat(1), tone)

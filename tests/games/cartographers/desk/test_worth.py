"""What a shape would bring is, place by place, what the page says of a drawing that lies there."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.notation import Placement
from engine.cartographers.view import View, view
from engine.contract import Seat
from games.cartographers.desk.placing import Ghost, first_ghost
from games.cartographers.desk.worth import places, worth_data
from games.cartographers.goals.edicts import changes
from tests.engine.tools import standing
from tests.games.cartographers.desk.test_preview import BOARDS, CARDS, SHAPES, TAUGHT
from tests.games.cartographers.monsters import mixed

POOL = (*cartographers().scoring.values(), *heroes().scoring.values())
FULL_OF_SENSE = "rift_lands"
DUE = "A", "B"


def seen(board: str, card: str, number: int = 0) -> View:
    """A view of who has to draw, by edicts taken at random."""
    drawn = BOARDS[board]
    found = view(standing(mixed(), drawn, drawn, card=CARDS[card], coins=13 if number else 2), Seat(0))
    return replace(found, edicts=tuple(Random(f"{board}{card}{number}").sample(POOL, 4)))


def read(one: View, ghost: Ghost) -> Any:
    """What the script reads."""
    assert one.desk
    return json.loads(json.dumps(worth_data(one, one.desk, ghost, "abc")))


@pytest.mark.parametrize("card", [*SHAPES, *TAUGHT])
@pytest.mark.parametrize("board", BOARDS)
def test_it_is_what_the_page_says_of_each_drawing(board: str, card: str) -> None:
    chance = Random(f"{card}-{board}")
    for number in range(2):
        one = seen(board, card, number)
        desk = one.desk
        assert desk
        options = desk.offer.options
        option = chance.randrange(len(options))
        ghost = first_ghost(desk.offer).with_option(option).with_terrain(chance.choice(options[option].terrains))
        found = places(one, desk, ghost)
        assert [place.fit for place in found] == desk.offer.fits(ghost.chosen.shape)
        for place in chance.sample(found, min(20, len(found))):
            turn, anchor = place.fit.orientation.turn, place.fit.anchor
            drawn = desk.position.after(
                desk.position.drawing(desk.offer, Placement(option, ghost.terrain, turn, anchor))
            )
            expected = changes(one, desk.position, drawn)
            assert place.gains == {each.part: each.then - each.now for each in expected if each.then != each.now}
            ghost = ghost.with_orientation(place.fit.orientation)
            row, column = divmod(anchor, 12)
            assert read(one, ghost)["places"][str(row * 12 + column + 1)] == {
                each.part: [each.figures[1], each.difference, "better" if each.better else "worse"]
                for each in expected
                if each.better or each.worse
            }

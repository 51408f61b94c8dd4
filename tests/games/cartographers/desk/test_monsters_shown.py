"""Monsters on the page: the one to be drawn, and those in play."""

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from engine.cartographers.board import Board
from engine.cartographers.catalog import heroes
from engine.cartographers.geometry import FULL, neighbours
from engine.cartographers.notation import board_of, space_of
from engine.cartographers.state import State
from engine.cartographers.terrain import Terrain
from engine.cartographers.view import view
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.desk.desk import DeskView, desk_view
from games.cartographers.desk.placement_state import ghost_of
from games.cartographers.goals.season import season_view
from games.play.people import Person
from tests.engine.tools import standing
from tests.games.cartographers.monsters import choose, chooses, mixed, play_on, stack, targets
from tests.games.cartographers.play import gather, url
from tests.games.tables.clients import signed_in, text_of

GORGON = heroes().ambushes["gorgon_gaze"]
EMPTY = board_of("/".join(["." * 11] * 11))
DRAGON = EMPTY.draw(1 << space_of("F6"), Terrain.MONSTER, "D")
ZOMBIES = EMPTY.draw(1 << space_of("C3"), Terrain.MONSTER, "Z")
TROLLED = ZOMBIES.draw(1 << space_of("I9"), Terrain.MONSTER, "T")
BOTH = ZOMBIES.draw(1 << space_of("F6"), Terrain.MONSTER, "D")
ALL = BOTH.draw(1 << space_of("I9"), Terrain.MONSTER, "T")
CRAMPED = EMPTY.draw(FULL & ~(1 << space_of("F6")), Terrain.FOREST)


def state_with(board: Board, **changes: Any) -> State:
    """A first turn of two seats, both with that board."""
    return standing(mixed(), board, board, card=GORGON).but(edicts=mixed().pool[::8], **changes)


def desk_on(board: Board) -> DeskView:
    """The desk of the player who draws the Gorgon on a board."""
    seen = view(state_with(board), Seat(0))
    assert seen.desk
    everybody = tuple(
        Person(Seat(seat), name, "", name, f"seat-{seat}", seat == 0) for seat, name in enumerate(("Ann", "Ben"))
    )
    return desk_view(seen, seen.desk, ghost_of(QueryDict(), seen.desk.offer), everybody, "code")


@pytest.mark.parametrize(("board", "forced"), [(EMPTY, False), (CRAMPED, True)], ids=["roomy", "cramped"])
def test_a_single_square_promises_no_effect(board: Board, forced: bool) -> None:
    desk = desk_on(board)
    assert bool(desk.effect) == (not forced)


def season_with(board: Board, *effects: str) -> str:
    """The season panel of the page while these monsters (ids) act at the season's end."""
    season = season_view(view(state_with(board, effects=effects), Seat(0)))
    return render_to_string("cartographers/goals/_season.html", {"season": season})


@pytest.mark.parametrize(
    ("board", "effects", "summary"),
    [
        (TROLLED, ("zombie_plague", "giant_troll_ravage"), "2 monster effects at the end of the season"),
        (BOTH, ("zombie_plague",), "2 monster effects are active"),
        (ALL, ("giant_troll_ravage", "zombie_plague"), "3 monster effects are active"),
    ],
)
def test_several_monsters_in_force_are_folded(board: Board, effects: tuple[str, ...], summary: str) -> None:
    folded = re.search(
        r'<details id="at-work">\s*<summary>([^<]+)</summary>(.*)</details>', season_with(board, *effects), re.DOTALL
    )
    assert folded
    assert folded[1] == summary
    assert folded[2].count("<dt>") == int(summary[0])


@pytest.mark.parametrize(("board", "effects"), [(ZOMBIES, ("zombie_plague",)), (DRAGON, ())])
def test_a_single_monster_in_force_is_shown_at_once(board: Board, effects: tuple[str, ...]) -> None:
    page = season_with(board, *effects)
    assert page.count("<dt>") == 1
    assert "<details" not in page


def closed_in(board: Board, initial: str) -> Board:
    """The board with all spaces around a monster filled."""
    return board.draw(neighbours(board.marked_with(initial)) & board.empty, Terrain.WATER)


@pytest.mark.parametrize(
    "board",
    [
        pytest.param(EMPTY, id="doesn’t fit on any map sheet."),
        pytest.param(EMPTY.draw(1 << space_of("C3"), Terrain.MONSTER), id="a single square"),
        pytest.param(closed_in(ZOMBIES, "Z"), id="closed in"),
        pytest.param(ZOMBIES.destroy(1 << space_of("C3")), id="destroyed"),
    ],
)
def test_a_monster_that_can_do_nothing_any_more_is_not_listed(board: Board) -> None:
    assert 'id="monsters"' not in season_with(board, "zombie_plague")
    page = season_with(board.draw(1 << space_of("I9"), Terrain.MONSTER, "T"), "zombie_plague", "giant_troll_ravage")
    assert re.findall("<dt>([^<]+)</dt>", page) == ["Giant Troll Ravage"]


def test_while_a_space_is_chosen_the_monster_is_told_of_once(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, "giant_troll_ravage")
    table = gather(*people[:2])
    ann, words = (
        signed_in(people[0]),
        "After each season’s scoring, the map’s owner must destroy one empty space next to its "
        "remaining spaces, if there is one. Unfilled ruins count as empty.",
    )
    choice = play_on(table, people, chooses)
    assert text_of(ann.get(url(table))).count(words) == 1
    assert text_of(ann.get(url(table) + "?look=2")).count(words) == 1, "the season's part says it"
    choose(ann, table, targets(table)[0])
    assert text_of(ann.get(url(table))).count(words) == 1
    play_on(table, people, lambda state: state.turn > choice.turn)
    assert text_of(ann.get(url(table))).count(words) == 1


def test_where_no_monster_is_in_force_none_is_listed() -> None:
    assert 'id="monsters"' not in season_with(EMPTY)

"""The script's lookup data, compared step by step with the server's placement."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.geometry import FULL, SIZE, STRIDE, Mask, Space, column_of, row_of, space, spaces
from engine.cartographers.notation import board_of
from engine.cartographers.position import Outcome
from engine.cartographers.skills import Skill, SkillPower
from engine.cartographers.terrain import Feature, Terrain
from engine.cartographers.view import Desk, view
from engine.contract import Seat
from games.cartographers.desk.pending_result import changed_losses, outcome_of
from games.cartographers.desk.placement_state import Ghost, first_ghost
from games.cartographers.desk.placement_values import preview_data
from tests.engine.tools import mostly_empty, mostly_full, standing
from tests.games.cartographers.monsters import mixed

ALL = spaces(FULL)
CARDS = {**cartographers().explore, **heroes().ambushes, **heroes().heroes}
SHAPES = "hinterland_stream", "rift_lands", "treetop_village"
TAUGHT = "gorgon_gaze", "wren_the_lioness", "freyla_the_true", "dal_of_jolev"


def drawn_on(number: int) -> Board:
    """A random board with some forest, two monsters and 20 marks."""
    chance = Random(number)
    rows = ["".join(chance.choice("..F") for _ in range(SIZE)) for _ in range(SIZE)]
    board = board_of("/".join(rows))
    for terrain, initial in ((Terrain.MONSTER, "D"), (Terrain.MONSTER, "Z")):
        board = board.draw(some_of(board.empty, 5, chance), terrain, initial)
    return board.mark(some_of(FULL, 20, chance))


def some_of(mask: Mask, count: int, chance: Random) -> Mask:
    """A random sample of the spaces in a set."""
    return sum(1 << where for where in chance.sample(spaces(mask), count))


BOARDS = {
    "empty": board_of(mostly_empty()),
    "one_gap": board_of(mostly_full(E="FFF...FFFFF")),
    **{f"random_{number}": drawn_on(number) for number in range(2)},
}


@pytest.fixture(params=[(board, card) for board in BOARDS for card in (*SHAPES, *TAUGHT)], ids="-".join)
def desk(request: pytest.FixtureRequest) -> Desk:
    """The desk of a seat in a game of two with equal boards."""
    board, card = request.param
    own_desk = view(standing(mixed(), BOARDS[board], BOARDS[board], card=CARDS[card]), Seat(0)).desk
    assert own_desk
    return own_desk


def lists_of(ghost: Ghost, desk: Desk) -> dict[str, Any]:
    """The data that the script reads."""
    read: dict[str, Any] = json.loads(json.dumps(preview_data(desk, ghost)))
    return read


def number_of(where: Space | None) -> int:
    """The number of a space in the lists, 0 for none."""
    return 0 if where is None else row_of(where) * 12 + column_of(where) + 1


def numbers_of(mask: Mask) -> list[int]:
    return [number_of(where) for where in spaces(mask)]


def ways_of(desk: Desk) -> Iterator[tuple[Ghost, dict[str, Any], list[dict[str, Any]]]]:
    """Every shape in every orientation, not placed, with that orientation's lists and those of all."""
    ghost = first_ghost(desk.offer)
    for option, listed in enumerate(lists_of(ghost, desk)["options"]):
        ways = ghost.with_option(option).chosen.shape.orientations
        for way, lists in zip(ways, listed["orientations"], strict=True):
            yield ghost.with_option(option).with_orientation(way), lists, listed["orientations"]


def placements_of(ghost: Ghost) -> Iterator[Ghost]:
    """The ghost at every position on the map, legal or not."""
    for anchor in spaces(ghost.orientation.reach):
        yield Ghost(ghost.offer, ghost.option, ghost.terrain, ghost.orientation, anchor)


def test_it_covers_a_space_as_listed(desk: Desk) -> None:
    for ghost, lists, _ in ways_of(desk):
        assert len(lists["covering"]) <= number_of(space(SIZE - 1, SIZE - 1)) + 1
        for tapped in ALL:
            assert lists["covering"][number_of(tapped)] == number_of(ghost.covering(tapped).anchor)


def test_its_spaces_and_their_edges_are_listed(desk: Desk) -> None:
    beyond = {"gn": -STRIDE, "ge": 1, "gs": STRIDE, "gw": -1}
    for ghost, lists, _ in ways_of(desk):
        assert lists["code"] == ghost.orientation.turn.code
        for laid in placements_of(ghost):
            covered = [number_of(laid.anchor) + step for step in lists["cells"]]
            assert covered == numbers_of(laid.cells)
            for where, edges in zip(covered, lists["edges"], strict=True):
                assert edges == [side for side, step in beyond.items() if where + step not in covered]


def test_it_is_legal_and_found_next_as_listed(desk: Desk) -> None:
    for ghost, lists, ways in ways_of(desk):
        assert lists["legal"] == [number_of(laid.anchor) for laid in placements_of(ghost) if laid.legal]
        places = [(way["code"], anchor) for way in ways for anchor in way["legal"]]
        for laid in placements_of(ghost):
            following = laid.next_fit()
            if following is None or not laid.legal:
                assert (following is None) == (not places)
                continue
            here = places.index((lists["code"], number_of(laid.anchor)))
            after = following.orientation.turn.code, number_of(following.anchor)
            assert after == places[(here + 1) % len(places)]


def test_it_turns_and_changes_about_its_middle_as_listed(desk: Desk) -> None:
    options = lists_of(first_ghost(desk.offer), desk)["options"]
    for ghost, lists, ways in ways_of(desk):
        for laid in placements_of(ghost):
            middle = number_of(laid.anchor) + lists["middle"]
            for side, turned in (("left", laid.turned(-1)), ("right", laid.turned(1)), ("flip", laid.flipped())):
                way = ways[lists[side]]
                assert (way["code"], way["about"][middle]) == (
                    turned.orientation.turn.code,
                    number_of(turned.anchor),
                )
            assert laid.with_option(laid.option) == laid
            for number, option in enumerate(options):
                if number == laid.option:
                    continue
                about = option["orientations"][0]["about"]
                assert about[middle] == number_of(laid.with_option(number).anchor)


def test_it_is_nudged_as_listed(desk: Desk) -> None:
    for ghost, lists, _ in ways_of(desk):
        for laid in placements_of(ghost):
            for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
                nudged, here = laid.nudged(down, right), number_of(laid.anchor)
                middle = here + lists["middle"] + down * 12 + right
                listed = lists["about"][middle] if 0 <= middle < len(lists["about"]) else 0
                assert (listed if listed != here else 0) == number_of(nudged and nudged.anchor)


def test_its_foot_is_below_its_middle(desk: Desk) -> None:
    for ghost, lists, _ in ways_of(desk):
        laid = next(placements_of(ghost))
        middle = Space(number_of(laid.anchor) + lists["middle"] - 1)
        assert row_of(middle) + lists["foot"] == row_of(spaces(laid.cells)[-1])


def test_what_it_attacks_and_harms_is_listed(desk: Desk) -> None:
    data = lists_of(first_ghost(desk.offer), desk)
    assert data["filled"] == numbers_of(FULL & ~desk.board.empty)
    for ghost, lists, _ in ways_of(desk):
        for laid in placements_of(ghost):
            assert laid.anchor is not None
            spaces_of, attacked = numbers_of(laid.cells), lists["attack"].get(str(number_of(laid.anchor)), [])
            assert attacked == numbers_of(laid.orientation.marks(laid.anchor))
            outcome = outcome_of(desk, laid)
            if not isinstance(outcome, Outcome):
                assert not laid.legal
                continue
            effects = data["effects"][laid.terrain.word]
            assert [one for one in effects["doomed"] if one in spaces_of + attacked] == numbers_of(outcome.destroyed)
            adjacent = {other for one in spaces_of for other in effects["harm"].get(str(one), [])}
            harm, _ = changed_losses(desk.board, desk.position.after(outcome).board)
            assert sorted(adjacent - set(spaces_of)) == numbers_of(harm)


def test_spaces_of_each_skill_are_listed() -> None:
    board = drawn_on(0)
    standing_view = standing(mixed(), board, board, card=CARDS["hinterland_stream"])
    skills = tuple(Skill(power.value, power.value, power, 1) for power in SkillPower)
    state = standing_view.but(
        definition=replace(standing_view.definition, skills=skills),
        positions=tuple(each._replace(coins=5) for each in standing_view.positions),
    )
    own_desk = view(state.but(skills=skills), Seat(0)).desk
    assert own_desk
    listed = lists_of(first_ghost(own_desk.offer), own_desk)["skills"]
    assert listed[""]["filled"] == numbers_of(board.filled)
    assert set(listed["replace"]["filled"]) < set(listed[""]["filled"])
    monsters = numbers_of(board.layers[Feature.MONSTER] & ~board.marked)
    assert set(listed["slay"]["wanted"]) >= set(monsters)
    assert not set(listed["slay"]["wanted"]) & set(listed["slay"]["filled"])
    assert listed["single"]["wanted"] == listed[""]["wanted"] == []

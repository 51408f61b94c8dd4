"""Cards, tiles and the box of Gisborne."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine import RuleViolation
from engine.gisborne import Face, Mark, Tile, Way, cards_text, gisborne, parse_cards, steps_of
from engine.gisborne.cards import contains, without
from engine.gisborne.definition import Definition, check_definition, definition_from_json, definition_to_json


def test_box_has_122_cards_and_twelve_chips() -> None:
    box = gisborne()
    assert Counter(card.value for card in box.cards) == {"b1": 25, "b2": 25, "s2": 20, "s3": 20, "g3": 16, "g4": 16}
    assert Counter([*box.chips, box.start_chip, box.beach_chip]) == {1: 4, 2: 4, 3: 3, 4: 1}


@pytest.mark.parametrize(
    ("tile", "marks", "rivers", "bridge"),
    [
        ("start", "....C.", (), None),
        ("twin_hamlets", ".V.C.V.", (), None),
        ("ridge_village", ".V.C.", (), None),
        ("peat_basin", ".S..SC.", (), None),
        ("reed_mire", "..SS..C..", (), None),
        ("howling_dell", "..WCW..", (), None),
        ("stony_den", ".C.W.W.", (), None),
        ("rope_bridge", "......C..", (), (5, 9)),
        ("gorge_span", "......C", (), (2, 6)),
        ("silver_ford", "..C....", (4,), None),
        ("double_ford", "....C..", (1, 5), None),
        ("end", "...", (), None),
    ],
)
def test_drawing_of_a_tile_gives_its_fields(
    tile: str, marks: str, rivers: tuple[int, ...], bridge: tuple[int, int] | None
) -> None:
    found = gisborne().tiles[tile]
    assert ("".join(found.marks), found.rivers, found.bridge) == (marks, rivers, bridge)


@pytest.mark.parametrize(
    ("rows", "rivers", "message"),
    [
        (("....", ".....", "....."), (), "5 marks"),
        (("_____", "..X..", "_____"), (), "X is no mark"),
        (("_____", "..._.", "_____"), (), "one chain"),
        (("_..__", ".....", "_____"), (), "one chain"),
        (("_____", ".....", "_.___"), (), "one chain"),
        (("_____", "..=..", "_____"), (), "one chain"),
        (("_____", ".....", "_____"), (5,), "a river lies between"),
        (("_____", ".C.C.", "_____"), (), "at most one viewpoint"),
        (("_____", "..=.C", "_..._"), (3,), "no river lies between the ends"),
        (("_____", ".V=.C", "_..._"), (), "the ends of a bridge are plain"),
    ],
)
def test_drawing_that_is_no_tile_is_refused(rows: tuple[str, str, str], rivers: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Tile("odd", rows, rivers)


def test_way_joins_tiles_and_numbers_its_fields_on() -> None:
    tiles = gisborne().tiles
    way = Way().join(tiles["start"]).join(tiles["rope_bridge"]).join(tiles["double_ford"])
    assert (way.last, way.ends, dict(way.bridges), sorted(way.rivers)) == (22, (6, 15, 22), {11: 15}, [16, 20])
    assert way.mark(5) is Mark.VIEWPOINT


def test_cards_are_written_as_they_are_read() -> None:
    cards = parse_cards("g4 2s3 b1")
    assert cards == (Face.BRONZE_1, Face.SILVER_3, Face.SILVER_3, Face.GOLD_4)
    assert (cards_text(cards), steps_of(cards)) == ("b1 2s3 g4", 11)
    assert contains(cards, parse_cards("2s3"))
    assert not contains(cards, parse_cards("2b1"))
    assert without(cards, parse_cards("s3 g4")) == parse_cards("b1 s3")


@pytest.mark.parametrize("text", ["b9", "s", "3", "-1b1", "xb1", "9999b1"])
def test_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        parse_cards(text)


def _swapped(**changes: Any) -> Definition:
    return replace(gisborne(), **changes)


@pytest.mark.parametrize(
    ("box", "code"),
    [
        (_swapped(path=gisborne().path[:-1]), "tiles"),
        (_swapped(path=(*gisborne().path[:-1], gisborne().path[0])), "same_id"),
        (_swapped(end=replace(gisborne().end, rows=("___13", ".C.54", "____2"))), "tiles"),
        (_swapped(end=replace(gisborne().end, rows=("_____", ".....", "_____"))), "tiles"),
        (_swapped(start=replace(gisborne().start, rows=("_____", "|....", "_____"))), "tiles"),
        (_swapped(chips=(1, 2, 3)), "chips"),
        (_swapped(beach_chip=0), "chips"),
        (_swapped(places=((3, 2, 2),)), "places"),
        (_swapped(final_scorings=3), "limits"),
        (_swapped(most_cards=0), "limits"),
        (_swapped(deck=(10**9, 0, 0, 0, 0, 0)), "limits"),
        (_swapped(deck=(18, 18, 18, 18, 18, 18)), "short_deck"),
    ],
)
def test_box_that_cannot_be_played_is_refused(box: Definition, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        check_definition(box, 4)
    assert code in [reason.code for reason in refused.value.reasons]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("path", 3, "3 is no list"),
        ("deck", {"b1": 1}, "b2: is missing"),
        ("draws", {"bronze": "two"}, "'two' is no whole number"),
        ("end", {"id": "end", "rows": ["....."]}, "a tile is drawn in 3 rows"),
        ("places", [3], "3 is no list"),
        ("laid_numbers", "seen", "'seen' is not a valid LaidNumbers"),
        ("first_hand", -1, "-1 is no whole number from 0"),
    ],
)
def test_stored_box_that_is_malformed_is_refused(key: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        definition_from_json(definition_to_json(gisborne()) | {key: value})

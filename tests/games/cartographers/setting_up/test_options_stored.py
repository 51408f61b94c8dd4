"""Stored options, including those of older tables, and how table lists describe them."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from engine.cartographers.game import RULES
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import FIRST_GAME_EDICTS, PRESETS
from engine.cartographers.placement import SingleTerrain
from engine.randomness import Shuffler
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.setting_up import options
from tests.engine.tools import EDICTS, definition, seed_of

pytestmark = pytest.mark.django_db

OLD: dict[str, Any] = {"sheet": "B", "edicts": [], "single_terrain": "any"}
BAD: tuple[dict[str, Any], ...] = (
    {},
    {"sheet": "A"},
    {"sheet": ["A"], "edicts": [], "single_terrain": "any"},
    {"sheet": None, "edicts": [], "single_terrain": "any"},
    {"sheet": "A", "edicts": ["sentinel_wood"], "single_terrain": "any"},
    {"sheet": "A", "edicts": [*EDICTS, "greenbough"], "single_terrain": "any"},
    {"sheet": "A", "edicts": [*EDICTS, "no_such_card"], "single_terrain": "any"},
    {"sheet": "A", "single_terrain": "any"},
    {"sheet": "A", "edicts": ["x", "y", "z", "w"], "single_terrain": "any"},
    {"sheet": "A", "edicts": [["sentinel_wood"]], "single_terrain": "any"},
    {"sheet": "A", "edicts": "sentinel_wood", "single_terrain": "any"},
    {"sheet": "A", "edicts": None, "single_terrain": "any"},
    {"sheet": "A", "edicts": [], "single_terrain": ["any"]},
    {"sheet": "A", "edicts": [], "single_terrain": "sea"},
    {**OLD, "preset": "mine"},
    {**OLD, "deck": "both"},
    {**OLD, "seasons": None},
    {**OLD, "ambushes": ["both"]},
    {**OLD, "heroes": "yes"},
    {**OLD, "heroes": None},
    {**OLD, "pool": {}},
    {**OLD, "ruins": True},
    {**OLD, "edition": 2},
    {**OLD, "hero_pattern": "free"},
    {**OLD, "edicts": list(FIRST_GAME_EDICTS)},
    {**OLD, "edicts": list(EDICTS), "pool": "heroes"},
)


@pytest.mark.parametrize("bad", BAD, ids=str)
def test_stored_options_that_cannot_be_played_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CARTOGRAPHERS.check_options(bad)
    assert CARTOGRAPHERS.describe(bad), "but a list of tables says of them what it can"


def test_options_of_tables_from_before_the_second_box_are_still_those_of_the_first() -> None:
    CARTOGRAPHERS.check_options(OLD)
    assert CARTOGRAPHERS.setup(OLD, 2).definition == definition("B")
    card = {**OLD, "edicts": list(EDICTS), "single_terrain": "card"}
    setup = CARTOGRAPHERS.setup(card, 2)
    assert (setup.definition, setup.edicts) == (definition("B", SingleTerrain.CARD), EDICTS)
    assert CARTOGRAPHERS.describe(OLD) == ["Map sheet B", "Random edicts"]


def test_options_from_before_the_choice_of_ruins_cards_begin_by_the_book() -> None:
    stored = {key: value for key, value in PRESETS[Preset.HEROES].as_json().items() if key != "ruins"}
    for sheet, count in (("C", 0), ("A", 2)):
        CARTOGRAPHERS.check_options({**stored, "sheet": sheet})
        setup = CARTOGRAPHERS.setup({**stored, "sheet": sheet}, 2)
        assert len(setup.definition.ruins) == count
        assert RULES.start(setup, 2, Shuffler(seed_of(1)))
    assert CARTOGRAPHERS.describe(stored) == ["Cartographers Heroes", "Map sheet C", "With heroes", "Random edicts"]


def test_tables_whose_idle_choices_were_stored_can_begin_still() -> None:
    stored = {**OLD, "edition": "preview", "hero_pattern": "as_printed"}
    CARTOGRAPHERS.check_options(stored)
    assert CARTOGRAPHERS.setup(stored, 2).definition == definition("B")


OWN = "Custom mix: base game with"


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        (options.defaults(), ["Map sheet A", "Random edicts"]),
        (PRESETS[Preset.HEROES].as_json(), ["Cartographers Heroes", "Map sheet C", "With heroes", "Random edicts"]),
        (PRESETS[Preset.BOTH].as_json(), ["Both boxes", "Map sheet C", "With heroes", "Random edicts"]),
        ({"sheet": "C"}, ["Map sheet C", "Random edicts"]),
        ({"seasons": "heroes"}, [f"{OWN} Heroes season cards", "Map sheet B", "Random edicts"]),
        (
            {**PRESETS[Preset.BOTH].as_json(), "sheet": "B"},
            ["Both boxes", "Map sheet B", "With heroes", "Random edicts"],
        ),
        (
            {"deck": "heroes", "ambushes": "both", "heroes": True},
            [
                f"{OWN} Heroes explore cards, ambush cards from both boxes and hero cards",
                "Map sheet B",
                "Random edicts",
            ],
        ),
        (
            {"deck": "heroes", "seasons": "heroes", "ambushes": "heroes", "pool": "heroes"},
            [
                f"{OWN} Heroes explore cards, Heroes season cards, Heroes ambush cards and Heroes scoring cards",
                "Map sheet B",
                "Random edicts",
            ],
        ),
        ({"edition": "preview"}, ["Map sheet B", "Random edicts"]),
        (
            {"edition": "preview", "pool": "both"},
            [f"{OWN} scoring cards from both boxes", "Map sheet B", "Random edicts", "Preview edition"],
        ),
        ({"hero_pattern": "as_printed"}, ["Map sheet B", "Random edicts"]),
        ({"ruins": "by_the_book"}, ["Map sheet B", "Random edicts"]),
        ({"ruins": "out"}, ["Map sheet B", "Random edicts", "Without ruins cards"]),
        (
            {**PRESETS[Preset.HEROES].as_json(), "ruins": "in"},
            ["Cartographers Heroes", "Map sheet C", "With heroes", "Random edicts", "With ruins cards"],
        ),
        (
            {"hero_pattern": "as_printed", "heroes": True, "single_terrain": "card"},
            [
                f"{OWN} hero cards",
                "Map sheet B",
                "Random edicts",
                "Single squares use a terrain on the card",
                "Hero attacks as printed",
            ],
        ),
        (
            {"edicts": list(EDICTS)},
            ["Map sheet B", "Edicts: Sentinel Wood, Wildholds, Canal Lake, Borderlands"],
        ),
    ],
)
def test_the_lobby_says_what_matters(changes: dict[str, Any], parts: list[str]) -> None:
    assert CARTOGRAPHERS.describe({**OLD, **changes}) == parts


@pytest.mark.parametrize("bad", [{}, {"sheet": "Z", "edicts": ["no_such"], "single_terrain": "any"}])
def test_what_is_no_longer_published_is_left_unsaid(bad: dict[str, Any]) -> None:
    assert CARTOGRAPHERS.describe(bad) == ["Random edicts"]

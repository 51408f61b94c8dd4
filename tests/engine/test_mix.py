"""From a host's choices to a game: presets, parts, stored forms, edited cards."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from engine.cartographers.catalog import Catalog, Edition, cartographers, data_of, heroes
from engine.cartographers.events import Definition
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import definition_of, setup_of
from engine.cartographers.mixing.library import Library, published_library
from engine.cartographers.mixing.mix import (
    Box,
    Boxes,
    Mix,
    Preset,
    RuinsCards,
    UnreadableChoice,
    mix_of,
    mix_or_defaults,
)
from engine.cartographers.mixing.presets import FIRST_GAME_EDICTS, PRESETS
from engine.cartographers.placement import HeroPattern
from engine.cartographers.provenance import find_deviations
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.contract import RuleViolation
from engine.randomness import Shuffler
from tests.engine import mixes
from tests.engine.mixed_games import GAMES
from tests.engine.tools import EDICTS, seed_of

BASE: dict[str, Any] = {"sheet": "A", "edicts": [], "single_terrain": "any"}
"""What tables stored before the second box."""
ALL_HEROES = {**BASE, "sheet": "C", **dict.fromkeys(("deck", "seasons", "ambushes", "pool"), "heroes")}
RUINS = ["temple_ruins", "outpost_ruins"]


def definition(**changes: Any) -> Definition:
    """The definition that stored choices produce."""
    return definition_of(mix_of({**BASE, **changes}))


def ids(cards: Any) -> list[str]:
    return [card.id for card in cards]


def test_the_tests_play_the_presets_that_hosts_are_offered() -> None:
    assert set(mixes.PRESETS) == {preset.value for preset in PRESETS}
    for preset, mix in PRESETS.items():
        assert setup_of(mix) == mixes.PRESETS[preset.value].setup()
    named = {number: mixes.numbered_mix(number) for number in range(GAMES)}
    for expected in mixes.PRESETS.values():
        assert {1 + number % 6 for number, played in named.items() if played == expected} == {1, 2, 3, 4, 5, 6}


def test_every_mix_makes_the_game_that_the_tests_make_of_its_parts() -> None:
    for parts in product("AD", Box, Box, Boxes, (False, True), Boxes, RuinsCards, Edition):
        names = ("sheet", "deck", "seasons", "ambushes", "heroes", "pool", "ruins", "edition")
        chosen: dict[str, Any] = dict(zip(names, parts, strict=True))
        assert definition_of(Mix(**chosen)) == mixes.Mix(**chosen).definition()


def test_every_random_mix_is_read_from_its_stored_form_and_as_published() -> None:
    for number in range(200):
        mix = mixes.random_mix(Random(number))
        stored = {key: getattr(mix, key) for key in Mix.__slots__ if hasattr(mix, key)}
        read = definition_of(mix_of({**stored, "edicts": []}))
        assert read == mix.definition()
        assert find_deviations(read) == ()


@pytest.mark.parametrize(
    ("preset", "sheet", "explore", "ruins", "ambushes", "hero_cards", "pool", "thresholds"),
    [
        (Preset.CARTOGRAPHERS, "A", 11, 2, 4, 0, 16, (8, 8, 7, 6)),
        (Preset.HEROES, "C", 11, 0, 4, 4, 16, (8, 7, 7, 6)),
        (Preset.BOTH, "C", 11, 2, 8, 4, 32, (8, 7, 7, 6)),
        (Preset.FIRST_GAME, "C", 11, 0, 4, 4, 16, (8, 7, 7, 6)),
    ],
)
def test_the_presets_hold_the_right_cards(
    preset: Preset,
    sheet: str,
    explore: int,
    ruins: int,
    ambushes: int,
    hero_cards: int,
    pool: int,
    thresholds: tuple[int, ...],
) -> None:
    definition = definition_of(PRESETS[preset])
    piles = (definition.explore, definition.ruins, definition.ambushes, definition.heroes, definition.pool)
    assert definition.sheet.id == sheet
    assert tuple(map(len, piles)) == (explore, ruins, ambushes, hero_cards, pool)
    assert tuple(season.threshold for season in definition.seasons) == thresholds
    assert definition.singles == ((*DRAWABLE, Terrain.HERO) if hero_cards else DRAWABLE)
    assert ("rift_lands" in ids(definition.explore)) == (preset in (Preset.CARTOGRAPHERS, Preset.BOTH))


def test_a_first_game_of_heroes_lays_its_four_edicts() -> None:
    setup = setup_of(PRESETS[Preset.FIRST_GAME])
    assert setup.edicts == FIRST_GAME_EDICTS
    named = [heroes().scoring[id].name for id in setup.edicts]
    assert named == ["Faunlost Thicket", "Gnomish Colony", "Ulem's Wallow", "Dwarvenholds"]


@pytest.mark.parametrize(
    "changes",
    [
        {"sheet": "A"},
        {"sheet": "B"},
        {"deck": "cartographers"},
        {"seasons": "cartographers"},
        {"ambushes": "cartographers"},
        {"ambushes": "both"},
        {"pool": "cartographers"},
        {"pool": "both"},
    ],
    ids=str,
)
@pytest.mark.parametrize("with_heroes", [False, True])
def test_by_the_book_anything_of_the_other_box_brings_the_ruins_cards(changes: Any, with_heroes: bool) -> None:
    own = {**ALL_HEROES, "heroes": with_heroes}
    for sheet in "CD":
        assert definition(**{**own, "sheet": sheet}).ruins == ()
    assert ids(definition(**{**own, **changes}).ruins) == RUINS


@pytest.mark.parametrize("parts", [BASE, ALL_HEROES, PRESETS[Preset.BOTH].as_json()], ids=["base", "heroes", "both"])
def test_a_host_puts_the_ruins_cards_in_or_leaves_them_out(parts: dict[str, Any]) -> None:
    there, gone = (definition(**{**parts, "ruins": ruins}) for ruins in ("in", "out"))
    assert ids(there.ruins) == RUINS
    assert gone == replace(there, ruins=())
    assert find_deviations(there) == find_deviations(gone) == ()


def test_stored_choices_from_before_that_of_ruins_cards_go_by_the_book() -> None:
    assert mix_of(BASE).ruins is RuinsCards.BY_THE_BOOK
    assert ids(definition(**{**ALL_HEROES, "sheet": "A"}).ruins) == RUINS


def test_ambushes_of_both_boxes_make_one_pile() -> None:
    both = definition(ambushes="both")
    assert ids(both.ambushes) == [*cartographers().ambushes, *heroes().ambushes]
    assert ids(definition(ambushes="heroes").ambushes) == list(heroes().ambushes)


def test_a_single_is_a_hero_only_where_hero_cards_are_in() -> None:
    assert Terrain.HERO in definition(heroes=True).singles
    assert Terrain.HERO not in definition(**{**ALL_HEROES, "heroes": False}).singles


def test_how_patterns_are_held_matters_only_with_heroes() -> None:
    assert definition(heroes=True, hero_pattern="as_printed").hero_pattern is HeroPattern.AS_PRINTED
    assert definition(hero_pattern="as_printed") == definition()


def test_an_edition_changes_six_scoring_cards_of_heroes_and_nothing_else() -> None:
    retail, preview = definition(pool="both"), definition(pool="both", edition="preview")
    assert preview.pool == (*cartographers().scoring.values(), *heroes(Edition.PREVIEW).scoring.values())
    changed = {new.id for old, new in zip(retail.pool, preview.pool, strict=True) if old != new}
    assert changed == {
        "heart_of_the_forest",
        "craylund",
        "ulems_wallow",
        "traylo_monastery",
        "dwarvenholds",
        "banded_hills",
    }
    assert definition(edition="preview") == definition(), "harmless where no card of Heroes is scored"


@pytest.mark.parametrize("preset", list(PRESETS))
def test_what_is_stored_of_a_preset_is_read_as_the_preset(preset: Preset) -> None:
    stored = PRESETS[preset].as_json()
    assert mix_of(stored) == mix_or_defaults(stored) == PRESETS[preset]
    assert stored["preset"] == preset.value


def test_what_is_stored_of_old_is_a_mix_of_the_base_game() -> None:
    assert mix_of(BASE) == Mix(sheet="A")


@pytest.mark.parametrize(
    ("key", "bad"),
    [
        ("sheet", 7),
        ("edicts", "sentinel_wood"),
        ("edicts", [7]),
        ("deck", "both"),
        ("heroes", "yes"),
        ("pool", None),
        ("ruins", True),
        ("edition", "first"),
        ("single_terrain", "sea"),
    ],
)
def test_a_choice_that_cannot_be_read_is_named(key: str, bad: Any) -> None:
    stored = {**ALL_HEROES, key: bad}
    with pytest.raises(UnreadableChoice) as refused:
        mix_of(stored)
    assert refused.value.key == key
    rest = {name: value for name, value in stored.items() if name != key}
    assert mix_or_defaults(stored) == mix_of({"sheet": "", "edicts": [], "single_terrain": "any", **rest})


@pytest.mark.parametrize("key", ["sheet", "edicts", "single_terrain"])
def test_a_choice_that_all_have_stored_is_missed(key: str) -> None:
    with pytest.raises(UnreadableChoice, match=key):
        mix_of({name: value for name, value in ALL_HEROES.items() if name != key})


def test_a_sheet_of_neither_box_is_refused() -> None:
    with pytest.raises(UnreadableChoice, match="sheet"):
        definition(sheet="Z")


def edited(**changes: Any) -> Library:
    """The published library, with parts of the Heroes box changed."""
    shelf = published_library()
    return replace(shelf, heroes=replace(shelf.heroes, **changes))


def test_a_mix_is_made_of_the_cards_that_are_handed_in() -> None:
    shelf = published_library()
    dear = replace(shelf.preview.scoring["craylund"], solo_target=40)
    shelf = replace(shelf, preview=replace(shelf.preview, scoring={"craylund": dear}))
    for edition in Edition:
        pool = setup_of(Mix("C", pool=Boxes.BOTH, edition=edition), shelf).definition.pool
        assert (dear in pool) == (edition is Edition.PREVIEW)
    sheet = replace(shelf.heroes.sheets["C"], name="Flooded")
    assert definition_of(PRESETS[Preset.HEROES], edited(sheets={"C": sheet})).sheet == sheet


def test_hero_cards_that_there_are_not_make_no_single_a_hero() -> None:
    heroless = definition_of(PRESETS[Preset.HEROES], edited(heroes={}))
    assert (heroless.heroes, heroless.singles) == ((), DRAWABLE)


def test_an_id_in_both_boxes_is_refused_where_both_are_played() -> None:
    twin = replace(heroes().scoring["deepwood"], id=EDICTS[0])
    shelf = edited(scoring={**heroes().scoring, twin.id: twin})
    for pool in (Boxes.CARTOGRAPHERS, Boxes.HEROES):
        assert RULES.start(setup_of(Mix("A", pool=pool), shelf), 1, Shuffler(seed_of(1)))
    with pytest.raises(RuleViolation, match="same_id"):
        RULES.start(setup_of(Mix("A", pool=Boxes.BOTH), shelf), 1, Shuffler(seed_of(1)))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda card: card.pop("clauses"), "treetower: clauses is missing"),
        (lambda card: card.update(stack="sea"), "treetower: .*sea"),
        (lambda card: card.update(clauses=[]), "treetower: clauses: a card needs"),
    ],
)
def test_a_box_with_a_card_that_cannot_be_read_names_it(
    change: Callable[[dict[str, Any]], object], reason: str
) -> None:
    data = deepcopy(data_of("cartographers"))
    change(next(card for card in data["scoring"] if card["id"] == "treetower"))
    with pytest.raises(ValueError, match=reason):
        Catalog.from_json(data)

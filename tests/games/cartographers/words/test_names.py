"""Names, counted nouns and lists."""

from dataclasses import replace

import pytest

from engine.cartographers.cards import Stack
from engine.cartographers.catalog import Edition, cartographers, heroes, scoring_cards
from engine.cartographers.rules.solo import LAST_TITLE, TITLES
from engine.cartographers.terrain import Feature, Terrain
from games.cartographers.words import names
from games.cartographers.words.features import (
    a_space,
    cluster_of,
    coins_of,
    each_space,
    place,
    space_list,
    spaces_of,
    such_spaces,
)
from games.play.words import and_list, or_list
from tests.engine.tools import mask


def test_terrains() -> None:
    assert names.terrain_name(Terrain.FOREST) == "forest"
    assert names.terrain_label(Terrain.WATER) == "Water"


def test_every_feature_has_all_its_words() -> None:
    for feature in Feature:
        assert names.terrain_name(feature)
        assert names.terrain_label(feature)
        assert each_space(feature)
        assert a_space(feature)
        assert such_spaces(feature)
        assert cluster_of(feature)
        assert spaces_of(feature, 1).startswith("1 ")


def test_plurals() -> None:
    assert spaces_of(Feature.VILLAGE, 6) == "6 village spaces"
    assert spaces_of(Terrain.MOUNTAIN, 1) == "1 mountain"
    assert coins_of(1) == "1 coin"
    assert coins_of(0) == "0 coins"


def test_seasons() -> None:
    assert [names.season_name(season.id) for season in cartographers().seasons] == [
        "Spring",
        "Summer",
        "Fall",
        "Winter",
    ]
    assert names.season_name("monsoon") == "monsoon"


def test_published_names_reach_the_translators() -> None:
    printed: list[names.NamedItem] = []
    for box in (cartographers(), *map(heroes, Edition)):
        piles = (box.explore, box.ruins, box.ambushes, box.heroes, box.scoring, box.sheets, box.skills)
        printed += [thing for pile in piles for thing in pile.values()]
    assert {thing.name for thing in printed} == set(names.PRINTED_NAMES)


def test_names_made_up_by_people_stay_as_they_are() -> None:
    card = replace(scoring_cards()["silos"], name="Les Silos d'Ada")
    assert names.card_name(card) == "Les Silos d'Ada"
    assert names.card_name(replace(card, name="")) == ""
    assert names.sheet_name(cartographers().sheets["B"]) == "Wastelands"


def test_stacks_and_titles() -> None:
    assert [names.stack_name(stack) for stack in Stack] == [
        "forest",
        "village",
        "farm and water",
        "mixed terrain",
    ]
    assert names.title_name("master_mapsmith") == "Master Mapsmith"
    assert all(names.title_name(code) for code in (*(code for _, code in TITLES), LAST_TITLE))


@pytest.mark.parametrize(
    ("items", "both", "either"),
    [
        ([], "", ""),
        (["Ada"], "Ada", "Ada"),
        (["Ada", "Ben"], "Ada and Ben", "Ada or Ben"),
        (["Ada", "Ben", "100 %"], "Ada, Ben and 100 %", "Ada, Ben or 100 %"),
    ],
)
def test_lists(items: list[str], both: str, either: str) -> None:
    assert and_list(items) == both
    assert or_list(items) == either


def test_places() -> None:
    assert space_list(mask("C4 B2 B3")) == "B2, B3, C4"
    assert space_list(0) == ""
    assert place(mask("B3 C2 D4")) == "B2–D4"
    assert place(mask("K11")) == "K11"

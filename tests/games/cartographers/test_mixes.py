"""Mixes of the two boxes: the right cards are in, whatever the number of seats, and games of them end."""

from itertools import product
from typing import Any
from uuid import uuid4

import pytest

from engine.cartographers.cards import Stack
from engine.cartographers.catalog import Edition, cartographers, heroes
from engine.cartographers.codec import definition_from_json, definition_to_json
from engine.cartographers.events import Definition, SeasonBegan
from engine.cartographers.game import RULES
from engine.cartographers.placement import HeroPattern
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.contract import Seat
from engine.randomness import Shuffler
from engine.running import begin
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.mix import Mix, Preset, mix_of, readable
from games.cartographers.presets import FIRST_GAME_EDICTS, PRESETS
from games.tables.models import Status, Table
from games.tables.submit import submit
from tests.engine import mixes
from tests.engine.mixed_games import GAMES
from tests.engine.mixes import numbered_mix
from tests.engine.tools import seed_of
from tests.games.cartographers.play import gather, people_named, state_of

pytestmark = pytest.mark.django_db

BASE: dict[str, Any] = {"sheet": "A", "edicts": [], "single_terrain": "any"}
ALL_HEROES = {**BASE, "deck": "heroes", "ambushes": "heroes", "pool": "heroes"}


def definition(**changes: Any) -> Definition:
    """What a mix is played with."""
    made = CARTOGRAPHERS.setup({**BASE, **changes}, 2).definition
    assert isinstance(made, Definition)
    return made


def ids(cards: Any) -> list[str]:
    return [card.id for card in cards]


def test_the_tests_of_the_engine_play_the_presets_of_the_site() -> None:
    assert set(mixes.PRESETS) == {preset.value for preset in PRESETS}
    for preset, mix in PRESETS.items():
        assert CARTOGRAPHERS.setup(mix.as_json(), 2) == mixes.PRESETS[preset.value].setup()
    named = {number: numbered_mix(number) for number in range(GAMES)}
    for mix in mixes.PRESETS.values():
        assert {1 + number % 6 for number, played in named.items() if played == mix} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_begins_with_any_number_of_seats(preset: Preset) -> None:
    for seats in CARTOGRAPHERS.seats:
        setup = CARTOGRAPHERS.setup(PRESETS[preset].as_json(), seats)
        events = begin(RULES, setup, seats, Shuffler(seed_of(seats))).events
        (spring,) = [event for event in events if isinstance(event, SeasonBegan)]
        made = setup.definition
        assert len(spring.deck) == len(made.explore) + len(made.ruins) + 1 + bool(made.heroes)
        assert {card.stack for card in made.pool} == set(Stack)
        assert definition_from_json(definition_to_json(made)) == made, "it can be stored"


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
    made = CARTOGRAPHERS.setup(PRESETS[preset].as_json(), 2).definition
    found = (made.explore, made.ruins, made.ambushes, made.heroes, made.pool)
    assert made.sheet.id == sheet
    assert tuple(map(len, found)) == (explore, ruins, ambushes, hero_cards, pool)
    assert tuple(season.threshold for season in made.seasons) == thresholds
    assert made.singles == ((*DRAWABLE, Terrain.HERO) if hero_cards else DRAWABLE)
    assert ("rift_lands" in ids(made.explore)) == (preset in (Preset.CARTOGRAPHERS, Preset.BOTH))


def test_a_first_game_of_heroes_lays_its_four_edicts() -> None:
    setup = CARTOGRAPHERS.setup(PRESETS[Preset.FIRST_GAME].as_json(), 2)
    assert setup.edicts == FIRST_GAME_EDICTS
    by_id = heroes().scoring
    assert [by_id[id].name for id in setup.edicts] == [
        "Faunlost Thicket",
        "Gnomish Colony",
        "Ulem's Wallow",
        "Dwarvenholds",
    ]


@pytest.mark.parametrize("parts", product(("cartographers", "heroes"), ("cartographers", "heroes", "both"), repeat=2))
def test_the_ruins_cards_stay_out_only_where_deck_ambushes_and_pool_are_all_of_heroes(parts: tuple[str, ...]) -> None:
    deck, ambushes, seasons, pool = parts[0], parts[1], parts[2], parts[3]
    made = definition(deck=deck, ambushes=ambushes, seasons=seasons, pool=pool)
    alone = (deck, ambushes, pool) == ("heroes", "heroes", "heroes")
    assert ids(made.ruins) == ([] if alone else ["temple_ruins", "outpost_ruins"])
    assert ids(made.explore) == list((heroes() if deck == "heroes" else cartographers()).explore)


def test_the_ruins_cards_ask_neither_sheet_nor_heroes_nor_seasons() -> None:
    for sheet, with_heroes, seasons in product("ABCD", (True, False), ("cartographers", "heroes")):
        parts = {"sheet": sheet, "heroes": with_heroes, "seasons": seasons}
        assert definition(**{**ALL_HEROES, **parts}).ruins == ()
        assert len(definition(**parts).ruins) == 2


def test_ambushes_of_both_boxes_make_one_pile() -> None:
    made = definition(ambushes="both")
    assert ids(made.ambushes) == [*cartographers().ambushes, *heroes().ambushes]
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
    assert mix_of(stored) == readable(stored) == PRESETS[preset]
    assert stored["preset"] == preset.value


def test_what_is_stored_of_old_is_a_mix_of_the_base_game() -> None:
    assert mix_of(BASE) == Mix(sheet="A")


@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_game_of_every_preset_ends_where_all_do_what_the_absent_do(db: None, preset: Preset, seats: int) -> None:
    people = people_named("Ann", "Ben", "Cas", "Dee")[:seats]
    table = gather(*people, **PRESETS[preset].as_json())
    for _ in range(800):
        state = state_of(table)
        if state.over:
            break
        ask = next(ask for ask in RULES.asks(state) if not ask.answered)
        answer(table, people[ask.seat], ask)
    table.refresh_from_db()
    assert table.status == Status.FINISHED
    assert len(RULES.standings(state_of(table)).places) == seats


def answer(table: Table, user: User, ask: Any) -> None:
    """Let a seat do what an absent one does."""
    state = state_of(table)

    def build(seat: Seat) -> Any:
        assert seat == ask.seat
        return RULES.fallback(state, ask)

    submit(table=table.code, user=user, command_id=uuid4(), ask=ask.id, build=build)

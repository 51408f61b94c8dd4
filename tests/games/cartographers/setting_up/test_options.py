"""Host options: valid defaults, explained errors, and agreement with the engine."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict

from engine.cartographers.cards import Stack
from engine.cartographers.catalog import Edition, cartographers, heroes
from engine.cartographers.game import RULES
from engine.cartographers.geometry import FULL
from engine.cartographers.mixing import build
from engine.cartographers.mixing.build import find_mix_problems
from engine.cartographers.mixing.library import Library
from engine.cartographers.mixing.mix import Box, Boxes, Mix, Preset
from engine.cartographers.mixing.presets import PRESETS, first_game
from engine.cartographers.placement import SingleTerrain
from engine.randomness import Shuffler
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.setting_up import options, options_words
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.cartographers.setting_up.set_choice import SetChoice
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.problems import problem_words
from games.cartographers.shelf.published import library
from games.catalog.models import CatalogEntry
from games.catalog.site_cards import load_published
from games.tables.models import Status, Table
from tests.engine.tools import EDICTS, definition, seed_of
from tests.games.cartographers.play import gather, state_of
from tests.games.catalog.making import edited, unguarded
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db

STACKS = {card.id: card.stack for card in cartographers().scoring.values()}
CARDS = {f"card_{STACKS[card]}": card for card in EDICTS}
LETTERS = {f"letter_{STACKS[card]}": letter for letter, card in zip("ABCD", EDICTS, strict=True)}
CHOSEN = {**CARDS, **LETTERS}
BASE = {"game": "cartographers", "name": "Desk", "capacity": "1", "access": "open", "start_when_full": "on"}


def as_it_comes() -> dict[str, Any]:
    """Return the form's data as a browser submits it unchanged."""
    form = CartographersOptionsForm()
    return {name: form.get_initial_for_field(field, name) or "" for name, field in form.fields.items()}


def sent(**changes: Any) -> CartographersOptionsForm:
    """Return the form submitted with changes."""
    return CartographersOptionsForm({**as_it_comes(), **changes})


def own(**changes: Any) -> CartographersOptionsForm:
    """Return the form submitted with the host's own mix."""
    return sent(preset="own", **changes)


def test_the_form_is_good_as_it_comes() -> None:
    form = sent()
    assert form.is_valid(), form.errors
    assert form.options() == {**options.defaults(), "version": 1}
    CARTOGRAPHERS.check_options(form.options())
    assert CARTOGRAPHERS.setup(form.options(), 1).definition == definition("A")


def of_box(preset: Preset, **changes: Any) -> dict[str, Any]:
    """The stored options of a table with a set of the boxes."""
    mix = PRESETS[preset]
    box = "cartographers" if preset is Preset.CARTOGRAPHERS else "heroes"
    return {**SetChoice(f"{box}/{preset}", 1, mix.sheet, mix.edicts).as_json(), **changes}


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_set_of_the_boxes_is_one_choice_and_looks_at_no_other(preset: Preset) -> None:
    wild = {"sheet": "Z", "deck": "", "heroes": "on", "pool": "both", "destroys_wasteland": "on"}
    for changes in ({}, wild):
        form = sent(preset=preset.value, **changes)
        assert form.is_valid(), form.errors
        assert form.options() == of_box(preset)
    CARTOGRAPHERS.check_options(form.options())


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_set_of_the_boxes_plays_what_its_mix_did(preset: Preset) -> None:
    """Tables store the mix if they are older than these sets."""
    now, before = of_box(preset), PRESETS[preset].as_json()
    assert CARTOGRAPHERS.setup(now, 2) == CARTOGRAPHERS.setup(before, 2)
    assert CARTOGRAPHERS.describe(now) == CARTOGRAPHERS.describe(before)
    assert CARTOGRAPHERS.sets.of_options(now) == CARTOGRAPHERS.sets.of_options(before)


@pytest.mark.parametrize("edition", Edition)
def test_the_first_game_has_the_edicts_of_its_edition(edition: Edition) -> None:
    form = sent(preset="first_game", edition=edition.value)
    assert form.is_valid(), form.errors
    expected = build.setup_of(first_game(edition))
    assert CARTOGRAPHERS.setup(form.options(), 1) == expected
    CARTOGRAPHERS.check_options(form.options())


def test_every_part_of_a_mix_of_ones_own_is_stored() -> None:
    form = own(
        deck="heroes",
        seasons="heroes",
        sheet="D",
        ambushes="both",
        heroes="on",
        pool="both",
        ruins="out",
        **{"edition": "preview", "single_terrain": "card", "hero_pattern": "as_printed", **CHOSEN},
    )
    assert form.is_valid(), form.errors
    assert form.options() == {
        "preset": "own",
        "deck": "heroes",
        "seasons": "heroes",
        "sheet": "D",
        "ambushes": "both",
        "heroes": True,
        "pool": "both",
        "ruins": "out",
        "edition": "preview",
        "edicts": list(EDICTS),
        "single_terrain": "card",
        "hero_pattern": "as_printed",
        "practice": False,
        "monsters_walk": False,
        "destroys_wasteland": False,
    }


def test_every_sheet_and_both_readings_of_the_single_can_be_played() -> None:
    for sheet in (*cartographers().sheets, *heroes().sheets):
        for single in SingleTerrain:
            form = own(sheet=sheet, single_terrain=single.value)
            assert form.is_valid(), form.errors
            definition = CARTOGRAPHERS.setup(form.options(), 2).definition
            assert (definition.sheet.id, definition.single_terrain) == (sheet, single)


def test_chosen_edicts_lie_in_the_order_chosen() -> None:
    form = own(**CHOSEN)
    assert form.is_valid(), form.errors
    assert form.options()["edicts"] == list(EDICTS)
    setup = CARTOGRAPHERS.setup(form.options(), 3)
    started = RULES.start(setup, 3, Shuffler(seed_of(1)))
    state = RULES.initial
    for event in started:
        state = RULES.evolve(state, event)
    assert [card.id for card in state.edicts] == list(EDICTS)


@pytest.mark.parametrize("preset", [Preset.CARTOGRAPHERS, Preset.OWN])
def test_what_is_left_to_chance_is_drawn_of_its_stack(preset: Preset) -> None:
    forest = {"card_forest": "greenbough"}
    laid = set()
    for _ in range(40):
        form = sent(preset=preset.value, letter_village="B", **forest)
        assert form.is_valid(), form.errors
        edicts = form.options()["edicts"]
        assert sorted(STACKS[card] for card in edicts) == sorted(Stack)
        assert "greenbough" in edicts
        assert STACKS[edicts[1]] is Stack.VILLAGE
        laid.add(tuple(edicts))
        CARTOGRAPHERS.check_options(form.options())
    assert len(laid) > 1


def test_a_box_may_be_played_with_edicts_of_ones_own() -> None:
    form = sent(preset="cartographers", **CHOSEN)
    assert form.is_valid(), form.errors
    assert form.options() == of_box(Preset.CARTOGRAPHERS, edicts=list(EDICTS))


def test_the_first_game_has_its_edicts() -> None:
    form = sent(preset="first_game", **CHOSEN)
    assert form.is_valid(), form.errors
    assert form.options() == of_box(Preset.FIRST_GAME)


def test_no_two_cards_of_a_stack_can_be_chosen() -> None:
    """Check that a stack's cards are radio buttons with one name, and that the last of two values counts."""
    page = QueryDict(mutable=True)
    page.update({**as_it_comes(), "preset": "own"})
    page.setlist("card_forest", ["sentinel_wood", "greenbough"])
    form = CartographersOptionsForm(page)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["card_forest"] == "greenbough"
    names = {offer.field.name: len(offer.cards) for offer in form.stacks}
    assert names == {f"card_{stack}": 8 for stack in Stack}


def test_edicts_of_both_boxes_can_be_mixed_where_the_pool_is() -> None:
    form = own(pool="both", **{**CHOSEN, "card_forest": "deepwood", "card_spatial": "silos"})
    assert form.is_valid(), form.errors
    assert {"deepwood", "silos"} < set(form.options()["edicts"])


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"card_village": "gnomish_colony"}, "card_village", "Gnomish Colony isn’t in this set"),
        ({**CHOSEN, "pool": "heroes"}, "card_forest", "Sentinel Wood isn’t in this set"),
        ({**CHOSEN, "pool": "heroes"}, "card_spatial", "Borderlands isn’t in this set"),
        ({"preset": "heroes", "card_forest": "sentinel_wood"}, "card_forest", "Sentinel Wood isn’t in this set"),
        ({"card_forest": "no_such_card"}, "card_forest", "not one of the available choices"),
        ({"card_forest": "wildholds"}, "card_forest", "not one of the available choices"),
        ({"letter_forest": "E"}, "letter_forest", "not one of the available choices"),
        ({"letter_forest": "B", "letter_village": "B"}, "letter_village", "Edict B is already used for another stack"),
        ({"sheet": "Z"}, "sheet", "not one of the available choices"),
        ({"sheet": ""}, "sheet", "required"),
        ({"deck": "both"}, "deck", "not one of the available choices"),
        ({"seasons": "both"}, "seasons", "not one of the available choices"),
        ({"ambushes": "none"}, "ambushes", "not one of the available choices"),
        ({"pool": ""}, "pool", "required"),
        ({"ruins": "some"}, "ruins", "not one of the available choices"),
        ({"edition": "first"}, "edition", "not one of the available choices"),
        ({"hero_pattern": "free"}, "hero_pattern", "not one of the available choices"),
        ({"single_terrain": "mountain"}, "single_terrain", "not one of the available choices"),
        (
            {"edition": "preview"},
            "edition",
            "The preview edition only affects Heroes scoring cards, and this mix has none. Use the "
            "printed edition or add the Heroes scoring cards.",
        ),
        (
            {"hero_pattern": "as_printed"},
            "hero_pattern",
            "No hero in this mix can be drawn with its attack as printed. Add the hero "
            "cards or allow rotated attack patterns.",
        ),
        ({"preset": "none"}, "preset", "not one of the available choices"),
        ({"preset": ""}, "preset", "required"),
    ],
)
def test_mixes_that_cannot_be_are_explained_next_to_the_field(changes: dict[str, Any], field: str, words: str) -> None:
    form = sent(**{"preset": "own", **changes})
    assert not form.is_valid()
    assert words in str(form.errors[field])


def test_seasons_too_long_for_the_other_deck_are_explained() -> None:
    load_published()
    spring = CatalogEntry.objects.get(box=CatalogBox.CARTOGRAPHERS, kind=EntryKind.SEASON, key="spring", current=True)
    river = CatalogEntry.objects.get(box=CatalogBox.CARTOGRAPHERS, key="great_river", current=True)
    edited(river, time=9)
    edited(spring, threshold=17)
    assert own().is_valid()
    form = own(deck="heroes")
    assert not form.is_valid()
    assert "but the longest season needs 17. Add explore cards" in str(form.errors["seasons"])


def test_a_set_whose_edicts_no_longer_go_together_is_not_offered() -> None:
    load_published()
    colony = CatalogEntry.objects.get(box=CatalogBox.HEROES, key="gnomish_colony", current=True)
    colony.definition["stack"] = "forest"
    with unguarded():  # curators are kept from it
        colony.save()
    form = sent(preset="first_game")
    assert not form.is_valid()
    assert "not one of the available choices" in str(form.errors["preset"])
    assert sent(preset="heroes").is_valid()


def of_heroes(**changes: Any) -> Library:
    """Return the published cards with changes to the Heroes box."""
    return replace(library(), heroes=replace(library().heroes, **changes))


def problems_with(shelf: Library, **changes: Any) -> list[tuple[str, str]]:
    """Return the field of each problem of a mix, with the first sentence of its message."""
    found = find_mix_problems(replace(PRESETS[Preset.CARTOGRAPHERS], **changes), shelf)
    return [(problem.part, problem_words(problem).rstrip(".")) for problem in found]


def test_piles_that_are_asked_for_and_empty_are_named() -> None:
    none = of_heroes(ambushes={}, heroes={})
    ambushes = [("ambushes", "This selection has no ambush cards. Use those of the other box or both")]
    heroes_out = [("heroes", "No hero cards are available. Turn hero cards off")]
    assert problems_with(none, ambushes=Boxes.HEROES) == ambushes
    assert problems_with(none, heroes=True) == heroes_out
    assert problems_with(none, ambushes=Boxes.HEROES, heroes=True) == ambushes + heroes_out
    for changes in ({}, {"ambushes": Boxes.BOTH}, {"deck": Box.HEROES}):
        assert problems_with(none, **changes) == []


def test_a_stack_without_scoring_cards_is_named() -> None:
    cards = {id: card for id, card in library().heroes.scoring.items() if card.stack is not Stack.VILLAGE}
    shelf = of_heroes(scoring=cards)
    named = [("pool", "A set needs a scoring card from each stack. Missing: village")]
    assert problems_with(shelf, pool=Boxes.HEROES) == named
    assert problems_with(shelf, pool=Boxes.BOTH) == problems_with(shelf) == []


def test_a_sheet_on_which_no_card_fits_is_named() -> None:
    walled = replace(library().heroes.sheets["C"], mountains=FULL)
    shelf = of_heroes(sheets={"C": walled})
    assert problems_with(shelf, sheet="C") == [
        ("sheet", "No explore card shape fits on this map sheet: Wilderness of the Western Lands")
    ]
    assert problems_with(shelf, sheet="A") == []


def test_every_mix_of_published_parts_can_be_begun() -> None:
    shelf = library()
    for deck, seasons, ambushes, pool in product(Box, Box, Boxes, Boxes):
        for with_heroes in (False, True):
            mix = Mix(sheet="D", deck=deck, seasons=seasons, ambushes=ambushes, heroes=with_heroes, pool=pool)
            assert find_mix_problems(mix, shelf) == []
            RULES.start(options.setup_of(mix.as_json()), 2, Shuffler(seed_of(1)))


@pytest.mark.parametrize(("ruins", "count"), [("by_the_book", 2), ("in", 2), ("out", 0)])
def test_a_host_decides_on_the_ruins_cards(ruins: str, count: int) -> None:
    form = own(ruins=ruins)
    assert form.is_valid(), form.errors
    assert len(CARTOGRAPHERS.setup(form.options(), 1).definition.ruins) == count


def test_a_table_plays_what_its_host_chose(people: list[User]) -> None:
    table = gather(*people[:2], sheet="B", edicts=list(EDICTS), single_terrain="card")
    state = state_of(table)
    assert state.definition.sheet.id == "B"
    assert state.definition.single_terrain is SingleTerrain.CARD
    assert [card.id for card in state.edicts] == list(EDICTS)


def test_one_click_starts_a_game_alone(people: list[User]) -> None:
    answer = signed_in(people[0]).post("/tables/solo/")
    assert answer.status_code == 303
    table = Table.objects.get()
    assert (table.status, table.options) == (Status.PLAYING, options.defaults())
    assert signed_in(people[0]).get(f"/tables/{table.code}/").status_code == 200


@pytest.mark.django_db
def test_practice_is_for_one_player() -> None:
    form = CartographersOptionsForm({"preset": "cartographers", "practice": "on"})
    assert form.is_valid(), form.errors
    options.check_options(form.options(), 1)
    with pytest.raises(ValidationError, match="Practice is only available in solo games"):
        options.check_options(form.options(), 2)


@pytest.mark.django_db
def test_a_sheet_of_the_workshop_is_listed_by_its_name() -> None:
    sheet = replace(library().sheets["A"], id="fens", name="The Fens")
    lines = options_words.option_lines(PRESETS[Preset.CARTOGRAPHERS], sheet, [])
    assert "Map sheet: The Fens" in lines
    assert "Map sheet A" in options_words.option_lines(PRESETS[Preset.CARTOGRAPHERS], library().sheets["A"], [])


def test_wasteland_that_no_monster_can_destroy_is_pointed_out() -> None:
    mix = replace(PRESETS[Preset.CARTOGRAPHERS], destroys_wasteland=True)
    ((field, words),) = options.idle_choices(mix)
    assert (field, words) == (
        "destroys_wasteland",
        "This mix has no Gorgon. Add the Heroes ambush cards or turn this option off.",
    )
    assert list(options.idle_choices(replace(mix, ambushes=Boxes.BOTH))) == []

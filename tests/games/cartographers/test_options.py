"""What a host may choose: good as it comes, explained where it cannot be, understood by the engine."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from engine.cartographers.catalog import cartographers
from engine.cartographers.game import RULES
from engine.cartographers.placement import SingleTerrain
from engine.randomness import Shuffler
from games.accounts.models import User
from games.cartographers import options
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.options import CartographersOptionsForm
from games.tables.models import Status, Table
from tests.engine.tools import EDICTS, seed_of
from tests.games.cartographers.play import gather, signed_in, state_of, text_of

pytestmark = pytest.mark.django_db

CHOSEN = {f"edict_{letter}": card for letter, card in zip("abcd", EDICTS, strict=True)}
SAME_STACK = {**CHOSEN, "edict_b": "greenbough", "edict_a": "sentinel_wood"}


def as_it_comes() -> dict[str, Any]:
    """The fields of the form as a browser sends it untouched."""
    form = CartographersOptionsForm()
    return {name: form.get_initial_for_field(field, name) or "" for name, field in form.fields.items()}


def sent(**changes: Any) -> CartographersOptionsForm:
    """The form sent with changes."""
    return CartographersOptionsForm({**as_it_comes(), **changes})


def test_the_form_is_good_as_it_comes() -> None:
    form = sent()
    assert form.is_valid(), form.errors
    assert form.options() == options.defaults()
    CARTOGRAPHERS.check_options(form.options())


def test_every_sheet_and_both_readings_of_the_single_can_be_played() -> None:
    for sheet in cartographers().sheets:
        for single in SingleTerrain:
            form = sent(sheet=sheet, single_terrain=single.value)
            assert form.is_valid(), form.errors
            made = CARTOGRAPHERS.setup(form.options(), 2).definition
            assert (made.sheet.id, made.single_terrain) == (sheet, single)


def test_chosen_edicts_lie_in_the_order_chosen() -> None:
    form = sent(edicts="chosen", **CHOSEN)
    assert form.is_valid(), form.errors
    assert form.options()["edicts"] == list(EDICTS)
    setup = CARTOGRAPHERS.setup(form.options(), 3)
    started = RULES.start(setup, 3, Shuffler(seed_of(1)))
    state = RULES.initial
    for event in started:
        state = RULES.evolve(state, event)
    assert [card.id for card in state.edicts] == list(EDICTS)


def test_cards_chosen_but_not_wanted_are_left_out() -> None:
    form = sent(edicts="random", **CHOSEN)
    assert form.is_valid()
    assert form.options()["edicts"] == []


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"edicts": "chosen"}, "edicts", "Choose a scoring card for each of the four edicts"),
        ({"edicts": "chosen", **CHOSEN, "edict_d": ""}, "edicts", "each of the four edicts"),
        ({"edicts": "chosen", **SAME_STACK}, "edicts", "come from the same stack"),
        ({"edicts": "chosen", **CHOSEN, "edict_c": "sentinel_wood"}, "edicts", "come from the same stack"),
        ({"edicts": "chosen", **CHOSEN, "edict_c": "no_such_card"}, "edict_c", "not one of the available choices"),
        ({"edicts": "both"}, "edicts", "not one of the available choices"),
        ({"sheet": "Z"}, "sheet", "not one of the available choices"),
        ({"sheet": ""}, "sheet", "required"),
        ({"single_terrain": "mountain"}, "single_terrain", "not one of the available choices"),
    ],
)
def test_mixes_that_cannot_be_are_explained_next_to_the_field(changes: dict[str, Any], field: str, words: str) -> None:
    form = sent(**changes)
    assert not form.is_valid()
    assert words in str(form.errors[field])


def test_the_page_shows_the_reason_and_keeps_what_was_chosen(people: list[User]) -> None:
    fields = {f"options-{name}": value for name, value in {**as_it_comes(), "edicts": "chosen", **SAME_STACK}.items()}
    base = {"game": "cartographers", "name": "Desk", "capacity": "2", "access": "open", "start_when_full": "on"}
    answer = signed_in(people[0]).post("/tables/new/", {**base, **fields})
    page = text_of(answer)
    assert answer.status_code == 422
    assert "come from the same stack" in page
    assert '<option value="canal_lake" selected>' in page
    assert not Table.objects.exists()


def test_the_page_as_it_comes_opens_a_table(people: list[User]) -> None:
    fields = {f"options-{name}": value for name, value in as_it_comes().items()}
    base = {"game": "cartographers", "name": "Desk", "capacity": "1", "access": "open", "start_when_full": "on"}
    answer = signed_in(people[0]).post("/tables/new/", {**base, **fields})
    assert answer.status_code == 303
    assert Table.objects.get().status == Status.PLAYING


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
)


@pytest.mark.parametrize("bad", BAD, ids=str)
def test_stored_options_that_cannot_be_played_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CARTOGRAPHERS.check_options(bad)


def test_the_lobby_says_what_matters() -> None:
    plain = CARTOGRAPHERS.describe(options.defaults())
    assert plain[-1] == "Random edicts"
    assert len(plain) == 2
    chosen = CARTOGRAPHERS.describe({"sheet": "B", "edicts": list(EDICTS), "single_terrain": "card"})
    assert "Sentinel Wood" in chosen[1]
    assert len(chosen) == 3


@pytest.mark.parametrize("bad", [{}, {"sheet": "Z", "edicts": ["no_such"], "single_terrain": "any"}])
def test_what_is_no_longer_published_is_left_unsaid(bad: dict[str, Any]) -> None:
    assert CARTOGRAPHERS.describe(bad) == ["Random edicts"]


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

"""Tables that play with a published set: how they are created, what they store, and later changes."""

import json
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import models
from django.utils import timezone, translation

from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.cartographers.setting_up.set_choice import SetChoice
from games.catalog.models import CatalogEntry
from games.catalog.publication import retire
from games.history.json_lines import dump_game
from games.history.models import Gain, Result, SeatSummary
from games.tables.lobby import rematches
from games.tables.lobby.saved_settings import prefill_form
from games.tables.lobby.services import NewTable, create_table, join
from games.tables.log.state import cache
from games.tables.models import Status, Table, TableEvent
from games.tables.people.personal_data import delete_tables
from tests.games.cartographers.play import state_of
from tests.games.cartographers.setting_up.test_options import as_it_comes
from tests.games.cartographers.shelf.sets import FOUR, published_set, refs
from tests.games.catalog.making import edited, reviewer
from tests.games.history.playing import play_on
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db

REF = "workshop/riverside"


def sent(**changes: Any) -> CartographersOptionsForm:
    """Return the options form with the set selected."""
    return CartographersOptionsForm({**as_it_comes(), "preset": REF, **changes})


def options_of(form: CartographersOptionsForm) -> dict[str, Any]:
    assert form.is_valid(), form.errors
    return form.options()


def opened(*people: User, capacity: int = 0, **changes: Any) -> Table:
    """Create a table with the set and seat these users."""
    new = NewTable("cartographers", "Desk", options_of(sent(**changes)), capacity or len(people))
    table = create_table(host=people[0], new=new)
    for guest in people[1:]:
        table = join(table=table.code, user=guest)
    return Table.objects.get(pk=table.pk)


def first_event(table: Table) -> Any:
    """Return the first event's setup hash and the hash of its full data."""
    row = models.QuerySet(TableEvent).select_related("definition").get(table=table, number=1)
    assert row.definition is not None
    return row.definition.digest, sha256(json.dumps(row.whole, sort_keys=True).encode()).hexdigest()


@pytest.fixture
def ann() -> User:
    return people_named("Ann")[0]


def test_a_set_is_offered_beside_the_boxes() -> None:
    published_set()
    form = CartographersOptionsForm()
    *others, offer = form.offers
    assert (offer.name, offer.url) == ("Riverside", "/cartographers/sets/riverside/")
    assert offer.sentence == "With 12 explore cards, 4 ambush cards, 4 scoring cards and 1 map sheet."
    assert [other.value for other in others] == ["cartographers", "skills", "heroes", "both", "first_game", "own"]
    with translation.override("fr"):
        assert [*CartographersOptionsForm().offers][-1].name == "Bord de l’eau"


def test_a_set_and_its_version_are_stored() -> None:
    published_set()
    assert options_of(sent()) == {
        "set": REF,
        "version": 1,
        "sheet": "B",
        "edicts": [],
        "single_terrain": "any",
        "hero_pattern": "turnable",
        "practice": False,
    }


def test_a_host_chooses_sheet_edicts_and_readings_of_a_set() -> None:
    published_set(sheets=[*refs("sheet", "B", "A")], heroes=["heroes/wren_the_lioness"])
    chosen = options_of(
        sent(sheet_workshop_riverside="A", card_forest="treetower", letter_forest="B", single_terrain="card")
    )
    assert (chosen["sheet"], chosen["single_terrain"], chosen["edicts"][1]) == ("A", "card", "treetower")
    assert CARTOGRAPHERS.setup(chosen, 1).definition.sheet.id == "A"
    assert options_of(sent())["sheet"] == "B"


def test_a_card_that_is_not_in_the_set_is_refused_at_its_field() -> None:
    published_set()
    form = sent(card_forest="greenbough")
    assert not form.is_valid()
    assert form.errors == {"card_forest": ["Greenbough isn’t in this set. Choose another card or leave it random."]}


def test_what_goes_with_some_sets_only_names_them(ann: User) -> None:
    published_set(sheets=refs("sheet", "A", "B"))
    published_set(name="Uplands", scoring=refs("scoring", "greenbough", *FOUR[1:]))
    offers = [offer for stack in CartographersOptionsForm().stacks for offer in stack.cards]
    sets = {offer.card.id: set(offer.included_in.split()) - {*PRESETS, "skills"} for offer in offers}
    assert (sets["treetower"], sets["greenbough"], sets["sentinel_wood"]) == ({REF}, {"workshop/uplands"}, set())
    assert sets["borderlands"] == {REF, "workshop/uplands"}
    page = text_of(signed_in(ann).get("/tables/new/"))
    assert page.count(f'class="set-sheet" data-goes-with="{REF}"') == page.count('class="set-sheet"') == 1


@pytest.mark.parametrize(("days", "offered"), [((0, 0), True), ((1, 2), False), ((-2, -1), False), ((-1, 1), True)])
def test_a_set_is_offered_within_its_days(days: tuple[int, int], offered: bool) -> None:
    first, last = (timezone.localdate() + timedelta(days=day) for day in days)
    published_set(**{"from": first.isoformat(), "until": last.isoformat()})
    assert sent().is_valid() is offered
    choice = SetChoice(REF, 1, "B").as_json()
    if offered:
        CARTOGRAPHERS.check_options(choice)
    else:
        with pytest.raises(ValidationError, match=r"This set is no longer available. Choose another one."):
            CARTOGRAPHERS.check_options(choice)


@pytest.mark.parametrize(
    "broken",
    [
        {"set": 7},
        {"set": "workshop/other"},
        {"version": 9},
        {"version": "1"},
        {"sheet": "Z"},
        {"edicts": "treetower"},
        {"edicts": ["treetower"]},
        {"single_terrain": "two"},
        {"practice": "on"},
    ],
)
def test_no_choice_that_cannot_be_breaks_anything(broken: dict[str, Any]) -> None:
    published_set()
    options = {**options_of(sent()), **broken}
    with pytest.raises(ValidationError):
        CARTOGRAPHERS.check_options(options)
    assert isinstance(CARTOGRAPHERS.describe(options), list)
    assert CARTOGRAPHERS.sets.of_options(options) in {"own", "set-riverside"}


def test_changing_or_retiring_anything_changes_no_game(ann: User) -> None:
    riverside = published_set()
    table = opened(ann)
    before = first_event(table)
    edited(CatalogEntry.objects.in_play().get(key="loop"), time=2)
    edited(CatalogEntry.objects.in_play().get(key="treetower"), solo_target=1)
    edited(riverside, sheets=refs("sheet", "A"))
    retire(entry=CatalogEntry.objects.in_play().get(key="riverside"), by=reviewer(), words="Over.")
    retire(entry=CatalogEntry.objects.in_play().get(key="loop"), by=reviewer(), words="Over.")
    cache.clear()
    assert first_event(table) == before
    definition = state_of(table).definition
    assert (definition.sheet.id, definition.explore[-1].id, definition.explore[-1].time) == ("B", "loop", 1)
    table = play_on(table, ann)
    assert (first_event(table), table.set) == (before, "set-riverside")


def test_a_table_that_waits_starts_with_its_set_after_that_was_retired(ann: User) -> None:
    riverside = published_set()
    ben = people_named("Ben")[0]
    table = opened(ann, capacity=2)
    edited(riverside, sheets=refs("sheet", "A"))
    retire(entry=CatalogEntry.objects.in_play().get(key="riverside"), by=reviewer(), words="Over.")
    assert not sent().is_valid()
    table = join(table=table.code, user=ben)
    assert table.status == Status.PLAYING
    assert state_of(table).definition.sheet.id == "B"


def test_a_whole_game_is_played_and_taken_from_site_to_site(ann: User, tmp_path: Path) -> None:
    published_set(ambushes=[], heroes=["heroes/wren_the_lioness"])
    table = play_on(opened(ann), ann)
    assert (table.status, SeatSummary.objects.get().result) == (Status.FINISHED, Result.ALONE)
    assert Gain.objects.filter(piece__key="treetower").exists()
    line = dump_game(table)
    delete_tables([table.pk])
    cache.clear()
    (tmp_path / "games.jsonl").write_text(line)
    call_command("import_games", str(tmp_path / "games.jsonl"), verbosity=0)
    back = Table.objects.get()
    assert dump_game(back) == line
    retire(entry=CatalogEntry.objects.in_play().get(key="riverside"), by=reviewer(), words="Over.")
    anew = rematches.rematch(table=back.code, user=ann)
    assert state_of(anew).definition == state_of(back).definition
    same = rematches.play_deck(table=back.code, user=ann, name="Once more")
    assert state_of(same).box.definition == state_of(back).definition


def test_pages_say_what_a_table_is_played_with(ann: User) -> None:
    published_set(heroes=["heroes/wren_the_lioness"])
    table = opened(ann, hero_pattern="as_printed", practice="on", card_forest="treetower")
    page = text_of(signed_in(ann).get(f"/tables/{table.code}/"))
    assert "Setup: Set: Riverside · Map sheet B · Practice · Hero attacks as printed" in page
    assert CARTOGRAPHERS.describe(table.options)[:2] == ["Set: Riverside", "Map sheet B"]


def test_tables_are_found_by_their_set(ann: User) -> None:
    published_set()
    opened(ann, capacity=2)
    client = signed_in(ann)
    assert "Desk" in text_of(client.get("/tables/?set=set-riverside"))
    assert "Desk" not in text_of(client.get("/tables/?set=heroes"))
    form = CartographersOptionsForm()
    prefill_form(form, CARTOGRAPHERS.sets.fields("set-riverside"))
    assert form["preset"].value() == REF


def test_a_set_with_a_long_name_is_found_by_a_short_key() -> None:
    published_set(name="The Long and Winding Riverside of Many Summers")
    ((key, name),) = [one for one in CARTOGRAPHERS.sets.names() if one[0].startswith("set-")]
    assert (len(key), name) == (32, "The Long and Winding Riverside of Many Summers")
    assert CARTOGRAPHERS.sets.fields(key)["preset"].startswith("workshop/the_long_and_winding")


def test_the_form_opens_a_table_with_a_set(ann: User) -> None:
    published_set()
    client = signed_in(ann)
    page = client.get("/tables/new/?set=set-riverside").content.decode()
    assert 'value="workshop/riverside"' in page
    base = {"game": "cartographers", "name": "Desk", "capacity": "1", "access": "open", "start_when_full": "on"}
    fields = {f"options-{name}": value for name, value in {**as_it_comes(), "preset": REF}.items()}
    answer = client.post("/tables/new/", {**base, "pace": "none", **fields})
    assert answer.status_code == 303, answer.content.decode()
    assert state_of(Table.objects.get()).definition.explore[-1].name == "Loop"

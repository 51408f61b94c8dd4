"""Sets of the boxes: no change of the catalog keeps them from being played, and curators keep them like any other."""

import pytest
from django.core.exceptions import ValidationError

from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.published_sets import BOX_SETS, playable_sets
from games.catalog.drafts import start_from
from games.catalog.models import CatalogEntry
from games.catalog.publication import bring_back, retire
from games.catalog.site_cards import load_published
from games.tables.models import Table
from tests.games.cartographers.play import state_of
from tests.games.catalog.making import edited, reviewer, unguarded
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db
SEASONS_LOST = ((EntryKind.SEASON, "fall"), (EntryKind.SEASON, "winter"))
BASE, HEROES = CatalogBox.CARTOGRAPHERS, CatalogBox.HEROES


@pytest.fixture(autouse=True)
def _published() -> None:
    load_published()


def entry(kind: EntryKind, key: str, box: CatalogBox = BASE) -> CatalogEntry:
    return CatalogEntry.objects.get(box=box, kind=kind, key=key, current=True)


def gone(kind: EntryKind, key: str, box: CatalogBox = BASE) -> CatalogEntry:
    """Retire an entry directly in the database, bypassing its page."""
    here = entry(kind, key, box)
    with unguarded():
        CatalogEntry.objects.filter(pk=here.pk).update(state="retired", current=False)
    return here


@pytest.mark.parametrize(
    ("kind", "keys", "box", "words"),
    [
        (
            EntryKind.SHEET,
            ["A", "B"],
            BASE,
            "This change would make the set “Cartographers” unplayable. A set needs at least one map sheet.",
        ),
        (EntryKind.SHEET, ["D", "C"], HEROES, "This change would make the set “Cartographers Heroes” unplayable."),
        (EntryKind.SEASON, ["spring"], BASE, "“Cartographers” unplayable. A set must have four seasons."),
        (EntryKind.SEASON, ["winter"], HEROES, "“Cartographers Heroes” unplayable. A set must have four seasons."),
        (
            EntryKind.SCORING,
            ["dwarvenholds"],
            HEROES,
            "This change would make the set “Heroes, first game” unplayable. Dwarvenholds isn’t",
        ),
        (
            EntryKind.AMBUSH,
            ["goblin_attack", "bugbear_assault", "kobold_onslaught", "gnoll_raid"],
            BASE,
            "This selection has no ambush cards. Use those of the other box or both.",
        ),
        (
            EntryKind.HERO,
            ["dobrik_of_lorkheim", "wren_the_lioness", "freyla_the_true", "dal_of_jolev"],
            HEROES,
            "No hero cards are available. Turn hero cards off.",
        ),
    ],
)
def test_what_a_preset_needs_stays_in_play(kind: EntryKind, keys: list[str], box: CatalogBox, words: str) -> None:
    *others, last = keys
    for key in others:
        retire(entry=entry(kind, key, box), by=reviewer(), words="Old.")
    with pytest.raises(ValidationError) as refused:
        retire(entry=entry(kind, last, box), by=reviewer(), words="Old.")
    assert words in " ".join(refused.value.messages)
    assert list(playable_sets()) == list(BOX_SETS)


def test_a_card_cannot_move_to_a_stack_where_a_preset_has_one_already() -> None:
    with pytest.raises(ValidationError, match="same stack"):
        edited(entry(EntryKind.SCORING, "dwarvenholds", HEROES), stack="forest")


def test_whatever_no_preset_needs_may_go() -> None:
    for kind, key, box in (
        (EntryKind.SHEET, "A", BASE),
        (EntryKind.SHEET, "D", HEROES),
        (EntryKind.AMBUSH, "gnoll_raid", BASE),
        (EntryKind.SCORING, "treetower", BASE),
    ):
        retire(entry=entry(kind, key, box), by=reviewer(), words="Old.")
    assert list(playable_sets()) == list(BOX_SETS)


def test_where_much_is_wrong_each_of_it_can_be_mended() -> None:
    lost = [
        gone(EntryKind.SHEET, "A"),
        gone(EntryKind.SHEET, "C", HEROES),
        gone(EntryKind.SEASON, "fall"),
        gone(EntryKind.SEASON, "winter"),
    ]
    edited(entry(EntryKind.SCORING, "treetower"), solo_target=21)
    for one in lost:
        bring_back(entry=one, by=reviewer())
    assert list(playable_sets()) == list(BOX_SETS)


def test_nobody_is_met_by_an_error_where_all_the_same_it_cannot_be_played(people: list[User]) -> None:
    gone(EntryKind.SHEET, "A")
    gone(EntryKind.SHEET, "B")
    ann = signed_in(people[0])
    answer = ann.post("/tables/solo/")
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert "A set needs at least one map sheet." in text_of(ann.get("/"))
    assert not Table.objects.exists()


def test_a_game_of_one_click_is_played_on_the_sheet_that_is_left(people: list[User]) -> None:
    retire(entry=entry(EntryKind.SHEET, "A"), by=reviewer(), words="Old.")
    assert signed_in(people[0]).post("/tables/solo/").status_code == 303
    assert state_of(Table.objects.get()).definition.sheet.id == "B"


def test_curators_retire_and_copy_the_sets_of_the_boxes_like_any_other(people: list[User]) -> None:
    retire(entry=entry(EntryKind.SET, "both", HEROES), by=reviewer(), words="Too long.")
    assert "heroes/both" not in playable_sets()
    page = signed_in(people[0]).get("/tables/new/").content.decode()
    assert 'value="both"' not in page.split("options-deck")[0]
    assert load_published() == (0, 0), "it stays retired"
    for key, box in (("heroes", HEROES), ("first_game", HEROES)):
        retire(entry=entry(EntryKind.SET, key, box), by=reviewer(), words="Old.")
    assert list(playable_sets()) == ["cartographers/cartographers", "cartographers/skills"]
    bring_back(entry=CatalogEntry.objects.get(kind=EntryKind.SET, key="both"), by=reviewer())
    copied = start_from(entry=entry(EntryKind.SET, "both", HEROES), by=reviewer())
    assert (copied.box, copied.definition["scoring"]) == (
        CatalogBox.WORKSHOP,
        entry(EntryKind.SET, "both", HEROES).definition["scoring"],
    )


def test_the_set_of_the_solo_game_is_not_retired() -> None:
    with pytest.raises(ValidationError, match="New tables and solo games start with this set"):
        retire(entry=entry(EntryKind.SET, "cartographers"), by=reviewer(), words="Old.")
    assert edited(entry(EntryKind.SET, "cartographers"), sheets=["cartographers/B"]).version == 2
    with pytest.raises(ValidationError, match="it can’t have dates"):
        edited(entry(EntryKind.SET, "cartographers"), until="2026-12-31")


def test_a_table_that_waits_plays_a_set_that_was_retired_since(people: list[User]) -> None:
    ann = signed_in(people[0])
    ann.post("/cartographers/sets/boxes/heroes/")
    options = Table.objects.get().options
    assert (options["set"], options["version"]) == ("heroes/heroes", 1)
    before = CARTOGRAPHERS.setup(options, 2)
    retire(entry=entry(EntryKind.SET, "heroes", HEROES), by=reviewer(), words="Old.")
    assert CARTOGRAPHERS.setup(options, 2) == before
    with pytest.raises(ValidationError, match="This set is no longer available"):
        CARTOGRAPHERS.check_options(options, 2)


@pytest.mark.parametrize(
    "path",
    [
        "/cartographers/rules/",
        "/cartographers/cards/",
        "/cartographers/sheets/",
        "/cartographers/sets/",
        "/cartographers/learn/",
        "/tables/new/",
    ],
)
def test_the_pages_of_the_game_do_not_depend_on_single_cards(people: list[User], path: str) -> None:
    for kind, box in ((EntryKind.AMBUSH, BASE), (EntryKind.HERO, HEROES)):
        for one in CatalogEntry.objects.filter(kind=kind, box=box):
            gone(kind, one.key, box)
    explore = CatalogEntry.objects.filter(kind=EntryKind.EXPLORE, box=BASE)
    with unguarded():
        for one in explore:
            for shape in one.definition["shapes"]:
                shape["coin"] = False
            one.save()
    assert signed_in(people[0]).get(path).status_code == 200

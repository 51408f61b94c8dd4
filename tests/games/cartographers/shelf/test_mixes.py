"""No change of the catalog keeps the games from being played that everybody is offered."""

import pytest
from django.core.exceptions import ValidationError

from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.cartographers.shelf.kinds import CatalogBox, Kind
from games.cartographers.shelf.library import library
from games.cartographers.shelf.mixes import problems
from games.catalog.models import CatalogEntry
from games.catalog.publication import bring_back, retire
from games.catalog.site_cards import load_published
from games.tables.models import Table
from tests.games.cartographers.play import signed_in, text_of
from tests.games.catalog.making import edited, reviewer, unguarded

pytestmark = pytest.mark.django_db
SEASONS_LOST = ((Kind.SEASON, "fall"), (Kind.SEASON, "winter"))
BASE, HEROES = CatalogBox.CARTOGRAPHERS, CatalogBox.HEROES


@pytest.fixture(autouse=True)
def _published() -> None:
    load_published()


def entry(kind: Kind, key: str, box: CatalogBox = BASE) -> CatalogEntry:
    return CatalogEntry.objects.get(box=box, kind=kind, key=key, current=True)


def gone(kind: Kind, key: str, box: CatalogBox = BASE) -> CatalogEntry:
    """What has left play by another way than its page."""
    here = entry(kind, key, box)
    with unguarded():
        CatalogEntry.objects.filter(pk=here.pk).update(state="retired", current=False)
    return here


@pytest.mark.parametrize(
    ("kind", "keys", "box", "words"),
    [
        (
            Kind.SHEET,
            ["A"],
            BASE,
            "This change would make “Cartographers” unplayable: This map sheet isn’t available.",
        ),
        (Kind.SHEET, ["C"], HEROES, "This change would make “Both boxes” unplayable"),
        (Kind.SEASON, ["spring"], BASE, "This change would remove the season “Spring” from Cartographers,"),
        (Kind.SEASON, ["winter"], HEROES, "This change would remove the season “Winter” from Cartographers Heroes,"),
        (Kind.SCORING, ["dwarvenholds"], HEROES, "This change would make “Heroes, first game” unplayable"),
        (
            Kind.AMBUSH,
            ["goblin_attack", "bugbear_assault", "kobold_onslaught", "gnoll_raid"],
            BASE,
            "This selection has no ambush cards. Use those of the other box or both.",
        ),
        (
            Kind.HERO,
            ["dobrik_of_lorkheim", "wren_the_lioness", "freyla_the_true", "dal_of_jolev"],
            HEROES,
            "No hero cards are available. Turn hero cards off.",
        ),
    ],
)
def test_what_a_preset_needs_stays_in_play(kind: Kind, keys: list[str], box: CatalogBox, words: str) -> None:
    *others, last = keys
    for key in others:
        retire(entry=entry(kind, key, box), by=reviewer(), words="Old.")
    with pytest.raises(ValidationError) as refused:
        retire(entry=entry(kind, last, box), by=reviewer(), words="Old.")
    assert words in " ".join(refused.value.messages)
    assert all(not problems(mix, library()) for mix in PRESETS.values())


def test_a_card_cannot_move_to_a_stack_where_a_preset_has_one_already() -> None:
    with pytest.raises(ValidationError, match="same stack"):
        edited(entry(Kind.SCORING, "dwarvenholds", HEROES), stack="forest")


def test_whatever_no_preset_needs_may_go() -> None:
    for kind, key, box in (
        (Kind.SHEET, "B", BASE),
        (Kind.SHEET, "D", HEROES),
        (Kind.AMBUSH, "gnoll_raid", BASE),
        (Kind.SCORING, "treetower", BASE),
    ):
        retire(entry=entry(kind, key, box), by=reviewer(), words="Old.")
    assert all(not problems(mix, library()) for mix in PRESETS.values())


def test_where_much_is_wrong_each_of_it_can_be_mended() -> None:
    lost = [
        gone(Kind.SHEET, "A"),
        gone(Kind.SHEET, "C", HEROES),
        gone(Kind.SEASON, "fall"),
        gone(Kind.SEASON, "winter"),
    ]
    edited(entry(Kind.SCORING, "treetower"), solo_target=21)
    for one in lost:
        bring_back(entry=one, by=reviewer())
    assert all(not problems(mix, library()) for mix in PRESETS.values())


def test_nobody_is_met_by_an_error_where_all_the_same_it_cannot_be_played(people: list[User]) -> None:
    gone(Kind.SHEET, "A")
    ann = signed_in(people[0])
    answer = ann.post("/tables/solo/")
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert "This map sheet isn’t available. Choose another one." in text_of(ann.get("/"))
    assert not Table.objects.exists()


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
    for kind, box in ((Kind.AMBUSH, BASE), (Kind.HERO, HEROES)):
        for one in CatalogEntry.objects.filter(kind=kind, box=box):
            gone(kind, one.key, box)
    explore = CatalogEntry.objects.filter(kind=Kind.EXPLORE, box=BASE)
    with unguarded():
        for one in explore:
            for shape in one.definition["shapes"]:
                shape["coin"] = False
            one.save()
    assert signed_in(people[0]).get(path).status_code == 200

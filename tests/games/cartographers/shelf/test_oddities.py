"""Warnings for card editors: unusual but playable."""

from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.cartographers.shelf.definition_warnings import set_warnings
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.published import library_of, published_entries
from games.catalog.drafts import DraftContent, create_draft, discard_draft, open_draft, save_draft
from games.catalog.models import CatalogEntry
from games.catalog.pages import entry_url
from games.catalog.site_cards import load_published
from games.catalog.validation import find_warnings
from tests.games.cartographers.shelf.test_cards import entry
from tests.games.cartographers.workshop.editing import draft as begin_draft
from tests.games.cartographers.workshop.editing import opened, sent, staff
from tests.games.catalog.making import curator

SHELF = library_of({})
PUBLISHED = {
    (published.kind, published.key): published.definition for published in published_entries(CatalogBox.CARTOGRAPHERS)
}


def oddities_of(kind: EntryKind, key: str, **changes: Any) -> list[str]:
    return list(set_warnings(kind, {**PUBLISHED[kind, key], **changes}, SHELF))


def of_shape(*rows: str) -> list[str]:
    return oddities_of(EntryKind.EXPLORE, "farmland", shapes=[{"drawn": list(rows), "coin": False}])


def test_nothing_is_told_of_what_is_published() -> None:
    for published in published_entries():
        assert list(set_warnings(EntryKind(published.kind), published.definition, SHELF)) == []


@pytest.mark.parametrize("rows", [("#..#",), ("#..", ".#.", "...", "..#"), ("##..", "...#", "##..")])
def test_a_shape_that_hangs_apart(rows: tuple[str, ...]) -> None:
    assert of_shape(*rows) == ["Shape 1 isn’t connected: its spaces don’t all share sides."]


@pytest.mark.parametrize("rows", [("#..", ".#.", "..#"), ("##.", "..#", "##.")])
def test_a_shape_that_hangs_together_only_by_corners(rows: tuple[str, ...]) -> None:
    assert of_shape(*rows) == ["Shape 1 is only connected diagonally."]


@pytest.mark.parametrize("rows", [("#.", ".#"), (".#", "#."), ("##", "..", "##"), ("##.", "..#")])
def test_a_published_shape_may_hang_apart_however_it_is_held(rows: tuple[str, ...]) -> None:
    assert of_shape(*rows) == []


def test_monsters_may_hang_apart() -> None:
    assert oddities_of(EntryKind.AMBUSH, "goblin_attack", drawn=["#.#.#"]) == [
        "Shape 1 is 5 spaces long, more than any published shape."
    ]


def test_a_shape_of_ten_spaces_in_a_row() -> None:
    assert of_shape("#" * 10) == [
        "Shape 1 has 10 spaces, more than any published shape.",
        "Shape 1 is 10 spaces long, more than any published shape.",
    ]
    assert of_shape(*["#" * 8] * 8)[-1] == (
        "Shape 1 doesn’t fit on these map sheets: Wilderness, Wastelands, Wilderness of the Western Lands, "
        "Wastelands of the Western Lands."
    )


def test_a_sheet_with_little_room() -> None:
    rows = ["^.^.^.^.^.^" if row % 2 else ".^.^.^.^.^." for row in range(11)]
    few, closed, ruins, unfit = oddities_of(EntryKind.SHEET, "A", rows=[*rows[:10], "^" * 11])
    assert few == "This map sheet has only 55 empty spaces."
    assert (
        closed == "These mountains are surrounded from the start, so they never earn a coin: K1, K3, K5, K7, K9, K11."
    )
    assert ruins == "This map sheet has no ruins, so each ruins card leads to a single square."
    assert unfit.startswith("No shape of these cards fits on this map sheet: Great River, Farmland, ")
    assert "Rift Lands" not in unfit


def test_sheet_with_mountain_closed_in_by_printed_terrain_names_it() -> None:
    rows = ["^F.........", "f..........", *[".r" + "." * 9] * 9]
    assert oddities_of(EntryKind.SHEET, "A", rows=rows) == [
        "These mountains are surrounded from the start, so they never earn a coin: A1."
    ]


def test_sheet_with_printed_monsters_names_what_they_cost() -> None:
    rows = ["M..........", "...........", *[".r" + "." * 9] * 9]
    assert oddities_of(EntryKind.SHEET, "A", rows=rows) == [
        "Printed monsters cost 2 stars each season until they are surrounded."
    ]


def test_a_card_that_takes_long() -> None:
    assert oddities_of(EntryKind.EXPLORE, "farmland", time=4) == []
    assert oddities_of(EntryKind.EXPLORE, "farmland", time=5) == [
        "This card has a time value of 5. Published cards have at most 2."
    ]


def test_a_season_that_takes_long_or_scores_one_edict_twice() -> None:
    assert oddities_of(EntryKind.SEASON, "spring", threshold=20) == []
    assert oddities_of(EntryKind.SEASON, "spring", threshold=60, edicts=["B", "B"]) == [
        "This card has a time value of 60. Published cards have at most 8.",
        "This season scores edict B twice.",
    ]


def named(name: str, kind: EntryKind = EntryKind.SHEET) -> CatalogEntry:
    made = {"rows": ["r" * 11] * 11} if kind is EntryKind.SHEET else {}
    content = DraftContent(name, {**made, "name": name})
    return create_draft(box=CatalogBox.WORKSHOP, kind=kind, content=content, by=curator())


def test_a_name_that_another_one_has_already(db: None) -> None:
    load_published()
    taken = "Another component of this type is already called “%s”."
    in_play, own, other = named("wastelands"), named("Marsh"), named("Temple Ruins")
    assert find_warnings(in_play, in_play.definition) == [taken % "wastelands"]
    assert find_warnings(own, own.definition) == []
    assert find_warnings(other, other.definition) == [], "that is a ruins card"
    second = named("Marsh")
    assert find_warnings(second, second.definition) == find_warnings(own, own.definition) == [taken % "Marsh"], (
        "both are drafts"
    )
    renamed = {**second.definition, "name": "Bog"}
    assert find_warnings(second, renamed) == []
    discard_draft(entry=second, by=curator())
    assert find_warnings(own, own.definition) == []


def test_nothing_that_is_published_bears_the_name_of_another(db: None) -> None:
    load_published()
    for held in CatalogEntry.objects.in_play():
        draft = open_draft(entry=held, by=curator())
        assert not any("is already called" in sentence for sentence in find_warnings(draft, draft.definition))


def test_a_shape_that_another_card_has_already(db: None) -> None:
    load_published()
    made = {
        **PUBLISHED[EntryKind.EXPLORE, "farmland"],
        "name": "New",
        "shapes": [{"drawn": ["##.", ".##"], "coin": False}],
    }
    draft = create_draft(
        box=CatalogBox.WORKSHOP, kind=EntryKind.EXPLORE, content=DraftContent("New", made), by=curator()
    )
    assert find_warnings(draft, draft.definition) == ["Shape 1 is already on these cards: Forgotten Forest, Pasture."]
    for held in CatalogEntry.objects.in_play().filter(kind__in=(EntryKind.EXPLORE, EntryKind.AMBUSH)):
        assert find_warnings(held, held.definition) == [], "published entries have no warnings"


def test_who_edits_it_is_told(client: Client, db: None) -> None:
    load_published()
    client.force_login(User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True))
    draft = open_draft(entry=entry(EntryKind.EXPLORE, "farmland"), by=curator())
    shapes = [{"drawn": ["#" * 10], "coin": False}]
    content = DraftContent(draft.name, {**draft.definition, "shapes": shapes})
    save_draft(entry=draft, saves=0, content=content, by=curator())
    page = client.get(entry_url(draft)).content.decode()
    assert "<li>Shape 1 is 10 spaces long, more than any published shape.</li>" in page


@pytest.mark.django_db
def test_an_initial_that_another_ambush_card_has_is_told_while_it_is_drawn(client: Client) -> None:
    load_published()
    draft = begin_draft(staff(client), EntryKind.AMBUSH, initial="G", effect="reward", reward=2)
    words = "The initial G is already used by: Gorgon Gaze."
    page = opened(client, draft)
    assert words in page.html
    assert "The initial" not in sent(client, draft, page, initial_letter="Q").html
    assert words in sent(client, draft, page, initial_letter="G").html

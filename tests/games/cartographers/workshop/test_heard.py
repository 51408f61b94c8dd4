"""Screen reader announcements of changes: one line, not everything next to the form."""

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.workshop import EDITORS, own_sets
from games.catalog.drafts import DraftContent, create_draft
from games.catalog.site_cards import load_published
from tests.games.cartographers.workshop.editing import draft, opened, sent, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def curator(client: Client) -> User:
    load_published()
    return staff(client)


def status(html: str) -> str:
    """Return the text of the status line."""
    found = re.search(r'<div id="status" role="status">(.*?)</div>', html, re.DOTALL)
    assert found
    return " ".join(strip_tags(found[1]).split())


@pytest.mark.parametrize(
    ("kind", "changes", "words"),
    [
        (EntryKind.SCORING, {"clause-0-stars": "3"}, "Up to date. 3 stars for each forest space."),
        (EntryKind.EXPLORE, {"terrains": "farm"}, "Up to date. Farm: 2 spaces in a row. 1 warning."),
        (EntryKind.RUINS, {}, "Up to date."),
        (
            EntryKind.AMBUSH,
            {"solo_corner": "bottom_right"},
            "Up to date. Monster: 3 spaces in a row. The first free spot on its path is number 1. "
            "It’s placed on K9, K10, K11.",
        ),
        (
            EntryKind.HERO,
            {"attack": ["0,1"]},
            "Up to date. Attack pattern: 1 right.",
        ),
        (
            EntryKind.SHEET,
            {"rows": "\n".join(["^" * 11] * 11)},
            "Up to date. It can’t be submitted yet:",
        ),
        (
            EntryKind.SET,
            {"sheets": "cartographers/A"},
            "Up to date. With 11 explore cards, 4 ambush cards, 16 scoring cards and 1 map sheet.",
        ),
        (EntryKind.SET, {"sheets": []}, "Up to date. It can’t be submitted yet: A set needs at least one map sheet."),
    ],
)
def test_what_a_change_comes_to_is_said_in_a_line(
    client: Client, curator: User, kind: EntryKind, changes: dict[str, str | list[str]], words: str
) -> None:
    entry = draft(curator, kind)
    page = opened(client, entry)
    assert status(page.html) == "", "nothing has changed yet"
    text = status(sent(client, entry, page, **changes).html)
    assert text.startswith(words)
    assert len(text) < 300


def test_examples_that_fail_are_counted(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.SCORING)
    page = sent(client, entry, opened(client, entry), "find-example=some")
    page = sent(client, entry, page, **{"clause-0-stars": "3"})
    assert status(page.html) == "Up to date. 3 stars for each forest space. 1 example doesn’t match."


def test_of_a_season_too_and_that_somebody_else_has_saved_it(client: Client, curator: User) -> None:
    blank = EDITORS[EntryKind.SEASON].blank()
    entry = create_draft(
        box=CatalogBox.WORKSHOP, kind=EntryKind.SEASON, content=DraftContent("Long", blank), by=curator
    )
    page = opened(client, entry)
    text = status(sent(client, entry, page, threshold="9").html)
    assert text == "Up to date. Time threshold 9, scores edicts A and B."
    sent(client, entry, page, "save", threshold="9")
    assert "This draft was saved elsewhere after you opened it." in status(sent(client, entry, page).html)


def test_the_page_of_ones_own_set_says_a_line_too(client: Client, curator: User) -> None:
    own_set: OwnSet = own_sets.create_own_set(owner=curator, name="Lakes")
    address = f"/cartographers/sets/own/{own_set.key}/"
    html = client.get(address).content.decode()
    assert "aria-live" not in html.partition('id="workshop"')[2]
    assert status(html) == ""
    fields = {"saves": "0", "name": "Lakes", "sheets": "cartographers/A"}
    seasons = {season: f"cartographers/{season}" for season in ("spring", "summer", "fall", "winter")}
    text = status(client.post(f"{address}preview/", {**fields, **seasons}).content.decode())
    assert text.startswith("Up to date. It can’t be submitted yet:")
    html = client.post(f"{address}preview/", {**fields, **seasons, "name": ""}).content.decode()
    assert status(html).startswith("Showing an earlier state until the error is fixed. Name:")
    assert "With 11 explore cards" in html, "as it was saved"

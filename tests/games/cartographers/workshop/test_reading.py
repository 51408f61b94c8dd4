"""The reviewer's view of a version: everything it would publish, and the changes."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.catalog.drafts import DraftContent, open_draft, save_draft
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.pages import entry_url
from games.catalog.site_cards import load_published
from tests.games.cartographers.shelf.sets import drafted, small_set
from tests.games.cartographers.workshop.editing import BACKEND, draft, staff, url
from tests.games.catalog.making import curator

pytestmark = pytest.mark.django_db
LABELS = {"names": {"fr": "Marais"}, "words": {"en": "Mind the reeds.", "fr": "Gare aux roseaux."}}
NOTED = {"notes": "Was too easy.", "source": "An idea of Ada’s", "licence": "CC BY 4.0"}


@pytest.fixture
def reviewer(client: Client) -> Client:
    """Return the client of a user who can review but not edit."""
    load_published()
    user = User.objects.create_user("rae", "chart and compass", is_staff=True)
    codes = ("view_catalogentry", "review_catalogentry")
    user.user_permissions.set(Permission.objects.filter(codename__in=codes))
    client.force_login(user, BACKEND)
    return client


def in_review(of: CatalogEntry) -> str:
    """Put a draft in review with all curators' notes filled in, and return its URL."""
    CatalogEntry.objects.filter(pk=of.pk).update(state=EntryState.IN_REVIEW, **NOTED)
    return entry_url(of)


@pytest.mark.parametrize(
    ("kind", "definition", "words"),
    [
        (EntryKind.SCORING, {"solo_target": 23}, ("Scoring card: forest.", "Solo target: 23 stars.")),
        (EntryKind.EXPLORE, {"time": 2}, ("Time value: 2.", "Forest")),
        (EntryKind.RUINS, {}, ("The shape of the next explore card must cover a ruins space if possible.",)),
        (
            EntryKind.AMBUSH,
            {"effect": "reward", "reward": 7, "initial": "Q", "solo_corner": "bottom_left"},
            ("Initial: Q.", "7 coins", "it starts in the southwest corner", "one seat clockwise"),
        ),
        (EntryKind.HERO, {}, ("A hero fills one space and attacks 4 other spaces.",)),
        (EntryKind.SHEET, {"rows": ["^^.r#......", *["." * 11] * 10]}, ("2 mountains, 1 ruins space",)),
    ],
)
def test_all_that_would_be_published_is_read(
    reviewer: Client, kind: EntryKind, definition: dict[str, Any], words: tuple[str, ...]
) -> None:
    page = reviewer.get(in_review(draft(curator(), kind, **definition, **LABELS))).content.decode()
    for lines in (*words, "Marais", "Mind the reeds.", "Gare aux roseaux.", "Was too easy.", "An idea of Ada’s"):
        assert lines in page
    assert '<dd lang="fr">Marais</dd>' in page
    assert "<dd>CC BY 4.0</dd>" in page
    assert "New: no active version yet." in page


def test_a_set_is_read_with_its_cards_sheets_seasons_and_days(reviewer: Client) -> None:
    of = drafted(EntryKind.SET, {**small_set(), **LABELS, "from": "2027-01-01", "until": "2027-02-28"})
    page = reviewer.get(in_review(of)).content.decode()
    assert "Available to new tables from Jan. 1, 2027 to Feb. 28, 2027." in page
    cards = page[page.index("Contents") :]
    for lines in (
        "B: Wastelands",
        "Spring: time threshold 8",
        "Farmland",
        "Gnoll Raid",
        "Treetower",
        "Gare aux roseaux.",
    ):
        assert lines in cards
    assert cards.count('<li class="card-entry">') == 1 + 11 + 4 + 4
    assert "/cartographers/cards/" not in cards, "whose pages a draft's cards may not have"


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ({}, "with no end date."),
        ({"from": "2027-01-01"}, "from Jan. 1, 2027."),
        ({"until": "2027-01-01"}, "until Jan. 1, 2027."),
    ],
)
def test_days_that_are_open_are_told_so(reviewer: Client, days: dict[str, str], words: str) -> None:
    page = reviewer.get(in_review(drafted(EntryKind.SET, {**small_set(), **days}))).content.decode()
    assert f"Available to new tables {words}" in page


def test_the_lines_that_differ_from_what_is_in_play_are_shown(reviewer: Client) -> None:
    old = CatalogEntry.objects.get(kind=EntryKind.SCORING, key="treetower", current=True)
    mine = open_draft(entry=old, by=curator())
    page = reviewer.get(in_review(mine)).content.decode()
    assert "Changes from version 1 (active)" in page
    assert "<ins>  &quot;notes&quot;: &quot;Was too easy.&quot;,</ins>" in page
    assert f"/admin/catalog/catalogentry/{mine.pk}/compare/{old.pk}/" in page
    CatalogEntry.objects.filter(pk=mine.pk).update(state=EntryState.DRAFT)
    content = DraftContent(mine.name, {**mine.definition, "solo_target": 30}, tuple(mine.examples))
    save_draft(entry=mine, saves=0, content=content, by=curator())
    page = reviewer.get(entry_url(mine)).content.decode()
    assert "<del>  &quot;solo_target&quot;: 17,</del>" in page
    assert "<ins>  &quot;solo_target&quot;: 30,</ins>" in page
    difference = page.partition('class="workshop-difference"')[2].partition("</section>")[0]
    assert "<span>…</span>" in difference
    assert "&quot;family&quot;" not in difference, "which both have"


def test_a_draft_that_says_the_same_changes_nothing(reviewer: Client) -> None:
    old = CatalogEntry.objects.get(kind=EntryKind.EXPLORE, key="farmland", current=True)
    page = reviewer.get(entry_url(open_draft(entry=old, by=curator()))).content.decode()
    assert "<p>No changes.</p>" in page
    assert "Changes from version" not in reviewer.get(entry_url(old)).content.decode(), "it is in play"


def test_french_lists_and_titles_show_french_names(client: Client) -> None:
    User.objects.filter(pk=staff(client).pk).update(language="fr")
    load_published()
    entry = draft(curator(), EntryKind.SCORING, name="Shore Walk", names={"fr": "Sentier du rivage"})
    listed = client.get(reverse("admin:catalog_catalogentry_changelist"), {"q": "shore"}).content.decode()
    assert "Sentier du rivage" in listed
    assert "Shore Walk" not in listed
    assert "<h1>Sentier du rivage</h1>" in client.get(url(entry)).content.decode()
    treetower = client.get(reverse("admin:catalog_catalogentry_changelist"), {"q": "treetower"}).content.decode()
    assert "Tour des Arbres" in treetower

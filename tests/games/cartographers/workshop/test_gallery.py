"""The gallery of rule types: sample clauses, the page of its own, and clauses added from it."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.tally import score
from games.accounts.models import User
from games.cartographers.shelf.contradictions import find_contradiction
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.words.scoring.rules import FAMILY_NAMES, clause_rule
from games.cartographers.workshop.clauses import blank_clause
from games.cartographers.workshop.gallery import SampleClause, sample_clauses
from games.catalog.models import CatalogEntry
from tests.games.cartographers.workshop.editing import draft, opened, sent, staff

pytestmark = pytest.mark.django_db
GALLERY = "/admin/catalog/catalogentry/gallery/cartographers/scoring/"


@pytest.fixture
def curator(client: Client) -> User:
    return staff(client)


@pytest.fixture
def entry(curator: User) -> CatalogEntry:
    return draft(curator, EntryKind.SCORING)


@pytest.mark.parametrize("sample", sample_clauses().values(), ids=sample_clauses().keys())
def test_a_sample_scores_what_it_says_and_lights_spaces(sample: SampleClause) -> None:
    tally = score(sample.card, sample.board)
    assert tally.stars == sample.stars
    assert sample.stars
    assert tally.lit
    assert find_contradiction(sample.card.clauses[0]) is None


def test_every_rule_type_has_one_or_two_samples() -> None:
    families = [sample.family for sample in sample_clauses().values()]
    assert set(families) == set(FAMILIES)
    assert max(map(families.count, families)) <= 2


def test_a_clause_from_the_gallery_is_added_and_what_was_typed_stays(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "show-gallery", name="Far Shores", clause__0__stars="7")
    assert page.html.count('<div class="workshop-gallery-sample">') == len(sample_clauses())
    assert "show-gallery" not in page.tools
    page = sent(client, entry, page, "preview", solo_target="31")
    assert "use-sample=lines-2" in page.tools
    page = sent(client, entry, page, "use-sample=lines-2")
    assert "workshop-gallery-sample" not in page.html
    assert (page.fields["name"], page.fields["clause-0-stars"], page.fields["solo_target"]) == ("Far Shores", "7", "31")
    sent(client, entry, page, "save")
    entry.refresh_from_db()
    assert entry.definition["clauses"][1] == sample_clauses()["lines-2"].clause


@pytest.mark.parametrize("key", sample_clauses())
def test_each_sample_becomes_a_clause_that_can_be_saved(client: Client, entry: CatalogEntry, key: str) -> None:
    page = sent(client, entry, opened(client, entry), "show-gallery")
    assert sent(client, entry, sent(client, entry, page, f"use-sample={key}"), "save").status == 302
    entry.refresh_from_db()
    assert entry.definition["clauses"][1] == sample_clauses()[key].clause


def test_a_full_card_has_no_gallery(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    for _clause in range(2):
        page = sent(client, entry, page, "add-clause")
    page = sent(client, entry, page, "show-gallery")
    page = sent(client, entry, page, "add-clause")
    assert page.fields["clauses"] == "4"
    assert "workshop-gallery-sample" not in page.html
    tool = reverse("admin:catalog_catalogentry_tool", args=[entry.pk, "use-sample"])
    for at in ("spaces-1", "magic-1", ""):
        answer = client.post(tool, {**page.fields.dict(), "at": at})
        assert answer.status_code == 200
        assert 'name="clauses" value="4"' in answer.content.decode()


def test_the_gallery_is_closed_without_adding_anything(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "show-gallery")
    page = sent(client, entry, page, "hide-gallery")
    assert page.fields["clauses"] == "1"
    assert "workshop-gallery-sample" not in page.html


def test_the_gallery_has_a_page_that_curators_find(client: Client, curator: User) -> None:
    for page in ("home/", "add/?kind=cartographers/scoring"):
        link = f'<a href="{GALLERY}">Rule types of scoring cards</a>'
        assert link in client.get(f"/admin/catalog/catalogentry/{page}").content.decode()
    html = client.get(GALLERY).content.decode()
    assert "2 stars for each space of the second largest water cluster." in html
    assert html.count('class="small-map"') == len(sample_clauses())
    assert "Use this" not in html
    assert client.get(GALLERY.replace("scoring", "sheet")).status_code == 404
    assert client.get(GALLERY.replace("cartographers", "chess")).status_code == 404


def test_a_card_is_created_from_the_page_of_the_gallery(client: Client, curator: User) -> None:
    add = "/admin/catalog/catalogentry/add/?kind=cartographers/scoring&amp;sample=runs-1"
    assert f'<a href="{add}">Create a card with this' in client.get(GALLERY).content.decode()
    add = add.replace("&amp;", "&")
    assert client.post(add, {"kind": "cartographers/scoring", "name": ""}).status_code == 422
    client.post(add, {"kind": "cartographers/scoring", "name": "Long Fields"})
    assert CatalogEntry.objects.get(name="Long Fields").definition["clauses"] == [sample_clauses()["runs-1"].clause]
    client.post(add, {"kind": "cartographers/season", "name": "Fog"})
    assert CatalogEntry.objects.get(name="Fog").kind == EntryKind.SEASON
    client.post(add.replace("runs-1", "magic"), {"kind": "cartographers/scoring", "name": "Blank"})
    assert CatalogEntry.objects.get(name="Blank").definition["clauses"] == [blank_clause("spaces")]


def test_the_gallery_is_for_curators(client: Client) -> None:
    user = User.objects.create_user("viv", "chart and compass", is_staff=True)
    client.force_login(user)
    assert client.get(GALLERY).status_code == 403


def test_the_gallery_speaks_the_language_of_the_reader(client: Client, curator: User) -> None:
    User.objects.filter(pk=curator.pk).update(language="fr")
    html = client.get(GALLERY).content.decode()
    with translation.override("fr"):
        assert str(FAMILY_NAMES["clusters"]) in html
        assert clause_rule(sample_clauses()["clusters-1"].card.clauses[0]) in html
    assert "4 stars for each cluster" not in html

"""Several terrains counted as one, chosen in the scoring card editor with plain form posts."""

import re

import pytest
from django.test import Client

from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.workshop.clauses import blank_clause
from games.catalog.models import CatalogEntry
from tests.games.cartographers.workshop.editing import draft, opened, sent, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(client: Client) -> CatalogEntry:
    clause = {**blank_clause("clusters"), "touching": "edge"}
    return draft(staff(client), EntryKind.SCORING, clauses=[clause])


def test_chosen_terrains_count_as_one(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "save", clause__0__terrain=["village", "forest"])
    entry.refresh_from_db()
    assert entry.definition["clauses"][0]["terrain"] == ["forest", "village"]
    page = opened(client, entry)
    assert page.fields.getlist("clause-0-terrain") == ["forest", "village"]
    assert "1 star for each cluster of forest or village spaces with at least 1 space on the edge" in page.html
    sent(client, entry, page, "save", clause__0__terrain=["forest", "forest"])
    entry.refresh_from_db()
    assert entry.definition["clauses"][0]["terrain"] == "forest"


def test_other_terrains_are_folded_until_one_is_chosen(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    field = page.html.partition('id="id_clause-0-terrain-also"')[2].partition("</details>")[0]
    assert "<details>" in field
    page = sent(client, entry, page, clause__0__terrain=["forest", "water"])
    field = page.html.partition('id="id_clause-0-terrain-also"')[2].partition("</details>")[0]
    assert "<details open>" in field
    assert 'value="water" checked' in field


def test_the_edge_is_not_combined_with_others(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "save", clause__0__touching=["edge", "farm"])
    assert page.status == 422
    place = page.html.partition('<div id="errors-clause-0-touching">')[2].partition("</div>")[0]
    assert "“Edge of the map” can’t be combined with others. Choose it alone." in place
    assert page.fields.getlist("clause-0-touching") == ["edge", "farm"]
    entry.refresh_from_db()
    assert entry.definition["clauses"][0]["touching"] == "edge"


def test_a_checked_terrain_counts_without_a_chosen_one(client: Client, entry: CatalogEntry) -> None:
    sent(client, entry, opened(client, entry), "save", clause__0__touching=["", "farm"])
    entry.refresh_from_db()
    assert entry.definition["clauses"][0]["touching"] == "farm"
    sent(client, entry, opened(client, entry), "save", clause__0__touching=[""])
    entry.refresh_from_db()
    assert "touching" not in entry.definition["clauses"][0]


def test_groups_of_terrains_are_stored_and_shown_again(client: Client) -> None:
    entry = draft(staff(client), EntryKind.SCORING, clauses=[{**blank_clause("lines"), "equal": ["forest"]}])
    page = sent(client, entry, opened(client, entry), "save", **{"clause-0-equal": ["water", "1:village", "1:farm"]})
    entry.refresh_from_db()
    assert entry.definition["clauses"][0]["equal"] == ["water", ["village", "farm"]]
    page = opened(client, entry)
    assert page.fields.getlist("clause-0-equal") == ["water", "1:village", "1:farm"]
    assert "each full row with the same number of water spaces and village or farm spaces" in rule_text(page.html)
    page = sent(client, entry, page, "save", **{"clause-0-equal": ["2:farm"]})
    entry.refresh_from_db()
    assert entry.definition["clauses"][0]["equal"] == ["farm"]


def test_a_terrain_is_in_one_group_only(client: Client) -> None:
    entry = draft(staff(client), EntryKind.SCORING, clauses=[blank_clause("sets")])
    page = sent(client, entry, opened(client, entry), "save", **{"clause-0-each": ["water", "1:water", "1:farm"]})
    assert page.status == 422
    place = page.html.partition('<div id="errors-clause-0-each">')[2].partition("</div>")[0]
    assert "“Water” is chosen twice. Choose it once." in place
    assert page.fields.getlist("clause-0-each") == ["water", "1:farm", "1:water"]


def rule_text(html: str) -> str:
    """Return the text of the first clause's rule."""
    return re.sub(r"<[^>]+>", "", html.partition('id="clause-rule-0">')[2].partition("</p>")[0])

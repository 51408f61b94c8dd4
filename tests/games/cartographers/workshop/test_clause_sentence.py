"""The rule of a clause as its editor: blanks that lead to fields, and folded fields."""

import re
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from engine.cartographers.cards import clause_from_json
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import parameters_of
from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.words.scoring.rules import clause_rule, rule_parts
from games.cartographers.workshop.clauses import blank_clause
from games.cartographers.workshop.gallery import sample_clauses
from games.catalog.models import CatalogEntry
from tests.games.cartographers.workshop.editing import Page, draft, opened, sent, staff

pytestmark = pytest.mark.django_db

EVERY_CONDITION = (
    {
        "family": "spaces",
        "stars": -2,
        "tiers": [1, 3],
        "terrain": ["forest", "farm"],
        "on": "ruins",
        "enclosed_by": "filled",
    }
    | {"beside": "water", "at_least": 2, "not_beside": ["monster"], "kinds": 2, "adjacency": "both", "corners": True}
    | {"edge_distance": 1},
    {"family": "clusters", "stars": 1, "terrain": "forest", "smallest": 2, "containing": ["##"], "touching": "water"}
    | {"at_most": 3, "avoiding": ["edge", "ruins"], "kinds": 1, "per_space": True},
    {
        "family": "lines",
        "stars": 1,
        "direction": "diagonals",
        "filled": True,
        "containing": "farm",
        "equal": ["forest"],
    },
    {"family": "runs", "stars": 1, "terrain": "farm", "at_most": 5, "per_space": True},
    {"family": "best_cluster", "stars": -1, "terrain": "farm", "touching": "water", "avoiding": ["edge"]},
    {"family": "linked_edges", "stars": 1, "terrain": "filled", "per_space": True},
    {
        "family": "patterns",
        "stars": 1,
        "stamp": ["*F"],
        "one_of": ["farm", "water"],
        "as_drawn": False,
        "overlapping": True,
    },
)
CLAUSES = [
    *map(blank_clause, FAMILIES),
    *(sample.clause for sample in sample_clauses().values()),
    *EVERY_CONDITION,
]


class _Ids(HTMLParser):
    """Reader of the ids on a page, with the tags of their elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if name := dict(attrs).get("id"):
            self.tags[name] = tag


def blanks(page: Page, at: int = 0) -> dict[str, str]:
    """Return the texts of the blanks in a clause's rule by the id that they lead to."""
    return dict(re.findall(r'<a href="#([^"]*)" title="[^"]+">([^<]*)</a>', rule(page, at)))


def rule(page: Page, at: int = 0) -> str:
    """Return the HTML of a clause's rule."""
    return page.html.partition(f'id="clause-rule-{at}">')[2].partition("</p>")[0]


def folded(page: Page) -> set[str]:
    """Return the labels below "Add a condition" of the first clause."""
    inside = page.html.partition('<details class="workshop-conditions">')[2].partition('id="clause-fields-0"')[0]
    return set(re.findall(r"<(?:legend|label)[^>]*>([^<]+?):?</(?:legend|label)>", inside))


@pytest.fixture
def curator(client: Client) -> User:
    return staff(client)


@pytest.fixture
def entry(curator: User) -> CatalogEntry:
    return draft(curator, EntryKind.SCORING)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("data", CLAUSES, ids=lambda data: data["family"])
def test_parts_make_up_the_rule_and_name_parameters(data: dict[str, object], language: str) -> None:
    clause = clause_from_json(data, 0)
    with translation.override(language):
        parts = rule_parts(clause)
        assert "".join(part.text for part in parts) == clause_rule(clause)
    assert not any("\ue000" <= letter <= "\ue002" for part in parts for letter in part.text)
    assert "stars" in {name for part in parts for name in part.parameters}
    for part in parts:
        assert set(part.parameters) <= parameters_of(clause).keys()


def test_an_inner_blank_is_a_part_of_its_own() -> None:
    parts = rule_parts(clause_from_json(EVERY_CONDITION[5], 0))
    assert [(part.text, part.parameters) for part in parts[:5]] == [
        ("1 star", ("stars",)),
        (" for each ", ()),
        ("space of a", ("per_space",)),
        (" ", ()),
        ("cluster of filled spaces", ("terrain",)),
    ]


def test_blanks_lead_to_fields(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    assert blanks(page) == {"id_clause-0-stars": "1 star", "id_clause-0-terrain": "forest space"}
    page = sent(
        client, entry, page, **{"clause-0-beside": "water", "clause-0-at_least": "2", "clause-0-not_beside": "farm"}
    )
    assert blanks(page) == {
        "id_clause-0-stars": "1 star",
        "id_clause-0-terrain": "forest space",
        "id_clause-0-beside": "at least 2 water spaces",
        "id_clause-0-not_beside_0": "a farm space",
    }


@pytest.mark.parametrize("data", CLAUSES, ids=lambda data: data["family"])
def test_every_blank_leads_to_something_that_can_be_focused(
    client: Client, curator: User, data: dict[str, object]
) -> None:
    page = opened(client, draft(curator, EntryKind.SCORING, clauses=[data]))
    tags = _Ids(page.html).tags
    assert blanks(page)
    for target in blanks(page):
        assert tags[target] in {"input", "select", "textarea"}, target


def test_a_simple_clause_shows_few_fields(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    assert {"Tiers", "Only on", "Only adjacent to", "Minimum number", "Adjacent spaces"} <= folded(page)
    assert not {"Stars", "Terrain"} & folded(page)
    page = sent(client, entry, page, **{"clause-0-beside": "water", "clause-0-tiers": "1, 3"})
    assert not {"Tiers", "Only adjacent to", "Minimum number", "Maximum number"} & folded(page)
    assert "Only on" in folded(page)


def test_a_field_with_an_error_is_not_folded(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "save", **{"clause-0-at_least": "9", "clause-0-tiers": ""})
    assert "Minimum number" not in folded(page)
    assert rule(page) == ""
    page = sent(client, entry, opened(client, entry), "save", **{"clause-0-on": "edge", "clause-0-edge_distance": "3"})
    assert page.status == 422
    assert not {"Only on", "Minimum distance from the edge"} & folded(page)


def test_each_family_keeps_what_it_is_about_in_sight(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    for family, labels in {
        "ranked_cluster": {"Rank by size"},
        "best_cluster": {"What is scored"},
        "lines": {"Lines", "Full lines only"},
        "linked_edges": {"Edges to connect"},
        "sets": {"Terrains", "What is counted"},
        "patterns": {"Pattern"},
    }.items():
        page = sent(client, entry, page, clause__0__family=family)
        assert not labels & folded(page), family
        assert "Tiers" in folded(page), family


def test_the_rule_is_refreshed_with_the_preview(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "add-clause")
    swapped = re.search(r'hx-select-oob="([^"]*)"', page.html)
    assert swapped
    assert {"#clause-rule-0", "#clause-rule-1"} <= set(swapped[1].split(","))
    assert blanks(page, 1) == {"id_clause-1-stars": "1 star", "id_clause-1-terrain": "forest space"}


def test_blanks_are_french_for_french_readers(client: Client, curator: User, entry: CatalogEntry) -> None:
    User.objects.filter(pk=curator.pk).update(language="fr")
    assert blanks(opened(client, entry))["id_clause-0-stars"] == "1 étoile"

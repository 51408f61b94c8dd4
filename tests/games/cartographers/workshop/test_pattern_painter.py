"""Painting the pattern of a scoring card, without JavaScript."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.workshop.clauses import blank_clause
from games.cartographers.workshop.pattern_painter import PatternField, sketch_of
from games.catalog.models import CatalogEntry
from tests.games.cartographers.workshop.editing import draft, opened, sent, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def curator(client: Client) -> User:
    return staff(client)


@pytest.fixture
def entry(curator: User) -> CatalogEntry:
    clauses = [blank_clause("spaces"), blank_clause("patterns")]
    return draft(curator, EntryKind.SCORING, stack="spatial", solo_target=20, clauses=clauses)


def test_a_pattern_is_painted_and_stored(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    assert page.fields["clause-1-stamp"].split() == ["FV..", "....", "....", "...."]
    assert 'aria-label="Pattern"' in page.html
    page = sent(client, entry, page, "paint-pattern-1=2.1", **{"clause-1-stamp.brush": "*"})
    page = sent(client, entry, page, "paint-pattern-1=2.3", **{"clause-1-stamp.brush": "_"})
    assert page.fields["clause-1-stamp"].split()[1] == "*._."
    page = sent(client, entry, page, "undo-pattern-1")
    assert page.fields["clause-1-stamp"].split()[1] == "*..."
    page = sent(client, entry, page, "save", **{"clause-1-one_of": ["farm", "water"]})
    entry.refresh_from_db()
    stored = entry.definition["clauses"][1]
    assert (stored["stamp"], stored["one_of"]) == (["FV", "*."], ["farm", "water"])


def test_a_painted_pattern_moves_with_its_clause(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "paint-pattern-1=4.4", **{"clause-1-stamp.brush": "W"})
    page = sent(client, entry, page, "move-clause-up=1")
    assert page.fields["clause-0-stamp"].split() == ["FV..", "....", "....", "...W"]
    page = sent(client, entry, page, "undo-pattern-0")
    assert page.fields["clause-0-stamp"].split() == ["FV..", "....", "....", "...."]
    page = sent(client, entry, page, "clear-pattern-0")
    assert "Paint the pattern or enter it as text." in sent(client, entry, page, "save").html


def test_a_pattern_without_its_terrains_is_refused_at_their_field(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "save", **{"clause-1-stamp": "F*\n.."})
    assert "the pattern uses “One of several”, but no terrain is selected for it." in page.html
    assert page.fields["clause-1-stamp"].split()[0].startswith("F*")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("....\n.F_.\n..=.\n....", ["F_", ".="]),
        ("F", ["F"]),
        ("F./.^", ["F.", ".^"]),
        ("....\n....", None),
        ("", None),
    ],
)
def test_margins_are_left_out(text: str, rows: list[str] | None) -> None:
    assert PatternField(required=False).to_python(text) == rows


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Fx", "“x” isn’t one of F V A W M H ^ R # _ * = ."),
        ("FF\nF", "Enter up to 4 rows of the same length, with up to 4 squares each."),
        ("F....", "Enter up to 4 rows of the same length, with up to 4 squares each."),
        ("FFF\n" * 3 + "F..", "A pattern can have at most 9 squares, apart from those that can be anything."),
    ],
)
def test_a_drawing_that_cannot_be_read_is_explained(text: str, words: str) -> None:
    with pytest.raises(ValidationError) as refused:
        PatternField().to_python(text)
    assert refused.value.messages == [words]


def test_any_text_is_shown_on_the_grid() -> None:
    assert sketch_of("FFFFFF\nx\n\n\n\n\nW") == ["FFFF", "....", "....", "...."]

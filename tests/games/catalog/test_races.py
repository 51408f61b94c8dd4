"""Concurrent curators: each sees the other's changes, and so do players."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games.catalog.active_catalog import in_play
from games.catalog.drafts import DraftContent, create_draft, open_draft, save_draft
from games.catalog.files import EntryIdentity, FileFaults, ParsedEntry, import_entries
from games.catalog.models import CatalogEntry, CatalogMark
from games.catalog.publication import publish, retire, submit
from games.catalog.shelves import Sections
from games.catalog.site_cards import load_published
from tests.concurrency.waiting import in_flight, where_writers_meet
from tests.games.catalog.making import curator, reviewer, unguarded

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy_beside"),
    where_writers_meet,
]


@pytest.fixture(autouse=True)
def _published(toy_beside: None) -> None:
    load_published()


def entry(key: str) -> CatalogEntry:
    return CatalogEntry.objects.get(box="toy", key=key, current=True)


def stones(held: Sections) -> list[str]:
    """Return the ids of the published stones, as the toy game reads them."""
    return [stone["id"] for stone in held["toy"].get("stone", ())]


def handed_in(key: str, **changes: Any) -> CatalogEntry:
    draft = open_draft(entry=entry(key), by=curator())
    draft = save_draft(
        entry=draft, saves=0, content=DraftContent(draft.name, {**draft.definition, **changes}), by=curator()
    )
    submit(entry=draft, by=curator())
    return draft


def test_a_card_whose_retirement_is_stored_late_leaves_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.games.catalog.toy_shelf.ToyShelf.users", lambda *_: iter(()))
    pebble, rock = entry("pebble"), entry("rock")
    by = reviewer()
    with in_flight(
        lambda: retire(entry=pebble, by=by, words="Late."), lambda: retire(entry=rock, by=by, words="Later.")
    ) as both:
        assert "pebble" in in_play(("toy",), stones)
    for one in both:
        one.result()
    assert in_play(("toy",), stones) == []


def test_what_is_checked_as_it_is_published_holds_whatever_another_publishes() -> None:
    pebble, rock = handed_in("pebble", worth=5), handed_in("rock", worth=5)
    by = reviewer()
    with in_flight(
        lambda: publish(entry=pebble, saves=1, by=by, words="Good."),
        lambda: publish(entry=rock, saves=1, by=by, words="Good."),
    ) as (
        first,
        second,
    ):
        pass
    first.result()
    with pytest.raises(ValidationError, match="as much as another stone"):
        second.result()


def test_two_processes_that_load_at_one_moment_load_once() -> None:
    there = CatalogEntry.objects.count()
    with unguarded():
        CatalogEntry.objects.all().delete()
    CatalogMark.objects.all().delete()
    with in_flight(load_published, load_published) as both:
        pass
    for one in both:
        one.result()
    assert CatalogEntry.objects.count() == there
    assert in_play(("toy",), stones) == ["pebble", "rock"]


def begun(kind: str) -> CatalogEntry:
    return create_draft(
        box="toy", kind=kind, content=DraftContent("Flint", {"name": "Flint", "worth": 7}), by=curator()
    )


def test_two_that_are_begun_under_one_name_have_an_id_each_whatever_their_kinds() -> None:
    curator()
    with in_flight(lambda: begun("stone"), lambda: begun("board")) as both:
        pass
    for one in both:
        one.result()
    ids = CatalogEntry.objects.open().order_by("pk").values_list("kind", "key", "definition__id")
    assert list(ids) == [("stone", "flint", "flint"), ("board", "flint_2", "flint_2")]


def test_a_file_does_not_bring_what_is_just_begun_under_its_id() -> None:
    by = curator()
    read = [ParsedEntry(EntryIdentity("toy", "board", "flint"), DraftContent("Flint", {"id": "flint", "sides": 3}))]
    with in_flight(lambda: begun("stone"), lambda: import_entries(read, by=by)) as (first, second):
        pass
    first.result()
    with pytest.raises(FileFaults) as faults:
        second.result()
    assert "another component has this ID. Choose another one." in faults.value.sentences[0]


def test_two_who_edit_one_card_at_one_moment_are_given_one_draft() -> None:
    pebble, by = entry("pebble"), (curator(), reviewer())
    drafts: list[CatalogEntry] = []
    with in_flight(
        lambda: drafts.append(open_draft(entry=pebble, by=by[0])),
        lambda: drafts.append(open_draft(entry=pebble, by=by[1])),
    ) as both:
        pass
    for one in both:
        one.result()
    assert drafts[0] == drafts[1] == CatalogEntry.objects.open().get()

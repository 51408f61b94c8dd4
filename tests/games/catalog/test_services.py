"""The catalog with two games: published entries, how they change, and isolation between games."""

from contextlib import suppress
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, transaction

from games.cartographers.shelf.published import library
from games.catalog import active_catalog
from games.catalog.active_catalog import current_mark, in_play, read_once, sections
from games.catalog.drafts import open_draft
from games.catalog.models import CatalogEntry, CatalogMark, EntryState
from games.catalog.publication import bring_back, retire, submit
from games.catalog.shelves import Data, Sections, ShelfNotFound, shelves
from games.catalog.site_cards import load_published
from games.catalog.validation import find_warnings
from tests.games.catalog.making import curator, edited, reviewer, unguarded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_beside")]


@pytest.fixture(autouse=True)
def _published(toy_beside: None) -> None:
    load_published()


def stone(key: str = "pebble") -> CatalogEntry:
    return CatalogEntry.objects.get(box="toy", kind="stone", key=key, current=True)


def worths(held: Sections) -> dict[str, int]:
    """Return the worth of each stone by id, as the toy game reads it."""
    return {stone["id"]: stone["worth"] for stone in held["toy"]["stone"]} if held else {}


def test_both_shelves_are_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    with unguarded():
        CatalogEntry.objects.all().delete()
    call_command("load_cards")
    count = CatalogEntry.objects.count()
    assert f"{count} components added, 0 updated" in capsys.readouterr().out
    assert CatalogEntry.objects.filter(box="toy").count() == 3
    made_here = {shelf.workshop for shelf in shelves().values()} - {"toy"}
    boxes = {id for one in shelves().values() for id in one.boxes}
    assert {entry.box for entry in CatalogEntry.objects.all()} == boxes - made_here


def test_loading_again_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_cards")
    assert "0 components added, 0 updated" in capsys.readouterr().out
    call_command("load_cards", verbosity=0)
    assert capsys.readouterr().out == ""
    assert not CatalogEntry.objects.exclude(version=1).exists()


def test_loading_brings_what_is_missing_and_leaves_what_an_admin_has_edited() -> None:
    edited(stone(), worth=5)
    with unguarded():
        CatalogEntry.objects.filter(box="toy", kind="board").delete()
        CatalogEntry.objects.filter(box="toy", key="rock").update(name="As known at the time")
    assert load_published() == (1, 1)
    assert worths(sections(["toy"])) == {"pebble": 5, "rock": 3}
    assert (stone("rock").name, stone("rock").version, stone("rock").official) == ("Rock", 2, True)


def test_a_game_is_given_its_own_boxes_in_printed_order() -> None:
    held = sections(["toy"])
    assert {of: {kind: [one["id"] for one in many] for kind, many in kinds.items()} for of, kinds in held.items()} == {
        "toy": {"stone": ["pebble", "rock"], "board": ["plain"]}
    }
    assert "toy" not in sections(list(shelves()["cartographers"].boxes))


def test_what_is_made_of_it_is_made_once_for_each_of_its_states(django_assert_num_queries: Any) -> None:
    active_catalog._content.cache_clear()
    with django_assert_num_queries(2):
        first = in_play(("toy",), worths)
    with django_assert_num_queries(1):
        assert in_play(("toy",), worths) is first
    edited(stone(), worth=5)
    assert in_play(("toy",), worths) == {"pebble": 5, "rock": 3}
    assert first == {"pebble": 2, "rock": 3}


def test_a_request_that_asks_for_two_games_looks_once(django_assert_num_queries: Any) -> None:
    pieces, box = in_play(("toy",), worths), library()
    with django_assert_num_queries(1), read_once():
        assert in_play(("toy",), worths) is pieces
        assert library() is box


def test_a_request_keeps_to_the_state_it_has_seen() -> None:
    with read_once():
        before = in_play(("toy",), worths)
        edited(stone(), worth=5)
        assert in_play(("toy",), worths) is before
    with read_once():
        assert in_play(("toy",), worths) == {"pebble": 5, "rock": 3}


def test_an_empty_catalog_is_given_as_nothing(django_assert_num_queries: Any) -> None:
    with unguarded():
        CatalogEntry.objects.all().delete()
    CatalogMark.objects.all().delete()
    with django_assert_num_queries(1):
        assert in_play(("toy",), worths) == {}


def test_a_change_that_was_taken_back_leaves_nothing_of_itself() -> None:
    with suppress(InterruptedError), transaction.atomic():
        edited(stone(), worth=5)
        assert in_play(("toy",), worths)["pebble"] == 5
        raise InterruptedError
    assert in_play(("toy",), worths)["pebble"] == 2
    edited(stone(), worth=6)
    assert in_play(("toy",), worths)["pebble"] == 6


def test_what_is_in_play_has_a_mark_of_its_own_and_drafts_leave_it_as_it_is() -> None:
    marks = [current_mark()]
    new = edited(stone(), worth=5)
    marks.append(current_mark())
    retire(entry=new, by=reviewer(), words="Worn out.")
    marks.append(current_mark())
    bring_back(entry=new, by=reviewer())
    marks.append(current_mark())
    assert len({*marks}) == 4
    load_published()
    submit(entry=open_draft(entry=new, by=curator()), by=curator())
    assert current_mark() == marks[-1]


def test_an_edit_makes_a_new_version_and_leaves_the_old_one_as_it_was() -> None:
    old = stone()
    new = edited(old, name="Flint", worth=5)
    assert (new.version, new.state, new.current, new.official) == (2, EntryState.PUBLISHED, True, False)
    assert new.created_by == curator()
    assert new.definition == {"id": "pebble", "name": "Flint", "worth": 5, "colour": "grey"}
    old.refresh_from_db()
    assert (old.version, old.current, old.definition["worth"]) == (1, False, 2)
    assert list(CatalogEntry.objects.versions_of(new)) == [new, old]


def test_the_database_keeps_one_version_of_an_entry_in_play() -> None:
    old = stone()
    old.pk, old.version = None, 2
    with pytest.raises(IntegrityError), transaction.atomic():
        old.save()
    old.current, old.version = False, 1
    with pytest.raises(IntegrityError), transaction.atomic():
        old.save()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"worth": 10}, "A stone is worth 1 to 9"),
        ({"worth": 3}, "Pebble is worth as much as another stone of toy"),
    ],
)
def test_what_the_game_refuses_is_refused_in_its_words(changes: Data, words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        edited(stone(), **changes)
    assert stone().version == 1


def test_what_is_odd_is_told_by_the_game() -> None:
    assert find_warnings(stone(), stone().definition) == []
    assert find_warnings(stone(), {**stone().definition, "worth": 6}) == ["The heaviest of 2 stones."]


def test_entries_of_a_game_that_is_gone_are_kept_and_not_edited(settings: Any) -> None:
    settings.CARTO_SHELVES = {"cartographers": settings.CARTO_SHELVES["cartographers"]}
    with pytest.raises(ShelfNotFound):
        edited(stone(), worth=5)
    assert load_published() == (0, 0)
    assert worths(sections(["toy"])) == {"pebble": 2, "rock": 3}

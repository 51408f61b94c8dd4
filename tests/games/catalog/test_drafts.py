"""Drafts: created from scratch or from a published entry, edited, deleted, and not used in games."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games.catalog.active_catalog import sections
from games.catalog.drafts import DraftContent, create_draft, discard_draft, end_link, make_link, open_draft, save_draft
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason, refusal_words
from games.catalog.models import CatalogEntry, Change, EntryAction, EntryState
from games.catalog.site_cards import load_published
from tests.games.catalog.making import curator, edited, reviewer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_beside")]


@pytest.fixture(autouse=True)
def _published(toy_beside: None) -> None:
    load_published()


def stone(key: str = "pebble") -> CatalogEntry:
    return CatalogEntry.objects.get(box="toy", kind="stone", key=key, current=True)


def content(of: CatalogEntry, **changes: Any) -> DraftContent:
    return DraftContent(of.name, {**of.definition, **changes})


def begun(name: str = "Flint", worth: int = 7) -> CatalogEntry:
    return create_draft(
        box="toy", kind="stone", content=DraftContent(name, {"name": name, "worth": worth}), by=curator()
    )


def acts(of: CatalogEntry) -> list[str]:
    return [change.act for change in Change.objects.of(of)][::-1]


def test_something_new_begins_as_a_draft_which_nobody_plays_with() -> None:
    draft = begun()
    assert (draft.key, draft.version, draft.state, draft.current, draft.position) == (
        "flint",
        1,
        EntryState.DRAFT,
        False,
        2,
    )
    assert draft.definition == {"id": "flint", "name": "Flint", "worth": 7, "colour": "grey"}
    assert draft.created_by == curator()
    assert "flint" not in [stone["id"] for stone in sections(["toy"])["toy"]["stone"]]
    assert acts(draft) == [EntryAction.BEGUN]


def test_an_id_is_nobody_elses_whatever_its_kind_and_its_box() -> None:
    assert [begun(name).key for name in ("Flint", "Flint!", "Treetower", "川", "川")] == [
        *("flint", "flint_2", "treetower_2", "piece", "piece_2")
    ]


def test_what_cannot_be_read_is_not_begun() -> None:
    with pytest.raises(ValidationError, match="1 to 9"):
        begun(worth=12)
    assert not CatalogEntry.objects.open().exists()


def test_an_entry_has_one_draft_which_says_at_first_what_it_says() -> None:
    draft = open_draft(entry=stone(), by=curator())
    assert (draft.version, draft.state, draft.definition) == (2, EntryState.DRAFT, stone().definition)
    assert open_draft(entry=stone(), by=reviewer()) == draft
    assert acts(draft) == [EntryAction.BEGUN]


def test_an_old_version_is_brought_back_by_a_draft_that_says_the_same() -> None:
    old = stone()
    edited(old, worth=5)
    draft = open_draft(entry=old, by=curator())
    assert (draft.version, draft.definition["worth"]) == (3, 2)


def test_a_draft_says_what_was_saved_last() -> None:
    draft = open_draft(entry=stone(), by=curator())
    saved = save_draft(entry=draft, saves=0, content=content(draft, worth=5), by=reviewer())
    assert (saved.definition["worth"], saved.saves, stone().definition["worth"]) == (5, 1, 2)
    assert acts(draft) == [EntryAction.BEGUN, EntryAction.SAVED]
    assert Change.objects.of(draft)[0].definition == saved.definition
    assert Change.objects.contributors(draft) == {curator().pk, reviewer().pk}


def test_saving_what_stands_there_is_no_change() -> None:
    draft = open_draft(entry=stone(), by=curator())
    assert save_draft(entry=draft, saves=0, content=content(draft), by=curator()).saves == 0
    assert acts(draft) == [EntryAction.BEGUN]


def test_nobody_overwrites_what_they_have_not_seen() -> None:
    draft = open_draft(entry=stone(), by=curator())
    save_draft(entry=draft, saves=0, content=content(draft, worth=5), by=curator())
    with pytest.raises(CatalogRefusal) as late:
        save_draft(entry=draft, saves=0, content=content(draft, worth=6), by=reviewer())
    assert late.value.reason is CatalogRefusalReason.STALE
    assert "out of date" in refusal_words(late.value)
    draft.refresh_from_db()
    assert draft.definition["worth"] == 5


def test_what_cannot_be_read_changes_nothing() -> None:
    draft = open_draft(entry=stone(), by=curator())
    with pytest.raises(ValidationError, match="1 to 9"):
        save_draft(entry=draft, saves=0, content=content(draft, worth=0), by=curator())
    draft.refresh_from_db()
    assert (draft.definition["worth"], draft.saves) == (2, 0)


@pytest.mark.parametrize("state", ["published", "gone"])
def test_only_a_draft_is_saved_and_thrown_away(state: str) -> None:
    entry = stone()
    if state == "gone":
        entry = begun()
        discard_draft(entry=CatalogEntry.objects.get(pk=entry.pk), by=curator())
    for act in (
        lambda: save_draft(entry=entry, saves=0, content=content(entry), by=curator()),
        lambda: discard_draft(entry=entry, by=curator()),
        lambda: make_link(entry=entry, by=curator()),
        *([lambda: open_draft(entry=entry, by=curator())] if state == "gone" else []),
    ):
        with pytest.raises(CatalogRefusal) as refusal:
            act()
        assert refusal.value.reason is CatalogRefusalReason.NOT_OPEN


def test_a_draft_that_is_thrown_away_leaves_its_history() -> None:
    draft = begun()
    discard_draft(entry=draft, by=reviewer())
    assert not CatalogEntry.objects.filter(key="flint").exists()
    assert acts(draft) == [EntryAction.BEGUN, EntryAction.THROWN_AWAY]


def test_a_draft_has_one_link_until_it_is_ended() -> None:
    draft = begun()
    link = make_link(entry=draft, by=curator())
    assert len(link) > 20
    assert make_link(entry=draft, by=curator()) == link
    end_link(entry=draft, by=curator())
    assert make_link(entry=draft, by=curator()) != link

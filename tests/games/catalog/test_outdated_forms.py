"""Forms of the workshop that are older than the draft."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.catalog.models import CatalogEntry, Change, EntryState
from games.catalog.pages import entry_url
from games.catalog.publication import submit
from games.catalog.site_cards import load_published
from tests.games.catalog.making import address, curator
from tests.games.catalog.test_admin import LIST, draft_of, messages_of, sent, stone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_beside")]


@pytest.fixture(autouse=True)
def _published(toy_beside: None) -> None:
    load_published()


@pytest.fixture
def late(ada: Client) -> CatalogEntry:
    """Return a stale draft, which someone else has saved since it was read."""
    read = draft_of(worth=5)
    draft_of(worth=6)
    return read


@pytest.mark.parametrize("press", ["save", "submit"])
def test_who_is_late_keeps_what_they_wrote_and_is_told_of_what_was_saved(
    ada: Client, late: CatalogEntry, press: str
) -> None:
    answer = ada.post(address(late, press), sent(late, worth=7))
    assert answer.status_code == 409
    assert "Your changes are still here but not saved." in messages_of(answer)[0]
    page = answer.content.decode()
    assert "&quot;worth&quot;: 7" in page[page.index("<textarea") :]
    assert "curator saved this draft after you opened it" in page
    assert "<del>  &quot;worth&quot;: 6</del>" in page
    assert "<ins>  &quot;worth&quot;: 7</ins>" in page
    assert f'<a href="{entry_url(late)}">Discard my changes' in page
    late.refresh_from_db()
    assert (late.definition["worth"], late.state) == (6, EntryState.DRAFT)


def test_who_is_late_stays_so_until_they_say_that_they_save_over_it(ada: Client, late: CatalogEntry) -> None:
    again = ada.post(address(late, "save"), sent(late, worth=7))
    assert f'name="saves" value="{late.saves}"' in again.content.decode(), "they have not read the newer one"
    assert '<button name="overwrites" value="2"' in again.content.decode()
    over, at = {**sent(late, worth=7), "overwrites": "2"}, address(late, "overwrite")
    assert ada.post(at, over).status_code == 302
    late.refresh_from_db()
    assert (late.definition["worth"], late.saves) == (7, 3)
    assert ada.post(at, over).status_code == 409, "somebody was quicker once more"
    assert ada.post(at, {**over, "overwrites": "x"}).status_code == 422


def test_who_is_about_to_be_late_is_told_with_the_next_change(ada: Client, late: CatalogEntry) -> None:
    page = ada.post(address(late, "preview"), sent(late, worth=12)).content.decode()
    assert "curator saved this draft after you opened it" in page
    assert "Your changes</summary>" not in page, "nobody can read a worth of 12"
    assert "after you opened it" not in ada.get(entry_url(late)).content.decode()


@pytest.mark.parametrize(
    ("changes", "marked"), [({}, False), ({"worth": 7}, True), ({"worth": 12}, True), ({"colour": "grey"}, False)]
)
def test_a_form_that_says_something_else_than_what_is_stored_is_marked(
    ada: Client, changes: dict[str, Any], marked: bool
) -> None:
    draft = draft_of(worth=5)
    page = ada.post(address(draft, "preview"), sent(draft, **changes)).content.decode()
    assert ("data-unsaved" in page) is marked
    assert "data-unsaved" not in ada.get(entry_url(draft)).content.decode()


def test_what_was_written_for_a_draft_that_is_handed_in_is_not_lost(ada: Client) -> None:
    draft = draft_of(worth=5)
    submit(entry=draft, by=curator())
    answer = ada.post(address(draft, "save"), sent(draft, worth=7))
    assert answer.status_code == 409
    assert messages_of(answer) == [
        "This version is no longer a draft. Create a new draft to change it. Your changes are still here but not saved."
    ]
    page = answer.content.decode()
    assert "&quot;worth&quot;: 7" in page[page.index("<textarea") :]


def test_a_page_from_before_an_update_keeps_what_was_typed_and_saves_nothing(ada: Client) -> None:
    draft = draft_of(worth=5)
    answer = ada.post(entry_url(draft), {**sent(draft, worth=7), "do": "save"})
    assert (answer.status_code, messages_of(answer)) == (409, ["Your changes are still here but not saved."])
    page = answer.content.decode()
    assert "&quot;worth&quot;: 7" in page[page.index("<textarea") :]
    draft.refresh_from_db()
    assert draft.definition["worth"] == 5
    answer = ada.post(entry_url(stone()), {"do": "edit"})
    assert (answer.status_code, messages_of(answer)) == (409, ["This page is out of date. Reload it."])
    assert ada.get(f"{entry_url(draft)[:-8]}x/change/").status_code == 404


def test_a_reviewer_with_an_old_page_is_shown_the_newer_one(ada: Client) -> None:
    draft = draft_of(worth=5)
    submit(entry=draft, by=curator())
    answer = ada.post(address(draft, "publish"), {"saves": "0"})
    assert answer.status_code == 409
    assert messages_of(answer) == ["This page was out of date. Check the current state, then decide."]


@pytest.mark.parametrize("saves", ["", "x", "-1", "9" * 5_000])
def test_a_page_that_does_not_say_what_it_began_with_saves_nothing(ada: Client, saves: str) -> None:
    draft = draft_of(worth=5)
    answer = ada.post(address(draft, "save"), {**sent(draft, worth=7), "saves": saves})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "This page is out of date, so nothing was saved. Reload it." in page[page.index('id="errors-all"') :]
    assert "after you opened it" not in page
    draft.refresh_from_db()
    assert draft.definition["worth"] == 5


def test_a_draft_that_is_gone_leads_to_the_list(ada: Client) -> None:
    draft = draft_of()
    answer = ada.post(address(draft, "discard"), follow=True)
    assert answer.redirect_chain == [(reverse(LIST), 302)]
    assert messages_of(answer) == ["The draft of Pebble was discarded."]
    assert ada.get(entry_url(draft)).status_code == 404
    assert Change.objects.of(draft)[0].act == "thrown_away"

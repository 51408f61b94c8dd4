"""The history of an entry: all changes, and the result of each."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.catalog import differences, pages
from games.catalog.drafts import DraftContent, create_draft, discard_draft, end_link, make_link, open_draft, save_draft
from games.catalog.models import CatalogEntry, Change, EntryAction
from games.catalog.pages import entry_url
from games.catalog.site_cards import load_published
from tests.games.catalog.making import curator, edited

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_beside")]


@pytest.fixture
def browser(toy_beside: None) -> Client:
    """Return the client of a user with every permission."""
    load_published()
    user = User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def stone(key: str = "pebble") -> CatalogEntry:
    return CatalogEntry.objects.get(box="toy", kind="stone", key=key, current=True)


def saved(draft: CatalogEntry, **parts: Any) -> CatalogEntry:
    """Save a draft with changes."""
    whole = {part: getattr(draft, part) for part in ("name", "notes", "source", "licence")}
    definition = {**draft.definition, **parts.pop("definition", {})}
    content = DraftContent(**{**whole, "definition": definition, "examples": tuple(draft.examples), **parts})
    return save_draft(entry=draft, saves=draft.saves, content=content, by=curator())


def page_of(browser: Client, entry: CatalogEntry, change: Change) -> str:
    """Return the page of a change."""
    answer = browser.get(reverse("admin:catalog_catalogentry_change_of", args=[entry.pk, change.pk]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def of_act(entry: CatalogEntry, act: EntryAction) -> Change:
    """The latest change of a kind."""
    found = Change.objects.of(entry).filter(act=act).first()
    assert found
    return found


def test_each_save_shows_what_it_changed(browser: Client) -> None:
    draft = saved(open_draft(entry=stone(), by=curator()), definition={"worth": 5})
    draft = saved(draft, notes="For sparks.", examples=({"worth": 5},))
    first, second = Change.objects.of(draft).filter(act=EntryAction.SAVED)[::-1]
    page = page_of(browser, draft, first)
    assert "<del>  &quot;worth&quot;: 2</del>" in page
    assert "<ins>  &quot;worth&quot;: 5</ins>" in page
    assert "sparks" not in page
    page = page_of(browser, draft, second)
    assert "<ins>  &quot;notes&quot;: &quot;For sparks.&quot;,</ins>" in page
    assert "<ins>      &quot;worth&quot;: 5</ins>" in page, "the example"
    assert page.count("<del>") == 2, "no notes, and no examples"


def test_the_page_of_a_version_leads_there_and_from_change_to_change(browser: Client) -> None:
    draft = saved(open_draft(entry=stone(), by=curator()), definition={"worth": 5})
    begun, change = of_act(draft, EntryAction.BEGUN), of_act(draft, EntryAction.SAVED)
    addresses = [reverse("admin:catalog_catalogentry_change_of", args=[draft.pk, each.pk]) for each in (begun, change)]
    page = browser.get(entry_url(draft)).content.decode()
    assert f'<a href="{addresses[1]}">saved</a>' in page
    assert f'<a href="{addresses[0]}">created</a>' in page
    assert "Full history" not in page, "all of it is there"
    assert f'<a href="{addresses[1]}">Next change</a>' in page_of(browser, draft, begun)
    assert f'<a href="{addresses[0]}">Previous change</a>' in page_of(browser, draft, change)


def test_what_begins_an_entry_differs_from_the_version_that_it_began_with_or_is_all_new(browser: Client) -> None:
    draft = open_draft(entry=stone(), by=curator())
    assert "<p>No changes.</p>" in page_of(browser, draft, of_act(draft, EntryAction.BEGUN))
    new = create_draft(
        box="toy", kind="stone", content=DraftContent("Flint", {"name": "Flint", "worth": 7}), by=curator()
    )
    page = page_of(browser, new, of_act(new, EntryAction.BEGUN))
    assert "<ins>  &quot;worth&quot;: 7</ins>" in page
    assert "&quot;licence&quot;" in page


def test_an_old_change_shows_the_definition_alone(browser: Client) -> None:
    draft = saved(open_draft(entry=stone(), by=curator()), definition={"worth": 5}, notes="For sparks.")
    change = of_act(draft, EntryAction.SAVED)
    Change.objects.filter(pk=of_act(draft, EntryAction.BEGUN).pk).update(rest=None)
    page = page_of(browser, draft, change)
    assert "<ins>  &quot;worth&quot;: 5</ins>" in page
    assert "sparks" not in page
    assert "Only the definition was stored at that time, without examples and notes." in page
    Change.objects.filter(pk=change.pk).update(rest=None)
    assert "<ins>  &quot;worth&quot;: 5</ins>" in page_of(browser, draft, change)


def test_what_a_draft_said_that_was_thrown_away_can_still_be_read(browser: Client) -> None:
    discard_draft(entry=saved(open_draft(entry=stone(), by=curator()), definition={"worth": 5}), by=curator())
    page = page_of(browser, stone(), of_act(stone(), EntryAction.SAVED))
    assert "<ins>  &quot;worth&quot;: 5</ins>" in page
    assert "<p>No changes.</p>" in page_of(browser, stone(), of_act(stone(), EntryAction.THROWN_AWAY))


def test_links_are_noted_once_as_they_begin_and_end(browser: Client) -> None:
    draft = open_draft(entry=stone(), by=curator())
    for _again in range(2):
        make_link(entry=draft, by=curator())
    for _again in range(2):
        end_link(entry=draft, by=curator())
    assert [change.act for change in Change.objects.of(draft)] == [
        EntryAction.UNLINKED,
        EntryAction.LINKED,
        EntryAction.BEGUN,
    ]
    page = browser.get(entry_url(draft)).content.decode()
    assert "<td>share link created</td>" in page, "which came to nothing else"


def test_older_changes_are_on_pages_of_their_own(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = open_draft(entry=stone(), by=curator())
    for worth in (5, 6, 7, 8):
        draft = saved(draft, definition={"worth": worth})
    for module in (differences, pages):
        monkeypatch.setattr(module, "AT_ONCE", 2)
    page = browser.get(entry_url(draft)).content.decode()
    every = reverse("admin:catalog_catalogentry_changes", args=[draft.pk])
    assert page.count(">saved</a>") == 2
    assert f'<a href="{every}">Full history</a>' in page
    cases = (("", 2, "Older"), ("2", 2, "Newer"), ("3", 0, "Newer"), ("x", 2, "Older"), ("9" * 50, 0, "Newer"))
    for number, count, words in cases:
        page = browser.get(every, {"page": number}).content.decode()
        assert (page.count(">saved</a>"), words in page) == (count, True), number
    assert "Page 3 of 3" in page


def test_changes_of_something_else_and_those_that_came_to_nothing_are_not_found(browser: Client) -> None:
    new = edited(stone(), worth=5)
    for entry, pk in (
        (stone("rock"), of_act(new, EntryAction.SAVED).pk),
        (new, of_act(new, EntryAction.SUBMITTED).pk),
        (new, 10**30),
        (new, 0),
    ):
        assert browser.get(f"/admin/catalog/catalogentry/{entry.pk}/changes/{pk}/").status_code == 404
    assert browser.get("/admin/catalog/catalogentry/0/changes/").status_code == 404


def test_who_may_not_read_reads_no_changes(browser: Client) -> None:
    draft = open_draft(entry=stone(), by=curator())
    User.objects.filter(username="ada").update(is_superuser=False)
    for page in ("", f"{of_act(draft, EntryAction.BEGUN).pk}/"):
        assert browser.get(f"/admin/catalog/catalogentry/{draft.pk}/changes/{page}").status_code == 403

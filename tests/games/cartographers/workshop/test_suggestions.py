"""Own sets that players suggest for publication: sent, withdrawn, accepted and declined."""

from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.workshop import own_sets
from games.catalog import suggestions
from games.catalog.drafts import discard_draft
from games.catalog.models import CatalogEntry, Change, EntryState
from games.catalog.site_cards import load_published
from games.notices.models import ReviewNotice
from games.notices.task_worker import work
from games.tables.people.personal_data import erase, export_user_data
from tests.games.cartographers.workshop.test_own_sets import form_data, url
from tests.games.catalog.making import staff
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db

HOME = "/admin/catalog/catalogentry/home/"


@pytest.fixture
def ann() -> User:
    load_published()
    return people_named("Ann")[0]


@pytest.fixture
def browser(ann: User) -> Client:
    return signed_in(ann)


@pytest.fixture
def lakes(ann: User) -> OwnSet:
    return own_sets.create_own_set(owner=ann, name="Lakes")


@pytest.fixture
def ada() -> Client:
    return staff("ada", "view_catalogentry", "review_catalogentry")


def suggested(browser: Client, own_set: OwnSet, note: str = "My islands") -> Any:
    return browser.post(url(own_set, "suggest"), {"suggestion-note": note})


def page_of(own_set: OwnSet, answer: str = "") -> str:
    """Return the address of a suggestion for reviewers, or of an answer to it."""
    return f"/admin/catalog/catalogentry/suggestions/{own_set.pk}/{answer}"


def test_suggestion_is_seen_by_reviewers_until_it_is_withdrawn(browser: Client, lakes: OwnSet, ada: Client) -> None:
    assert page_of(lakes) not in text_of(ada.get(HOME))
    assert ada.get(page_of(lakes)).status_code == 404
    assert suggested(browser, lakes).status_code == 303
    assert "You suggested this set for publication" in text_of(browser.get(url(lakes)))
    assert page_of(lakes) in text_of(ada.get(HOME))
    assert "1 player suggestion is waiting for an answer." in text_of(ada.get("/admin/catalog/catalogentry/"))
    shown = text_of(ada.get(page_of(lakes)))
    assert ("My islands" in shown, "Ann" in shown) == (True, True)
    assert suggested(browser, lakes).status_code == 409
    assert browser.post(url(lakes, "withdraw")).status_code == 303
    assert (ada.get(page_of(lakes)).status_code, page_of(lakes) in text_of(ada.get(HOME))) == (404, False)
    assert ada.post(page_of(lakes, "accept/")).status_code == 404
    assert browser.post(url(lakes, "withdraw")).status_code == 409
    assert suggested(browser, lakes).status_code == 303


def test_accepted_suggestion_is_in_review_in_its_owners_name(
    browser: Client, lakes: OwnSet, ada: Client, ann: User
) -> None:
    suggested(browser, lakes)
    assert ada.post(page_of(lakes, "accept/")).status_code == 302
    entry = CatalogEntry.objects.get(key="lakes")
    assert (entry.state, entry.created_by) == (EntryState.IN_REVIEW, ann)
    lakes.refresh_from_db()
    assert (lakes.published_as, lakes.suggested_at, lakes.suggestion) == ("lakes", None, "")
    assert "This set is in review." in text_of(browser.get(url(lakes)))
    assert ada.post(page_of(lakes, "accept/")).status_code == 404
    assert suggested(browser, lakes).status_code == 409
    assert CatalogEntry.objects.filter(box="workshop", kind="set").count() == 1


def test_owner_is_notified_of_the_reason_for_a_refusal(browser: Client, lakes: OwnSet, ada: Client, ann: User) -> None:
    suggested(browser, lakes)
    refused = ada.post(page_of(lakes, "decline/"), {"words": " "})
    assert (refused.status_code, "Enter a short reason." in text_of(refused)) == (422, True)
    assert ada.post(page_of(lakes, "decline/"), {"words": "Too much water."}).status_code == 302
    work()
    assert "Notifications, 1 unread" in text_of(browser.get("/"))
    listed = text_of(browser.get("/notices/"))
    assert "Suggestion declined: Lakes (set)" in listed
    assert ("Too much water." in listed, f'href="{url(lakes)}"' in listed) == (True, True)
    assert "Too much water." in text_of(browser.get(url(lakes)))
    assert export_user_data(ann)["review_notices"][0]["act"] == "declined"
    assert suggested(browser, lakes).status_code == 303, "it can be suggested again"
    assert "Too much water." not in text_of(browser.get("/notices/"))


def test_set_that_cannot_be_published_is_not_suggested(browser: Client, lakes: OwnSet) -> None:
    browser.post(url(lakes, "save"), form_data(lakes, sheets=[]))
    answer = suggested(browser, lakes, "My <b>islands</b>")
    assert answer.status_code == 422
    assert "My &lt;b&gt;islands&lt;/b&gt;</textarea>" in text_of(answer)
    assert suggested(browser, lakes, "x" * 501).status_code == 422
    lakes.refresh_from_db()
    assert lakes.suggested_at is None


def test_set_that_became_unplayable_stays_suggested(browser: Client, lakes: OwnSet, ada: Client) -> None:
    suggested(browser, lakes)
    lakes.refresh_from_db()
    browser.post(url(lakes, "save"), form_data(lakes, sheets=[]))
    assert ada.post(page_of(lakes, "accept/")).status_code == 422
    lakes.refresh_from_db()
    assert lakes.suggested_at is not None
    assert not CatalogEntry.objects.filter(key="lakes").exists()


def test_muted_player_suggests_without_a_message(browser: Client, lakes: OwnSet, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(muted_until="2100-01-01T00:00:00Z")
    assert suggested(browser, lakes).status_code == 422
    assert suggested(browser, lakes, "").status_code == 303


def test_suggestions_are_limited(browser: Client, lakes: OwnSet, monkeypatch: pytest.MonkeyPatch) -> None:
    for _again in range(suggestions.SUGGEST.times):
        assert suggested(browser, lakes).status_code == 303
        browser.post(url(lakes, "withdraw"))
    assert suggested(browser, lakes).status_code == 429


def test_suggestions_are_for_reviewers_alone(browser: Client, lakes: OwnSet) -> None:
    suggested(browser, lakes)
    plain = staff("eve", "view_catalogentry", "change_catalogentry")
    assert plain.get(page_of(lakes)).status_code == 403
    assert "Suggested by players" not in text_of(plain.get(HOME))
    for answer in ("accept/", "decline/"):
        assert plain.post(page_of(lakes, answer), {"words": "No."}).status_code == 403
        assert browser.post(page_of(lakes, answer), {"words": "No."}).status_code == 302, "to the sign-in of the admin"
    lakes.refresh_from_db()
    assert lakes.suggested_at is not None


def test_answer_opened_as_a_page_leads_to_the_suggestion(browser: Client, lakes: OwnSet, ada: Client) -> None:
    suggested(browser, lakes)
    for answer in ("accept/", "decline/"):
        assert ada.get(page_of(lakes, answer)).headers["Location"] == page_of(lakes)


def test_refusal_is_deleted_with_the_set_and_with_its_owner(browser: Client, ann: User, ada: Client) -> None:
    for end in (lambda own: discard_draft(entry=own, by=ann), lambda _own: erase(user=ann)):
        own_set = own_sets.create_own_set(owner=ann, name="Lakes")
        suggested(browser, own_set)
        ada.post(page_of(own_set, "decline/"), {"words": "Too much water."})
        work()
        assert ReviewNotice.objects.filter(user=ann).exists()
        end(own_set)
        assert not Change.objects.filter(key=own_set.key).exists()
        assert not ReviewNotice.objects.filter(user=ann).exists()


def test_suggestion_is_in_the_export(browser: Client, lakes: OwnSet, ann: User) -> None:
    suggested(browser, lakes)
    exported = export_user_data(ann)["own_sets"][0]
    assert (exported["suggestion"], exported["suggested_at"] is not None) == ("My islands", True)

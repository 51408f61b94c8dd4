"""Unsaved changes in the workshop: leaving the page, and editing in a second tab."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, expect

from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.catalog.models import CatalogEntry
from games.catalog.pages import entry_url
from tests.browser.measuring import at_rest
from tests.browser.reading import DARK, expect_accessible
from tests.games.cartographers.workshop.editing import draft

pytestmark = pytest.mark.browser


@pytest.fixture
def curator(site: object) -> User:
    return User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)


@pytest.fixture
def entry(curator: User) -> CatalogEntry:
    return draft(curator, EntryKind.SCORING, "Green Shores")


@pytest.fixture
def page(context_for: Callable[..., BrowserContext], curator: User, entry: CatalogEntry) -> Page:
    page = context_for(curator).new_page()
    page.goto(entry_url(entry))
    at_rest(page)
    return page


@pytest.fixture
def dialogs(page: Page) -> list[str]:
    """Dismiss the page's leave confirmations, and record them."""
    questions: list[str] = []

    def stay(dialog: Dialog) -> None:
        questions.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    return questions


def leave(page: Page) -> None:
    page.get_by_role("link", name="Components").click()


def test_who_has_only_pressed_buttons_is_asked_before_they_leave(page: Page, dialogs: list[str]) -> None:
    page.get_by_role("button", name="Find a map that scores many stars").click()
    expect(page.locator("#example-1")).to_be_visible()
    at_rest(page)
    leave(page)
    expect(page.locator("#example-1")).to_be_visible()
    assert dialogs == ["beforeunload"]
    page.locator(".workshop-actions-row summary").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#example-1")).to_be_visible()
    assert dialogs == ["beforeunload"] * 2, "another form of the page does not save it either"
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    at_rest(page)
    leave(page)
    expect(page.get_by_role("heading", name="Components", exact=True)).to_be_visible()
    assert len(dialogs) == 2


def test_a_button_that_changes_nothing_keeps_nobody(page: Page, dialogs: list[str]) -> None:
    page.get_by_role("button", name="Show preview").last.click()
    expect(page.locator("#preview")).to_contain_text("1 star for each forest space.")
    at_rest(page)
    leave(page)
    expect(page.get_by_role("heading", name="Components", exact=True)).to_be_visible()
    assert dialogs == []


def test_the_slower_of_two_tabs_keeps_what_was_typed_there(page: Page, dialogs: list[str], entry: CatalogEntry) -> None:
    other = page.context.new_page()
    other.goto(entry_url(entry))
    other.locator("#clause-1").get_by_label("Stars").fill("5")
    other.get_by_role("button", name="Save draft").click()
    expect(other.get_by_text("Saved.")).to_be_visible()
    stars = page.locator("#clause-1").get_by_label("Stars")
    stars.fill("7")
    expect(page.get_by_text("ada saved this draft after you opened it")).to_be_visible()
    expect(stars).to_be_focused()
    at_rest(page)
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("Your changes are still here but not saved.")).to_be_visible()
    expect(stars).to_have_value("7")
    page.get_by_text("Your changes", exact=True).click()
    expect(page.locator("#meanwhile ins")).to_have_text('      "stars": 7,')
    expect_accessible(page, "a draft that was saved elsewhere", looks=[DARK])
    page.get_by_role("link", name="Discard my changes and use the saved version").click()
    expect(stars).to_have_value("7")
    assert dialogs == ["beforeunload"]
    page.get_by_role("button", name="Overwrite").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    entry.refresh_from_db()
    assert (entry.definition["clauses"][0]["stars"], entry.saves) == (7, 2)

"""Reviewing in the workshop: differences between two versions, and the contents of a version."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.catalog.drafts import open_draft
from games.catalog.models import CatalogEntry
from games.catalog.pages import entry_url
from games.catalog.publication import send_back, submit
from games.notices.task_worker import work
from tests.browser.measuring import measure, width_of
from tests.browser.reading import DARK, expect_accessible
from tests.games.cartographers.shelf.sets import drafted, small_set
from tests.games.cartographers.workshop.editing import draft
from tests.games.catalog.making import curator, edited, reviewer

pytestmark = pytest.mark.browser
HOME = "/admin/catalog/catalogentry/home/"


@pytest.fixture
def page(context_for: Callable[..., BrowserContext]) -> Page:
    """A superuser's page."""
    user = User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)
    return context_for(user).new_page()


def treetower() -> CatalogEntry:
    return CatalogEntry.objects.get(kind=EntryKind.SCORING, key="treetower", current=True)


@pytest.mark.parametrize("width", [1366, 390])
def test_a_line_of_what_differs_is_as_high_as_its_text(page: Page, width: int) -> None:
    old = treetower()
    new = edited(old, solo_target=30)
    page.set_viewport_size({"width": width, "height": 768})
    page.goto(reverse("admin:catalog_catalogentry_compare", args=[new.pk, old.pk]))
    lines, between = measure(
        page.locator(".workshop-difference"),
        """element => {
          const tops = [...element.children].map(line => line.getBoundingClientRect());
          return [tops.length, tops.slice(1).map((line, at) => line.top - tops[at].bottom)];
        }""",
    )
    assert lines > 10
    assert max(between) < 1
    assert width_of(page) <= width


@pytest.mark.parametrize("width", [1366, 360])
def test_what_waits_for_a_review_is_read_by_everybody(page: Page, width: int) -> None:
    changed = open_draft(entry=treetower(), by=curator())
    made = drafted(EntryKind.SET, {**small_set(), "until": "2027-02-28"})
    page.set_viewport_size({"width": width, "height": 768})
    for entry, words in ((changed, "Changes from version 1 (active)"), (made, "Available to new tables until")):
        submit(entry=entry, by=curator())
        page.goto(entry_url(entry))
        expect(page.get_by_text(words)).to_be_visible()
        expect_accessible(page, words, looks=[DARK])


@pytest.mark.parametrize("width", [1366, 360])
def test_what_was_done_is_read_by_everybody(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    page.goto(entry_url(edited(treetower(), solo_target=30)))
    page.get_by_role("region", name="History").get_by_role("link", name="saved").click()
    expect(page.locator("del")).to_have_text('  "solo_target": 17,')
    expect_accessible(page, "what a change came to", looks=[DARK])
    page.get_by_role("link", name="Full history").click()
    expect(page.get_by_role("cell", name="submitted for review")).to_be_visible()
    expect_accessible(page, "what was done", looks=[DARK])


@pytest.mark.parametrize("width", [1366, 360])
def test_the_home_and_a_returned_draft_are_read_by_everybody(page: Page, width: int) -> None:
    ada = User.objects.get(username="ada")
    kept = draft(ada, EntryKind.EXPLORE, "L" * 60)
    returned = open_draft(entry=treetower(), by=ada)
    for entry, by in ((returned, ada), (draft(reviewer(), EntryKind.EXPLORE, "Lakeside"), reviewer())):
        submit(entry=entry, by=by)
    send_back(entry=returned, by=reviewer(), words="Too many stars.\nTry 2 instead of 4.")
    work()
    page.set_viewport_size({"width": width, "height": 740})
    for address, words in (
        (HOME, "Too many stars."),
        (entry_url(returned), "requested changes:"),
        ("/notices/", "Changes requested: Treetower"),
    ):
        page.goto(address)
        expect(page.get_by_text(words).first).to_be_visible()
        expect_accessible(page, words, looks=[DARK])
        assert width_of(page) <= width
        quote = page.locator("blockquote")
        if quote.count():
            assert measure(quote.first, "element => getComputedStyle(element).fontSize") == "16px"
    page.goto(HOME)
    expect(page.get_by_role("link", name=kept.name)).to_be_visible()

"""What a curator reads in the workshop: what differs between two versions, and what a version says."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page

from games.accounts.models import User
from games.cartographers.shelf.kinds import Kind
from games.catalog.models import CatalogEntry
from tests.browser.measuring import measure, width_of
from tests.games.catalog.making import edited

pytestmark = pytest.mark.browser


@pytest.fixture
def page(context_for: Callable[..., BrowserContext]) -> Page:
    """The page of somebody who may do everything."""
    user = User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)
    return context_for(user).new_page()


def treetower() -> CatalogEntry:
    return CatalogEntry.objects.get(kind=Kind.SCORING, key="treetower", current=True)


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

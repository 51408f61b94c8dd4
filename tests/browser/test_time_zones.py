"""The browser's time zone: stored on the first visit and used from then on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from games.accounts.models import User
from tests.browser.measuring import at_rest

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]


def test_guest_has_zone_of_the_browser_from_the_first_visit(context_for: ContextFor) -> None:
    page = context_for(None, timezone_id="Asia/Tokyo").new_page()
    page.goto("/")
    at_rest(page)
    page.get_by_role("button", name="Play Cartographers solo", exact=True).click()
    expect(page.locator("#map")).to_be_visible()
    assert User.objects.guests().get().time_zone == "Asia/Tokyo"
    expect(page.locator("body")).not_to_have_attribute("data-time-zone", "/accounts/time-zone/")


def test_zone_that_is_refused_is_sent_once_in_a_session(context_for: ContextFor) -> None:
    page = context_for(None).new_page()
    page.add_init_script("""
      const options = Intl.DateTimeFormat.prototype.resolvedOptions;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...options.call(this), timeZone: "Mars/Olympus" };
      };
    """)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method) if "time-zone" in request.url else None)
    for address in ("/", "/cartographers/rules/", "/"):
        page.goto(address)
        at_rest(page)
        expect(page.locator("body")).to_have_attribute("data-time-zone", "/accounts/time-zone/")
    assert sent == ["POST"]


def test_member_keeps_a_chosen_zone_while_travelling(context_for: ContextFor, mira: User) -> None:
    for zone, stored in (("Europe/Paris", "Europe/Paris"), ("America/New_York", "Europe/Paris")):
        page = context_for(mira, timezone_id=zone).new_page()
        page.goto("/")
        at_rest(page)
        mira.refresh_from_db()
        assert mira.time_zone == stored
    page.goto("/notices/settings/")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Paris")
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_role("button", name="Save", exact=True).click()
    mira.refresh_from_db()
    assert mira.time_zone == "Asia/Tokyo"

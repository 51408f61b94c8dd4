"""The pace of a new table and lobby search, in real browsers: without scripts, on desktop and phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from games.accounts.models import User
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import Pace, Table
from games.tables.time_control import TimeControl
from tests.browser.reading import expect_accessible
from tests.games.cartographers.play import defaults
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 320, "height": 568},
    "desktop": {"width": 1366, "height": 768},
}


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> ViewportSize:
    return SIZES[request.param]


@pytest.fixture
def page(context_for: ContextFor, size: ViewportSize) -> Page:
    """Mira's browser, whose scripts are off."""
    (mira,) = people_named("Mira")
    return context_for(mira, java_script_enabled=False, viewport=size).new_page()


@pytest.fixture
def reader(page: Page, context_for: ContextFor) -> Page:
    """Mira's browser with scripts on, which axe needs."""
    return context_for(User.objects.get(username="mira"), viewport=page.viewport_size).new_page()


def test_what_belongs_to_another_pace_is_out_of_the_way(page: Page, reader: Page) -> None:
    page.goto("/tables/new/")
    seconds, hours = page.get_by_label("Seconds per turn"), page.get_by_label("Time per turn")
    expect(page.get_by_role("radio", name="Real time")).to_be_checked()
    expect(seconds).to_be_visible()
    expect(hours).to_be_hidden()
    seconds.fill("never")
    page.get_by_role("radio", name="No time limit").check()
    expect(seconds).to_be_hidden()
    expect(hours).to_be_hidden()
    page.get_by_role("radio", name="Turn-based").check()
    hours.select_option("48 hours per turn")
    page.get_by_label("Pause the clock at night (22:00 to 8:00 in each player’s time zone)").check()
    page.get_by_label("Seats", exact=True).select_option("1 (solo)")
    expect(page.get_by_text("Solo games have no time limit.")).to_be_visible()
    expect(hours).to_be_hidden()
    page.get_by_label("Seats", exact=True).select_option("3 seats")
    expect(page.get_by_text("Solo games have no time limit.")).to_be_hidden()
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("#pace")).to_have_text("48 hours per turn, nights paused")
    reader.goto(page.url)
    expect_accessible(reader, "the table that gathers")


def test_a_wrong_number_is_explained_where_it_stands(page: Page, reader: Page) -> None:
    page.goto("/tables/new/")
    page.get_by_label("Seconds per turn").fill("5")
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".error-summary")).to_contain_text("Seconds per turn")
    expect(page.get_by_label("Seconds per turn")).to_have_attribute("aria-invalid", "true")
    for pace in Pace:
        reader.goto(f"/tables/new/?pace={pace}")
        expect_accessible(reader, f"a new table, {pace}")


def test_the_lobby_is_searched(page: Page, reader: Page) -> None:
    (dan,) = people_named("Dan")
    for name, seats, tempo in (
        ("Quick", 3, TimeControl(Pace.LIVE, 60, 300)),
        ("Long", 5, TimeControl(Pace.DAYS, 86400)),
    ):
        new = NewTable("cartographers", name, defaults(), seats, tempo=tempo)
        services.create_table(host=dan, new=new)
    page.goto("/tables/")
    page.get_by_text("Filter and sort").click()
    # Pairing has a field of that name too.
    time_control = page.locator(".search").get_by_label("Time control")
    time_control.select_option("Turn-based")
    page.get_by_label("Only tables I can join").check()
    page.get_by_role("button", name="Show tables").click()
    expect(page.get_by_role("heading", level=3)).to_have_text(["Long"])
    expect(time_control).to_have_value("days")
    reader.goto(page.url)
    expect_accessible(reader, "what was looked for")
    page.get_by_label("Seats").select_option("4")
    page.get_by_role("button", name="Show tables").click()
    expect(page.get_by_text("No tables match these filters:")).to_be_visible()
    reader.goto(page.url)
    expect_accessible(reader, "an empty list")
    page.get_by_role("link", name="Start a table like this").click()
    expect(page.get_by_label("Seats", exact=True)).to_have_value("4")
    expect(page.get_by_role("radio", name="Turn-based")).to_be_checked()
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("#pace")).to_have_text("24 hours per turn")
    assert Table.objects.get(host__username="mira").turn_seconds == 86400


def test_somebody_is_invited_by_name_and_comes(page: Page, reader: Page, context_for: ContextFor) -> None:
    (dan,) = people_named("Dan")
    page.goto("/tables/new/?access=invitation")
    expect(page.get_by_role("radio", name="No time limit")).to_be_checked()
    page.get_by_role("button", name="Create table").click()
    page.get_by_label("Invite by username").fill("nobody-of-this")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.get_by_text("No player here has this name.")).to_be_visible()
    page.get_by_label("Invite by username").fill("dan")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator("#invited")).to_contain_text("Dan")
    reader.goto(page.url)
    expect_accessible(reader, "a table to which somebody is invited")
    invited = context_for(dan, viewport=page.viewport_size).new_page()
    invited.goto("/")
    expect_accessible(invited, "the desk of who is invited")
    invited.get_by_role("region", name="Invitations for you").get_by_role("button", name="Join").click()
    expect(invited.locator(".chair").filter(has_text="Dan")).to_be_visible()


def test_a_host_invites_first_and_sees_seats_fill(page: Page, context_for: ContextFor) -> None:
    page.goto("/tables/new/?access=invitation")
    page.get_by_label("Seats", exact=True).select_option("4 seats")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("img", name="QR code of the invitation link")).to_be_in_viewport(ratio=1)
    expect(page.locator(".chairs .crest:not(.free)")).to_have_count(1)
    expect(page.locator(".free-chair")).to_have_count(3)
    friend = context_for(None, java_script_enabled=False, viewport=page.viewport_size).new_page()
    friend.goto(page.get_by_label("Anyone with this link can join and watch:").input_value())
    expect(friend.get_by_role("heading", level=1)).to_have_text("Mira saved you a seat")
    for shown in (friend.get_by_label("Your name"), friend.get_by_role("button", name="Join", exact=True)):
        expect(shown).to_be_in_viewport(ratio=1)
    friend.get_by_role("button", name="Join", exact=True).click()
    page.reload()
    expect(page.get_by_role("heading", name="2 of 4 seats taken")).to_be_visible()
    expect(page.locator(".chairs .crest:not(.free)")).to_have_count(2)


def test_the_link_is_shared_by_the_apps_of_the_phone(context_for: ContextFor) -> None:
    (mira,) = people_named("Mira")
    page = context_for(mira, viewport=SIZES["phone"]).new_page()
    page.add_init_script("navigator.share = (shared) => { window.shared = shared; return Promise.resolve() }")
    page.goto("/tables/new/?access=invitation")
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Share invitation").click()
    link = page.get_by_label("Anyone with this link can join and watch:").input_value()
    assert page.evaluate("window.shared") == {"title": "Mira’s table", "url": link}

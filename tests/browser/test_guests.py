"""A new player on a phone without an account: playing at once, joining by a link, keeping the games."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from tests.browser.measuring import at_rest, measure, measured
from tests.browser.playing import PASSWORD, draw, listen_for_complaints, marked
from tests.browser.reading import LOOKS, expect_accessible

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"width": 320, "height": 640}


def invite(page: Page, seats: str = "2") -> str:
    """Create an invite-only table and return its link."""
    page.goto("/tables/new/")
    page.get_by_label("Seats", exact=True).select_option(seats)
    page.get_by_label("Invite only").check()
    page.get_by_role("button", name="Create table").click()
    return page.get_by_label("Anyone with this link can join and watch:").input_value()


def keep(page: Page, name: str) -> None:
    """Turn the guest into an account."""
    page.goto("/accounts/keep/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text(". Your games have been saved to your account.")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_game_alone_is_one_click_away(scripts: bool, context_for: ContextFor) -> None:
    page = context_for(None, java_script_enabled=scripts, **PHONE).new_page()
    page.goto("/")
    button = page.get_by_role("button", name="Play Cartographers solo", exact=True)
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    expect(page.locator("#map")).to_be_in_viewport()
    draw(page, Random(1))
    expect(page.locator("#map .t-forest, #map .t-village, #map .t-farm, #map .t-water").first).to_be_visible()


def test_a_friend_joins_by_the_link_and_keeps_the_table(context_for: ContextFor) -> None:
    host, friend = (context_for(None, **PHONE).new_page() for _ in range(2))
    link = invite(host)
    expect(host.locator("#chair-1")).to_contain_text("Guest")
    friend.goto(link)
    friend.get_by_label("Your name").fill("Fay of the Fens")
    friend.get_by_role("button", name="Join", exact=True).click()
    for page in (host, friend):
        expect(page.locator("#map")).to_be_visible()
    table = friend.url
    keep(friend, "fay")
    friend.goto("/tables/mine/")
    expect(friend.get_by_role("listitem").filter(has_text="Fay of the Fens")).to_be_visible()
    friend.goto(table)
    draw(friend, Random(2))
    expect(host.locator("#strip")).to_contain_text("has drawn")


def test_an_account_that_was_there_before_takes_the_games_along(context_for: ContextFor) -> None:
    User.objects.create_user("ann", PASSWORD, display_name="Ann")
    page = context_for(None, java_script_enabled=False, **PHONE).new_page()
    page.goto("/")
    page.get_by_role("button", name="Play Cartographers solo", exact=True).click()
    table = page.url
    page.goto("/accounts/sign-in/")
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Move games").click()
    page.goto(table)
    draw(page, Random(3))


def test_a_name_is_not_lost_while_others_sit_down(context_for: ContextFor) -> None:
    host, friend, another = (context_for(None).new_page() for _ in range(3))
    link = invite(host, "4")
    friend.goto(link)
    friend.get_by_role("link", name="Watch").click()
    expect(friend.locator("html")).to_have_attribute("data-live", "on")
    name = friend.get_by_label("Your name")
    name.fill("Fay of")
    another.goto(link)
    another.get_by_role("button", name="Join", exact=True).click()
    expect(friend.get_by_text("2 of 4 seats taken")).to_be_visible()
    expect(name).to_be_focused()
    friend.keyboard.type(" the Fens")
    expect(name).to_have_value("Fay of the Fens")
    friend.get_by_role("button", name="Join", exact=True).click()
    expect(friend.locator("#chair-3")).to_contain_text("Fay of the Fens")


def test_signing_out_asks_first(context_for: ContextFor) -> None:
    page = context_for(None, **PHONE).new_page()
    page.goto("/")
    page.get_by_role("button", name="Play Cartographers solo", exact=True).click()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_role("heading", name="Sign out and lose your games?")).to_be_visible()
    page.get_by_role("button", name="Sign out anyway").tap()
    expect(page.get_by_role("button", name="Play Cartographers solo", exact=True)).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_the_header_is_one_line_and_its_menu_needs_no_script(width: int, context_for: ContextFor) -> None:
    page = context_for(None, java_script_enabled=False, viewport={"width": width, "height": 640}).new_page()
    page.goto("/tables/")
    header = measured(page.locator(".site-header"))
    assert header["height"] < 60
    expect(page.get_by_role("link", name="Sign in")).to_be_hidden()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("navigation").get_by_role("link", name="Daily map")).to_be_focused()
    page.get_by_role("link", name="Sign in").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_pages_are_accessible_and_fit_a_narrow_screen(context_for: ContextFor) -> None:
    guest, stranger = (context_for(None, viewport=NARROW).new_page() for _ in range(2))
    link = invite(guest, "3")
    table = guest.url
    for page, path in (
        *((stranger, path) for path in ("/", link, table, "/tables/new/", "/tables/")),
        *((guest, path) for path in ("/", table, "/accounts/keep/", "/accounts/profile/", "/accounts/sign-in/")),
    ):
        page.goto(path)
        expect_accessible(page, path, LOOKS if "keep" in path or path == link else ())
    for path in ("/accounts/guest/email/", "/accounts/sign-in/link/", "/accounts/sign-in/link/sent/"):
        guest.goto(path)
        expect_accessible(guest, path)
    guest.get_by_role("button", name="Menu").click()
    expect_accessible(guest, "the open menu", LOOKS)
    guest.get_by_role("button", name="Sign out").click()
    expect_accessible(guest, "signing out", LOOKS)


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 568)])
def test_a_phone_shows_at_once_what_this_is(width: int, height: int, context_for: ContextFor) -> None:
    page = context_for(viewport={"width": width, "height": height}).new_page()
    page.goto("/")
    for shown in (page.locator("#map"), page.get_by_role("heading", level=1), page.locator("#solo")):
        expect(shown).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_shape_dropped_at_home_is_on_the_map_of_the_game(scripts: bool, context_for: ContextFor) -> None:
    page = context_for(None, java_script_enabled=scripts, **PHONE).new_page()
    complaints = listen_for_complaints(page)
    page.goto("/")
    if scripts:
        expect(page.locator("#map")).to_have_attribute("role", "grid")
    page.locator("#A5").tap()
    expect(page.locator("#map .ghost")).to_have_count(4)
    expect(page.locator("#pending")).to_contain_text("3 stars")
    page.get_by_role("button", name="Play Cartographers solo", exact=True).tap()
    expect(page.locator("#place-form")).to_be_visible()
    assert marked(page, "t-forest") == ["A5", "A6", "A7", "B7"]
    assert not complaints


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_demonstration_moves_nothing_and_can_rest(motion: str, context_for: ContextFor) -> None:
    page = context_for(None, reduced_motion=motion, **PHONE).new_page()
    page.goto("/")
    name = measure(page.locator(".demonstration"), "map => getComputedStyle(map.querySelector('.ink')).animationName")
    assert name == ("stay" if motion == "no-preference" else "none")
    places = {measured(page.locator(place))["y"] for place in ("#map", ".demonstration")}
    assert len(places) == 1
    page.locator("#A5").tap()
    expect(page.locator(".demonstration")).to_be_hidden()


def test_the_home_page_is_played_by_keyboard(context_for: ContextFor) -> None:
    page = context_for(None).new_page()
    page.goto("/")
    expect(page.locator("#map")).to_have_attribute("role", "grid")
    page.locator("#map [tabindex='0']").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Enter")
    expect(page.locator("#pending")).to_contain_text("3 stars")
    page.keyboard.press("r")
    expect(page.locator("#pending")).to_contain_text("star")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_be_visible()


def test_a_preview_that_is_due_while_the_game_begins_does_not_keep_the_visitor(context_for: ContextFor) -> None:
    page = context_for(None).new_page()
    page.goto("/")
    expect(page.locator("#map")).to_have_attribute("role", "grid")
    page.locator("#A5").click()
    expect(page.locator("#pending")).to_contain_text("3 stars")
    previews: list[str] = []
    page.on("request", lambda request: previews.append(request.url) if "anchor" in request.url else None)
    page.evaluate("""() => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", code: "KeyR", bubbles: true }));
        document.getElementById("place-form").requestSubmit();
        document.getElementById("place-form").requestSubmit();
    }""")
    expect(page.locator("#table")).to_be_visible()
    assert previews == []


def test_a_live_page_loads_nothing_while_its_visitor_joins(context_for: ContextFor) -> None:
    """With the new session, the answer would reload the page and cancel the way to the table."""
    host, friend = (context_for(None).new_page() for _ in range(2))
    friend.goto(invite(host, "4"))
    friend.get_by_role("link", name="Watch").click()
    expect(friend.locator("html")).to_have_attribute("data-live", "on")
    at_rest(friend)
    sent: list[str] = []
    friend.on("request", lambda request: sent.append(request.method) if request.headers.get("x-viewer") == "" else None)
    friend.on("request", lambda request: sent.append(request.method) if request.method == "POST" else None)
    friend.evaluate("""() => {
        const form = document.querySelector("form[action$='/join/']");
        form.requestSubmit();
        form.requestSubmit();
        htmx.trigger("[data-live]", "carto:changed");
    }""")
    expect(friend.locator("#chair-2")).to_contain_text("You")
    assert sent == ["POST"]

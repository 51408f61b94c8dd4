"""Tables before the game starts, in real browsers: joining, removing players and starting.

Runs with and without scripts.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from tests.browser.measuring import measured
from tests.browser.playing import fetched, fetches, hide
from tests.browser.reading import expect_accessible

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]


def person(name: str) -> User:
    return User.objects.create_user(name.lower(), "a wide river bends", display_name=name)


def live(page: Page) -> None:
    """Wait until the page is connected to its table."""
    expect(page.locator("html")).to_have_attribute("data-live", "on", timeout=15_000)


def open_table(page: Page, seats: str) -> str:
    """Create an invite-only table and return its link."""
    page.goto("/tables/new/")
    page.get_by_label("Seats", exact=True).select_option(seats)
    page.get_by_label("Invite only").check()
    page.get_by_role("button", name="Create table").click()
    return page.get_by_label("Anyone with this link can join and watch:").input_value()


def test_a_table_gathers_before_everybodys_eyes(context_for: ContextFor) -> None:
    ann, ben, watcher = (context_for(person(name)).new_page() for name in ("Ann", "Ben", "Cas"))
    link = open_table(ann, "3")
    live(ann)
    watcher.goto(link)
    watcher.get_by_role("link", name="Watch").click()
    live(watcher)
    ben.goto(link)
    ben.get_by_role("button", name="Join").click()
    for page in (ann, watcher):
        expect(page.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
        expect(page).to_have_title("(2/3) Ann’s table · Carto")
    live(ben)
    ann.get_by_role("button", name="Start with 2 of 3 players").click()
    for page in (ben, watcher):
        expect(page.locator("#gathering")).to_have_count(0)


def test_choices_about_bots_are_kept_while_others_join(context_for: ContextFor) -> None:
    ann, ben = (context_for(person(name)).new_page() for name in ("Ann", "Ben"))
    link = open_table(ann, "4")
    live(ann)
    after = ann.get_by_label("Fill free seats with bots after")
    ann.locator("#later").click()
    after.select_option("10 minutes")
    ben.goto(link)
    ben.get_by_role("button", name="Join").click()
    expect(ann.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    expect(after).to_be_visible()
    expect(after).to_have_value("600")
    ann.locator("details:has(#later)").get_by_role("button", name="Save").click()
    expect(ann.locator("#later")).to_have_text("Change when bots join")
    expect(after).not_to_be_visible()
    ann.locator("#later").click()
    expect(after).to_have_value("600")


def test_who_is_sent_away_is_shown_out(context_for: ContextFor) -> None:
    ann, ben = (context_for(person(name)).new_page() for name in ("Ann", "Ben"))
    ben.goto(open_table(ann, "3"))
    ben.get_by_role("button", name="Join").click()
    live(ben)
    ann.locator("#kick-2").click()
    ann.get_by_role("button", name="Remove Ben").click()
    expect(ben.locator("#gathering")).to_have_count(0)
    expect(ann.locator("#gathering")).not_to_contain_text("Ben")


def test_a_page_that_was_cut_off_catches_up(context_for: ContextFor) -> None:
    ann, ben = (context_for(person(name)).new_page() for name in ("Ann", "Ben"))
    link = open_table(ann, "3")
    live(ann)
    ann.context.set_offline(True)
    expect(ann.locator("html")).to_have_attribute("data-live", "off", timeout=15_000)
    ben.goto(link)
    ben.get_by_role("button", name="Join").click()
    expect(ben.locator("#gathering")).to_contain_text("Ben")
    ann.context.set_offline(False)
    expect(ann.locator("#gathering")).to_contain_text("Ben")


def test_it_all_works_with_scripts_off(context_for: ContextFor) -> None:
    ann, ben = (context_for(person(name), java_script_enabled=False).new_page() for name in ("Ann", "Ben"))
    ben.goto(open_table(ann, "3"))
    ben.get_by_role("button", name="Join").click()
    ben.locator("#leave").click()
    ben.get_by_role("button", name="Leave table").click()
    expect(ben.get_by_text("You left the table.")).to_be_visible()
    ann.reload()
    expect(ann.get_by_text("1 of 3 seats taken")).to_be_visible()
    ann.locator("#close").click()
    ann.get_by_role("button", name="Close table").click()
    expect(ann.get_by_text("This table was closed")).to_be_visible()


def test_the_host_may_play_alone_after_a_second_thought(context_for: ContextFor) -> None:
    ann = context_for(person("Ann"), java_script_enabled=False).new_page()
    open_table(ann, "4")
    ann.locator("#start").click()
    ann.get_by_role("button", name="Start solo game").click()
    expect(ann.locator("#gathering")).to_have_count(0)


def test_pages_are_accessible_and_fit_a_narrow_screen(context_for: ContextFor) -> None:
    options = {"viewport": {"width": 320, "height": 640}}
    ann, ben = (context_for(person(name), **options).new_page() for name in ("Ann", "Ben"))
    stranger = context_for(None, **options).new_page()
    link = open_table(ann, "4")
    ben.goto(link)
    ben.get_by_role("button", name="Join").click()
    pages = [(ann, url) for url in ("/", "/tables/", "/tables/mine/", "/tables/new/", ben.url)]
    for page, url in [*pages, (stranger, "/"), (stranger, link), (stranger, "/tables/")]:
        page.goto(url)
        expect_accessible(page, url)


def test_a_desk_left_open_becomes_the_welcome_once_its_person_has_signed_out(context_for: ContextFor) -> None:
    page = context_for(person("Ann")).new_page()
    page.clock.install()
    page.goto("/")
    expect(page.locator("#mine")).to_be_visible()
    other = page.context.new_page()
    other.goto("/")
    other.get_by_role("button", name="Sign out").click()
    expect(other.locator("#mine")).to_have_count(0)
    page.clock.run_for(31_000)
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("header")).to_have_count(1)


def test_a_page_that_hears_its_table_does_not_ask(context_for: ContextFor) -> None:
    page = context_for(person("Ann")).new_page()
    page.clock.install()
    open_table(page, "2")
    live(page)
    addresses = fetches(page)
    page.clock.run_for(45_000)
    page.evaluate("document.title")
    assert addresses == []


def test_a_page_without_a_socket_asks_now_and_then_while_it_is_seen(context_for: ContextFor) -> None:
    page = context_for(person("Ann")).new_page()
    page.clock.install()
    for address in ("/", "/tables/"):
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("data-live", "")
        addresses = fetches(page)
        hide(page, True)
        page.clock.run_for(70_000)
        page.evaluate("document.title")
        assert addresses == []
        with page.expect_request(fetched):
            hide(page, False)
        expect(page.locator(".htmx-request")).to_have_count(0)  # or the next would wait for its answer
        with page.expect_request(fetched):
            page.clock.run_for(31_000)


def test_a_table_shows_its_link_as_a_picture_while_people_come(context_for: ContextFor) -> None:
    ann, ben = (context_for(person(name)).new_page() for name in ("Ann", "Ben"))
    ann.set_viewport_size({"width": 320, "height": 640})
    link = open_table(ann, "3")
    live(ann)
    picture = ann.get_by_role("img", name="QR code of the invitation link")
    expect(picture).to_be_in_viewport(ratio=1)
    box = measured(picture)
    assert box["width"] == box["height"] > 120
    assert ann.evaluate("document.documentElement.scrollWidth") <= 320
    expect_accessible(ann, "the picture of the link")
    ben.goto(link)
    ben.get_by_role("button", name="Join").click()
    expect(ann.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    expect(picture).to_be_visible()

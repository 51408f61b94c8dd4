"""The chat of a table on two live pages: at once, unread, kept after a refusal, and without moving anything."""

from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from games.accounts.models import User
from games.tables.models import Table
from games.talk.models import Message, Phrase
from tests.browser.playing import focused, listen_for_complaints
from tests.games.cartographers import play
from tests.games.talk.chatting import say

pytestmark = pytest.mark.browser
SIZES = ((320, 568), (360, 740), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
PLACES = """() => ['map', 'desk', 'strip', 'place-form'].map((id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [id, x, y, width, height];
})"""


def open_chat(page: Page) -> None:
    page.click("#talk-button")
    expect(page.locator("#talk-form")).to_be_visible()


def test_a_message_reaches_the_other_page_within_a_second(pages: list[Page]) -> None:
    """The fastest of four counts, because the machine may be busy."""
    ann, ben = pages
    complaints = [listen_for_complaints(page) for page in pages]
    open_chat(ann)
    open_chat(ben)
    waits = []
    for number in range(4):
        ann.fill("#talk-text", f"Message {number}")
        begun = monotonic()
        ann.press("#talk-text", "Enter")
        ben.locator("#talk-list").get_by_text(f"Message {number}").wait_for()
        waits.append(monotonic() - begun)
    assert min(waits) < 1
    assert (ann.input_value("#talk-text"), focused(ann)) == ("", "talk-text")
    assert complaints == [[], []]


def test_a_closed_chat_counts_and_announces_what_is_unread(pages: list[Page]) -> None:
    ann, ben = pages
    open_chat(ann)
    ann.click("#talk-phrase-moment")
    expect(ben.locator("#talk-unread")).to_contain_text("1")
    expect(ben.locator("#messages .spoken")).to_have_text("Ann: One moment")
    expect(ann.locator("#talk-unread")).to_be_hidden()
    ann.click("#talk-phrase-thanks")
    expect(ben.locator("#talk-unread")).to_contain_text("2")
    expect(ben.locator("#messages .spoken")).to_have_text("Ann: Thanks")
    ben.reload()
    expect(ben.locator("#talk-unread")).to_contain_text("2")
    open_chat(ben)
    expect(ben.locator("#talk-unread")).to_be_hidden()
    ben.keyboard.press("Escape")
    expect(ben.locator("#talk")).to_be_hidden()
    assert focused(ben) == "talk-button"
    ben.reload()
    expect(ben.locator("html")).to_have_attribute("data-live", "on")
    expect(ben.locator("#talk-unread")).to_be_hidden()


def test_a_removed_message_disappears_from_open_pages(pages: list[Page], people: list[User]) -> None:
    ann, ben = pages
    open_chat(ann)
    open_chat(ben)
    ann.fill("#talk-text", "Something rash")
    ann.click("#talk-send")
    expect(ben.locator("#talk-list")).to_contain_text("Something rash")
    ann.click("#talk-more-1")
    ann.click("#talk-delete")
    for page in pages:
        expect(page.locator("#talk-list")).to_contain_text("Message removed")
        expect(page.locator("#talk-list")).not_to_contain_text("Something rash")


def test_a_refused_message_stays_in_its_field(pages: list[Page]) -> None:
    ann, _ben = pages
    open_chat(ann)
    for number in range(5):
        ann.click("#talk-phrase-hello")
        expect(ann.locator(".talk-line")).to_have_count(number + 1)
    ann.fill("#talk-text", "And one more")
    ann.click("#talk-send")
    expect(ann.locator("#talk-problem")).to_contain_text("Try again in")
    assert ann.input_value("#talk-text") == "And one more"
    expect(ann.locator("#failed")).to_be_empty()


def test_a_lost_connection_keeps_the_text_and_repeats_nothing(pages: list[Page]) -> None:
    """Lose the response to a stored message, and send it again."""
    ann, _ben = pages
    open_chat(ann)

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    ann.route("**/talk/", lose)
    ann.fill("#talk-text", "Only once")
    ann.click("#talk-send")
    expect(ann.locator("#failed")).to_contain_text("Not sent")
    assert ann.input_value("#talk-text") == "Only once"
    ann.unroute("**/talk/")
    ann.click("#talk-send")
    expect(ann.locator("#talk-list").get_by_text("Only once")).to_have_count(1)
    expect(ann.locator("#talk-text")).to_have_value("")
    assert Message.objects.count() == 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_opening_the_chat_moves_nothing(
    context_for: Callable[..., BrowserContext], people: list[User], table: Table, size: tuple[int, int]
) -> None:
    for _ in range(30):
        say(table, people[1], Phrase.HELLO)
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(play.url(table))
    expect(page.locator("#talk-unread")).to_contain_text("30")
    before = page.evaluate(PLACES)
    open_chat(page)
    assert page.evaluate(PLACES) == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    last = page.locator(".talk-line").last
    expect(last).to_be_in_viewport()
    expect(page.locator("#talk-close")).to_be_in_viewport()
    expect(page.locator("#talk-send")).to_be_in_viewport()


COVERED = """() => [...document.querySelectorAll('.goals .change, .hand button, #place-form button')].filter((part) => {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) => [[x, top + 2], [x, bottom - 2]]);
  return points.some(([x, y]) => document.elementFromPoint(x, y)?.closest('#talk'));
}).length"""


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1440, 900), (1920, 1080)], ids=str)
def test_on_wide_screens_the_chat_covers_neither_goals_nor_buttons(
    context_for: Callable[..., BrowserContext], people: list[User], table: Table, size: tuple[int, int]
) -> None:
    for _ in range(30):
        say(table, people[1], Phrase.HELLO)
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(play.url(table))
    open_chat(page)
    expect(page.locator(".goals .change")).to_have_count(4)
    expect(page.locator(".talk-line").last).to_be_in_viewport()
    expect(page.locator("#talk-send")).to_be_in_viewport()
    assert page.evaluate(COVERED) == 0
    last = page.locator(".talk-phrases button").last
    last.focus()
    expect(last).to_be_in_viewport()


def test_without_scripts_the_button_leads_to_a_page_with_a_form(
    context_for: Callable[..., BrowserContext], people: list[User], table: Table
) -> None:
    page = context_for(people[0], java_script_enabled=False).new_page()
    page.goto(play.url(table))
    page.click("#talk-button")
    page.fill("#talk-text", "By hand")
    page.click("#talk-send")
    expect(page.locator("#talk-list")).to_contain_text("By hand")
    page.click("#talk-phrase-game")
    expect(page.locator("#talk-list")).to_contain_text("Good game")

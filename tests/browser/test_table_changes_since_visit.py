"""Returning to a running game: changes are shown over the map until the player acts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest, measured, width_of
from tests.browser.playing import hide, listen_for_complaints
from tests.browser.reading import LOOKS, expect_accessible
from tests.browser.test_table_animations import draw, opened
from tests.games.cartographers import monsters, play
from tests.games.cartographers.past.test_since import looked

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
ASKS = re.compile(r"\?since=")
"""What a page that is behind asks for."""
MOVES = {"reduced_motion": "no-preference"}


def film(page: Page) -> Locator:
    return page.locator("#changes-player")


def step(page: Page) -> Locator:
    """The visible step."""
    return film(page).locator(".changes-step:visible")


@pytest.fixture
def back(people: list[User]) -> Table:
    """Ann and Ben's game, after three turns that the stand-in played for Ann."""
    table = play.gather(*people)
    monsters.play_on(table, people, lambda state: state.turn > 3)
    looked(table, 0)
    return Table.objects.get(pk=table.pk)


def come_back(page: Page, table: Table) -> None:
    page.goto(play.url(table))
    expect(film(page)).to_be_visible()


def expect_ended(page: Page) -> None:
    """Expect the normal page, with the focus on the current card."""
    expect(film(page)).to_have_count(0)
    expect(page.locator(".hand-name a")).to_be_focused()


def test_it_plays_by_itself_and_leaves_the_focus_at_the_card(
    context_for: ContextFor, people: list[User], back: Table
) -> None:
    page = context_for(people[0], **MOVES).new_page()
    page.clock.install()
    complaints = listen_for_complaints(page)
    come_back(page, back)
    expect(film(page)).to_contain_class("playing")
    expect(page.get_by_role("heading", name="3 turns since your last visit")).to_be_focused()
    expect(page.locator("#strip")).to_contain_text("Draw")
    heard = page.locator("#messages")
    for turn in (1, 2, 3):
        expect(step(page)).to_contain_text(f"Turn {turn}, ")
        expect(heard).to_contain_text(f"Turn {turn}, ")
        page.clock.run_for(2_000)
    expect(step(page)).to_contain_text("Turn 3, ")
    page.clock.run_for(4_000)
    expect_ended(page)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(page.get_by_role("link", name="Since your last visit")).to_be_visible()
    expect(film(page)).to_have_count(0)
    assert complaints == []


def test_its_speed_can_be_chosen_and_it_can_be_paused(context_for: ContextFor, people: list[User], back: Table) -> None:
    page = context_for(people[0], **MOVES).new_page()
    page.clock.install()
    come_back(page, back)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(60_000)
    expect(step(page)).to_contain_text("Turn 1, ")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(800)
    expect(step(page)).to_contain_text("Turn 2, ")
    page.get_by_role("button", name="Previous").click()
    expect(step(page)).to_contain_text("Turn 1, ")
    expect(film(page)).not_to_contain_class("playing")
    step(page).locator("svg").first.click()
    expect(step(page)).to_contain_text("Turn 2, ")


def test_without_motion_it_is_gone_through_by_hand(context_for: ContextFor, people: list[User], back: Table) -> None:
    page = context_for(people[0]).new_page()
    page.clock.install()
    come_back(page, back)
    page.clock.run_for(60_000)
    expect(step(page)).to_contain_text("Turn 1, ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    for key, turn in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowRight", 3)):
        page.keyboard.press(key)
        expect(step(page)).to_contain_text(f"Turn {turn}, ")
    page.keyboard.press("ArrowRight")
    expect_ended(page)


@pytest.mark.parametrize("how", ["key", "button"])
def test_it_can_be_skipped(how: str, context_for: ContextFor, people: list[User], back: Table) -> None:
    page = context_for(people[0], **MOVES).new_page()
    come_back(page, back)
    if how == "key":
        page.keyboard.press("Escape")
    else:
        page.get_by_role("button", name="Skip").click()
    expect_ended(page)


def test_who_draws_skips_it(context_for: ContextFor, people: list[User], back: Table) -> None:
    page = context_for(people[0], **MOVES).new_page()
    come_back(page, back)
    page.locator("#tool-fit").click()
    expect(film(page)).to_have_count(0)
    expect(page.locator("#map td.ghost")).not_to_have_count(0)
    page.locator("#confirm").click()
    expect(page.locator("#take-back")).to_be_visible()


def test_who_acts_before_it_is_there_is_not_stopped(context_for: ContextFor, people: list[User], back: Table) -> None:
    page = context_for(people[0], **MOVES).new_page()
    held: list[Route] = []
    page.route("**/since/?*", lambda route: held.append(route))
    with page.expect_request("**/since/?*"):
        page.goto(play.url(back))
    page.locator("#tool-fit").click()
    held[0].continue_()
    at_rest(page)
    expect(film(page)).to_have_count(0)
    expect(page.locator("#map td.ghost")).not_to_have_count(0)


def test_it_can_be_seen_again(context_for: ContextFor, people: list[User], back: Table) -> None:
    page = context_for(people[0]).new_page()
    come_back(page, back)
    page.keyboard.press("Escape")
    page.locator("#tool-fit").click()
    page.locator("#confirm").click()
    expect(page.locator("#take-back")).to_be_visible()
    page.get_by_role("link", name="Since your last visit").click()
    expect(step(page)).to_contain_text("Turn 1, ")
    page.keyboard.press("Escape")
    expect(film(page)).to_have_count(0)


def test_what_was_seen_elsewhere_is_not_shown_again(context_for: ContextFor, people: list[User], back: Table) -> None:
    context = context_for(people[0])
    first, second = context.new_page(), context.new_page()
    come_back(first, back)
    second.goto(play.url(back))
    expect(second.locator("html")).to_have_attribute("data-live", "on")
    at_rest(second)
    expect(film(second)).to_have_count(0)
    expect(second.locator("#since")).to_have_count(0)
    expect(film(first)).to_be_visible()


def test_a_turn_that_closes_meanwhile_is_told_too(context_for: ContextFor, people: list[User], back: Table) -> None:
    """Ben closes the turn while Ann, who has drawn, is viewing the changes."""
    ann, ben = (context_for(user).new_page() for user in people)
    come_back(ann, back)
    ann.locator("#tool-fit").click()
    ann.locator("#confirm").click()
    expect(ann.locator("#take-back")).to_be_visible()
    ann.locator("#since a").click()
    expect(ann.locator(".changes-position")).to_have_text("1/3")
    ann.keyboard.press("ArrowRight")
    ben.goto(play.url(back))
    ben.locator("#tool-fit").click()
    ben.locator("#confirm").click()
    expect(ann.locator(".changes-position")).to_have_text("2/4")
    expect(step(ann)).to_contain_text("Turn 2, ")
    ann.keyboard.press("Escape")
    expect(ann.locator("#confirm")).to_be_visible()


@pytest.mark.parametrize("late", [False, True])
def test_who_comes_back_to_an_open_tab_sees_what_has_changed(
    late: bool, context_for: ContextFor, people: list[User], table: Table
) -> None:
    """Covers pages that only catch up on return. A player who is typing gets a link and keeps the focus."""
    ann, ben = opened(context_for(people[0]), table), context_for(people[1]).new_page()
    complaints, held = listen_for_complaints(ann), list[Route]()
    ben.goto(play.url(table))
    for turn, typing in ((1, False), (2, True), (3, False)):
        draw(ann)
        expect(ann.locator("#take-back")).to_be_visible()
        if typing:
            ann.locator("#line").focus()
        hide(ann, True)
        if late:
            ann.route(ASKS, lambda route: held.append(route))
        with ann.expect_request(ASKS):
            draw(ben)
        if not late:
            expect(ann.locator("#confirm")).to_be_attached()
        hide(ann, False)
        while held:
            held.pop().continue_()
        ann.unroute(ASKS)
        expect(ann.locator("#since a")).to_have_attribute("href", re.compile(rf"/since/\?turn={turn}$"))
        if typing:
            expect(ann.locator("#line")).to_be_focused()
            continue
        expect(step(ann)).to_contain_text(f"Turn {turn}, ")
        ann.keyboard.press("Escape")
        expect_ended(ann)
    assert complaints == []


def test_who_signs_in_after_somebody_is_not_led_there(context_for: ContextFor, people: list[User], back: Table) -> None:
    context = context_for(people[0])
    page = opened(context, back)
    expect(film(page)).to_be_visible()
    context.clear_cookies()
    context.add_cookies(context_for(people[1]).cookies())
    with page.expect_response(lambda answer: "/animations." in answer.url):
        page.reload()
    at_rest(page)
    expect(page.locator("#since")).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 568), (390, 664), (844, 390), (1366, 768)], ids=str)
def test_it_lies_on_the_map_and_moves_nothing(
    size: tuple[int, int], context_for: ContextFor, people: list[User], back: Table
) -> None:
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    come_back(page, back)
    where = measured(page.locator("#map"))
    assert measured(film(page)) == pytest.approx(where, abs=1)
    for part in ("[data-since=skip]", "[data-since=before]", "[data-since=after]", "#confirm"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert width_of(page) <= size[0]
    expect_accessible(
        page,
        "what has changed",
        looks=LOOKS,
    )
    page.keyboard.press("Escape")
    at_rest(page)
    assert measured(page.locator("#map")) == where
    page.goto(f"{play.url(back)}since/?turn=1")
    expect_accessible(page, "the page of what has changed", looks=LOOKS)


def test_without_scripts_it_is_a_page(context_for: ContextFor, people: list[User], back: Table) -> None:
    page = context_for(people[0], java_script_enabled=False, viewport={"width": 390, "height": 664}).new_page()
    page.goto(play.url(back))
    page.get_by_role("link", name="3 turns since your last visit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("3 turns since your last visit")
    steps = page.locator(".changes-step")
    expect(steps).to_have_count(3)
    expect(steps.first.get_by_role("img")).to_have_count(2)
    page.get_by_role("link", name="Back to the table").first.click()
    expect(page.locator("#confirm")).to_be_visible()
    expect(page.get_by_role("link", name="3 turns since your last visit")).to_have_count(0)


def test_who_only_watches_leaves_the_tab_and_comes_back_in_peace(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    watcher = opened(context_for(), table)
    complaints = listen_for_complaints(watcher)
    hide(watcher, True)
    hide(watcher, False)
    at_rest(watcher)
    assert complaints == []

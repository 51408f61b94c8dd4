"""Score previews of a shape: figures that follow the pointer, and a heat map of the best spots."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect

from engine.cartographers.cards import AmbushCard
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.gestures import Finger, centre
from tests.browser.ghosts import at, covered, offered
from tests.browser.measuring import at_rest, measured
from tests.browser.playing import listen_for_complaints, marked, press
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
COIN = "great_river"
"""A card whose first shape brings a coin wherever it is drawn."""
FOLLOWS_AN_ANSWER = """() => {
  const later = setTimeout;
  let follow;
  window.setTimeout = (act, ms, ...more) =>
    act.name === "follow" ? (follow = () => act(...more)) : later(act, ms, ...more);
  document.addEventListener("carto:swapped", () => {
    window.setTimeout = later;
    window.followed = Boolean(follow);
    follow?.();
  }, { once: true });
}"""
"""Lets the figures that are to follow a move come no sooner than just after an answer has taken their place."""


@pytest.fixture
def table(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    monsters.stack(monkeypatch, COIN)
    return play.gather(*people)


@pytest.fixture
def opened(context_for: ContextFor, people: list[User], table: Table) -> Iterator[Callable[..., Page]]:
    """Function that opens Ann's page of the table; the page must not log any console errors."""
    complaints: list[str] = []

    def open_page(**options: object) -> Page:
        page = context_for(people[0], **options).new_page()
        complaints.extend(listen_for_complaints(page))
        page.goto(play.url(table))
        expect(page.locator("html")).to_have_attribute("data-live", "on")
        at_rest(page)
        return page

    yield open_page
    assert not complaints


def worth(people: list[User], table: Table, query: str = "") -> Any:
    """The server's JSON preview of what the shape is worth."""
    client = Client()
    client.force_login(people[0])
    answer = client.get(f"{play.url(table)}{query}", headers={"HX-Request": "true", "HX-Target": "worth"})
    return answer.json()


def chip(page: Page, name: str) -> Locator:
    """The chip beside the map for a goal."""
    return page.locator(f"#pending [data-worth={name}]")


def recorded_questions(page: Page) -> list[str]:
    """Collect the URLs of the page's score preview requests from now on."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url) if _asks_worth(request.headers) else None)
    return addresses


def _asks_worth(headers: dict[str, str]) -> bool:
    return headers.get("hx-target") == "worth"


def glowing(page: Page) -> set[str]:
    """The highlighted spaces of the heat map."""
    return {space for css in ("glow1", "glow2", "glow3", "glow4", "glow-loss") for space in marked(page, css)}


def test_figures_follow_the_mouse_with_one_question(opened: Callable[..., Page]) -> None:
    page = opened()
    questions = recorded_questions(page)
    for space in ("E5", "G7", "H5"):
        page.locator(f"#{space}").hover()
        expect(chip(page, "coins")).to_contain_text("+1")
        expect(chip(page, "stars")).to_have_class(re.compile("better"))
    page.locator(".hand-name").hover()
    page.mouse.move(2, 2)
    expect(page.locator("#map .preview")).to_have_count(0)
    expect(chip(page, "coins")).not_to_have_class(re.compile("better"))
    assert len(questions) == 1


def test_figures_follow_the_keyboard(opened: Callable[..., Page]) -> None:
    page = opened()
    page.locator("#map button[tabindex='0']").focus()
    press(page, "ArrowUp")
    expect(chip(page, "coins")).to_contain_text("+1")
    expect(chip(page, "coins").locator("strong")).to_have_text("1")


def test_figures_follow_a_finger_that_drags(opened: Callable[..., Page], people: list[User], table: Table) -> None:
    page = opened(**PHONE)
    page.locator("#map").evaluate("map => map.scrollIntoView({ block: 'start' })")
    at_rest(page)
    page.locator("#E7").tap()
    expect(chip(page, "coins")).to_have_class(re.compile("better"))
    at_rest(page)
    start = covered(at(offered(table), "E7"))[0]
    finger = Finger(page)
    finger.down(centre(page, f"#{start}"))
    mountain = page.locator("#map td.t-mountain > button").first.get_attribute("id")
    finger.move(centre(page, f"#{mountain}"))
    expect(page.locator("#map .ghost.blocked")).not_to_have_count(0)
    expect(chip(page, "coins")).not_to_have_class(re.compile("better"))
    finger.move(centre(page, f"#{start}"))
    expect(chip(page, "coins")).to_have_class(re.compile("better"))
    finger.up()


def test_pointing_at_a_figure_lets_the_map_glow(opened: Callable[..., Page], people: list[User], table: Table) -> None:
    page = opened()
    heat = worth(people, table)["heats"]["coins"]
    chip(page, "coins").hover()
    expect(page.locator("#worth")).to_have_text(heat["words"])
    expect(page.locator("#messages .spoken")).to_have_text(heat["words"])
    assert len(glowing(page)) == len(heat["spaces"])
    page.mouse.move(2, 2)
    expect(page.locator("#worth")).to_be_empty()
    assert not glowing(page)


def test_the_focus_lets_it_glow_and_the_space_bar_keeps_it(opened: Callable[..., Page]) -> None:
    page = opened()
    page.locator("#map button[tabindex='0']").focus()
    press(page, "ArrowUp")
    expect(chip(page, "coins")).to_have_class(re.compile("better"))
    for _ in range(30):
        press(page, "Tab")
        if page.evaluate("document.activeElement.closest('[data-worth=coins]') !== null"):
            break
    expect(page.locator("#worth")).to_contain_text("coin")
    press(page, "Space")
    expect(chip(page, "coins").locator("a")).to_have_attribute("aria-current", "true")
    page.locator("#map button[tabindex='0']").focus()
    expect(page.locator("#worth")).to_contain_text("Best spot for coins")
    press(page, "ArrowUp")
    expect(page.locator("#map button:focus .number")).to_be_visible()
    expect(page.locator("#map button:focus .number")).to_have_text("+1")
    expect(page.locator("#messages .spoken")).to_have_text("+1")


def test_a_finger_that_rests_keeps_the_glow_and_a_tap_opens_the_rule(opened: Callable[..., Page]) -> None:
    page = opened(**PHONE)
    page.locator("#E7").tap()
    expect(chip(page, "coins")).to_have_class(re.compile("better"))
    at_rest(page)
    finger = Finger(page)
    finger.down(centre(page, "#pending [data-worth=coins] a"))
    expect(page.locator("#worth")).to_contain_text("Best spot for coins")
    finger.up()
    expect(chip(page, "coins")).to_have_class(re.compile("looked"))
    assert glowing(page)
    expect(page.locator("#why")).not_to_be_visible()
    expect(page.locator("#confirm")).to_be_in_viewport()
    at_rest(page)
    chip(page, "coins").locator("a").tap()
    expect(page.locator("#why")).to_be_visible()


def test_two_edicts_show_their_trade_and_w_where_it_fits(
    opened: Callable[..., Page], people: list[User], table: Table
) -> None:
    page = opened()
    trade = worth(people, table)["heats"]["AB"]
    chip(page, "AB").locator("a").click()
    expect(page.locator("#worth")).to_have_text(trade["words"])
    expect(chip(page, "AB").locator("a")).to_have_attribute("aria-current", "true")
    assert len(glowing(page)) == len(trade["spaces"])
    page.locator("#map button[tabindex='0']").focus()
    press(page, "w")
    expect(chip(page, "fit").locator("a")).to_have_attribute("aria-current", "true")
    expect(page.locator("#worth")).to_contain_text("Fits in")
    fitting = worth(people, table)["heats"]["fit"]["spaces"]
    assert len(marked(page, "fits")) == len(fitting)
    assert not glowing(page)
    press(page, "w")
    expect(page.locator("#worth")).to_be_empty()
    assert not marked(page, "fits")


def test_what_is_said_of_it_covers_no_space_and_no_figure(opened: Callable[..., Page]) -> None:
    page = opened(viewport={"width": 390, "height": 664}, has_touch=True)
    chip(page, "AB").locator("a").tap()
    expect(page.locator("#worth")).to_contain_text("this season’s edicts A and B")
    goals, words, tools = (measured(page.locator(one)) for one in (".goals", "#worth", ".tools"))
    assert goals["y"] + goals["height"] <= words["y"] + 1
    assert words["y"] + words["height"] <= tools["y"] + 1


def test_its_numbers_are_seen_where_colours_are_forced(opened: Callable[..., Page]) -> None:
    page = opened(forced_colors="active")
    chip(page, "coins").locator("a").hover()
    expect(page.locator("#map .glow4 .number").first).to_be_visible()
    expect(page.locator("#map .number:visible")).to_have_count(len(glowing(page)))


def test_it_is_of_the_shape_as_it_is_held(opened: Callable[..., Page], people: list[User], table: Table) -> None:
    page = opened()
    chip(page, "fit").locator("a").click()
    expect(page.locator("#map .fits")).not_to_have_count(0)
    page.locator("#tool-right").click()
    turned = worth(people, table, "?held=r1")["heats"]["fit"]
    expect(page.locator("#worth")).to_have_text(turned["words"])
    expect(page.locator("#map .fits")).to_have_count(len(turned["spaces"]))
    page.locator("#option-1").click()
    other = worth(people, table, "?option=2")["heats"]["fit"]
    expect(page.locator("#map .fits")).to_have_count(len(other["spaces"]))


def test_of_an_ambush_it_is_what_the_owner_loses(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "zombie_plague")
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.opens(AmbushCard))
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    at_rest(page)
    chip(page, "monsters").hover()
    expect(page.locator("#worth")).to_contain_text("Most damaging spot for")
    page.locator("#E5").hover()
    expect(chip(page, "monsters")).to_have_class(re.compile("worse"))


def test_a_lost_line_breaks_nothing(opened: Callable[..., Page], people: list[User], table: Table) -> None:
    page = opened()
    page.route("**/tables/**", lambda route: route.abort() if _asks_worth(route.request.headers) else route.continue_())
    chip(page, "AB").locator("a").click()
    page.locator("#E7").click()
    page.locator("#tool-fit").click()
    page.locator("#confirm").click()
    expect(page.locator("#take-back")).to_be_visible()


def test_figures_that_come_late_leave_the_next_card_alone(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, COIN)
    alone = play.gather(people[0])
    page = context_for(people[0]).new_page()
    page.goto(play.url(alone))
    page.click("#tool-fit")
    at_rest(page)  # with what it brings wherever it lies
    page.evaluate(FOLLOWS_AN_ANSWER)
    page.click("#confirm")
    expect(page.locator("#place-form")).to_have_attribute("action", play.url(alone, turn=2))
    at_rest(page)
    assert page.evaluate("window.followed")
    expect(page.locator("#pending .better")).to_have_count(0)

"""Animations at the start of a turn, and elements that must stay still."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from tests.browser.playing import draw
from tests.games.cartographers import play
from tests.games.tables.clients import people_named, seeded

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
LISTEN = """() => {
  window.moved = [];
  document.addEventListener("animationstart", (event) => moved.push(event.animationName));
  document.addEventListener("htmx:afterSettle", () => { document.body.dataset.settled = ""; });
}"""
# An animation that is there has begun, and was heard of, two frames after it was over.
MOVED = """async () => {
  delete document.body.dataset.settled;
  const frame = () => new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  await frame().then(frame);
  return moved.splice(0);
}"""


@pytest.fixture
def people(site: object, monkeypatch: pytest.MonkeyPatch) -> list[User]:
    seeded(monkeypatch, play.TWO_SHAPES)
    return people_named("Ann")


def moved(page: Page) -> list[str]:
    """The animations started since the last call, once the page has settled."""
    expect(page.locator("body[data-settled]")).to_be_visible()
    names: list[str] = page.evaluate(MOVED)
    return names


def opened(context_for: ContextFor, person: User, **options: str) -> Page:
    """The page of a new game, with its animations recorded."""
    page = context_for(person, **options).new_page()
    page.goto(play.url(play.gather(person)))
    page.evaluate(LISTEN)
    return page


def test_a_new_card_turns_in_and_the_piece_is_outlined_once(context_for: ContextFor, people: list[User]) -> None:
    page = opened(context_for, people[0], reduced_motion="no-preference")
    assert page.evaluate("moved.length") == 0
    draw(page, Random(1))
    names = moved(page)
    assert {"turn", "stroke"} <= set(names)
    assert "ink" not in names, "the wash has been there since the shape was confirmed"
    page.evaluate("htmx.ajax('GET', location.pathname, { source: '#table', target: '#table', swap: 'outerHTML' })")
    assert moved(page) == []


def test_a_coin_rolls_to_the_track(context_for: ContextFor, people: list[User]) -> None:
    page = opened(context_for, people[0], reduced_motion="no-preference")
    page.click("#tool-fit")  # the shape with a coin
    page.click("#confirm")
    expect(page.locator(".coin.new")).to_have_count(1)
    assert "roll" in moved(page)


def test_nothing_moves_where_that_is_not_wanted(context_for: ContextFor, people: list[User]) -> None:
    page = opened(context_for, people[0])
    draw(page, Random(1))
    assert moved(page) == []

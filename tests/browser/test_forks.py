"""Continuing a finished game from one of its turns in a browser, and comparing both endings."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.models import Origin, Status, Table
from tests.browser.measuring import at_rest, measured
from tests.browser.playing import draw, listen_for_complaints
from tests.browser.reading import expect_accessible
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SMALLEST = {"viewport": {"width": 320, "height": 568}}
LAST = 3
"""How many of the last turns are played anew."""


@pytest.fixture
def table(people: list[User]) -> Table:
    """A finished game of two."""
    table = play.gather(*people[:2])
    monsters.play_on(table, people[:2])
    table.refresh_from_db()
    return table


def played_on(page: Page, table: Table) -> Table:
    """Let a visitor replay the last turns in Ann's seat up to the end."""
    page.goto(f"{play.url(table)}turns/{table.turn - LAST + 1}/?look=1")
    page.get_by_role("button", name="Play from here as Ann").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Continued from turn {table.turn - LAST + 1}")
    chance = Random(3)
    while page.locator("#place-form").count():
        draw(page, chance)
        at_rest(page)
    expect(page.locator("#ending")).to_be_attached()
    return Table.objects.get(origin=Origin.FORK)


def test_a_stranger_plays_the_last_turns_anew_and_sees_both_ends(context_for: ContextFor, table: Table) -> None:
    page = context_for().new_page()
    complaints = listen_for_complaints(page)
    fork = played_on(page, table)
    assert fork.status == Status.FINISHED
    page.goto(play.url(fork))
    at_rest(page)
    ends = page.locator("#fork-comparison")
    expect(ends.locator("figure")).to_have_count(2)
    left, right = (measured(ends.locator("figure").nth(index)) for index in (0, 1))
    assert left["x"] + left["width"] <= right["x"]
    assert left["y"] == right["y"]
    expect_accessible(page, "both ends")
    page.set_viewport_size(SMALLEST["viewport"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    ends.get_by_role("link", name="Back to game").click()
    expect(page.locator("h1")).to_have_text(f"Turn {fork.fork_turn}")
    assert complaints == []


def test_it_is_tried_again_without_scripts(context_for: ContextFor, table: Table) -> None:
    page = context_for(java_script_enabled=False, **SMALLEST).new_page()
    page.goto(f"{play.url(table)}turns/2/?look=2")
    page.get_by_role("button", name="Play from here as Ben").click()
    expect(page.locator("#fork-of")).to_contain_text("Continued from turn 2 of Desk, as Ben.")
    mark = page.get_by_text("Continued from turn 2", exact=True)
    expect(mark).to_be_in_viewport()
    assert measured(mark)["y"] < measured(page.locator(".map").first)["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALLEST["viewport"]["width"]
    assert page.url.endswith(f"/tables/{Table.objects.get(origin=Origin.FORK).code}/")

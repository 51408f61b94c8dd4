"""Practice games: taking back, redrawing and keeping a placement, by mouse, keyboard and no scripts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.contract import Level
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.tables.lobby.practice import start_practice
from games.tables.log.stand_in_answers import give
from games.tables.models import Table
from games.tables.timeouts.bot_worker import choose, find_asked_bots
from games.tables.timeouts.thinking import Question
from tests.browser.measuring import at_rest, measured
from tests.browser.playing import listen_for_complaints
from tests.games.cartographers import play
from tests.games.tables.clients import people_named, seeded

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]


@pytest.fixture
def mira(site: object, monkeypatch: pytest.MonkeyPatch) -> User:
    seeded(monkeypatch, play.TWO_SHAPES)
    return people_named("Mira")[0]


@pytest.fixture
def alone(mira: User) -> Table:
    return play.gather(mira, practice=True)


def placed(page: Page) -> None:
    page.locator("#tool-fit").click()
    expect(page.locator("#confirm")).to_be_enabled()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_drawing_is_taken_back_and_left_standing(
    scripts: bool, context_for: ContextFor, mira: User, alone: Table
) -> None:
    page = context_for(mira, java_script_enabled=scripts).new_page()
    page.goto(play.url(alone))
    placed(page)
    page.locator("#confirm").click()
    expect(page.locator("#strip")).to_contain_text("Shape drawn. You can undo it until you continue.")
    page.get_by_role("button", name="Undo").click()
    placed(page)
    page.locator("#confirm").click()
    page.get_by_role("button", name="Next card").click()
    expect(page.locator("#place-form")).to_have_attribute("action", play.url(alone, 2))
    expect(page.locator("#take-back")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_hints_are_shown_and_put_in_hand(scripts: bool, context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira, java_script_enabled=scripts).new_page()
    page.goto(play.url(alone))
    placed(page)
    page.get_by_role("button", name="Show hints").click()
    expect(page.locator(".hinted")).to_have_count(3)
    expect(page.locator("#confirm")).to_be_enabled()
    expect(page.locator("body")).to_contain_text("Played with hints.")
    if scripts:
        expect(page.locator("#show-hints")).to_be_focused()
    else:
        page.reload()  # would ask first whether to send a form again
        expect(page.locator(".hinted")).to_have_count(3)
    page.get_by_role("link", name="Try this spot (2)").click()
    expect(page.locator(".hinted")).to_have_count(3)
    page.locator("#confirm").click()
    expect(page.get_by_role("button", name="Next card")).to_be_visible()


def test_without_scripts_the_next_turn_of_bots_comes_by_itself(
    context_for: ContextFor, mira: User, settings: Any
) -> None:
    settings.BOTS_AT_ONCE = False
    table = start_practice(user=mira, game=CARTOGRAPHERS, bots=1, level=Level.APPRENTICE)
    page = context_for(mira, java_script_enabled=False).new_page()
    page.goto(play.url(table))
    placed(page)
    page.locator("#confirm").click()
    expect(page.get_by_role("link", name="Reload page")).to_be_visible()
    for seat in find_asked_bots([table.code]):
        choice = choose(seat, Question.answer, 0)
        assert choice
        give(choice.seat, choice.ask, choice.command)
    expect(page.locator("#place-form")).to_have_attribute("action", play.url(table, 2))
    expect(page.get_by_role("link", name="Reload page")).to_have_count(0)


def test_the_keyboard_takes_back_and_goes_on(context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira).new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(alone))
    at_rest(page)
    page.locator("#D4").focus()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator("#next-card")).to_be_focused()
    at_rest(page)
    page.keyboard.press("u")
    expect(page.locator("#map button:focus")).to_have_count(1)
    at_rest(page)
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator("#next-card")).to_be_focused()
    at_rest(page)
    page.keyboard.press("Enter")
    expect(page.locator("#place-form")).to_have_attribute("action", play.url(alone, 2))
    assert not complaints


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844), (844, 390), (1366, 768)])
def test_map_and_both_ways_share_a_screen(
    size: tuple[int, int], context_for: ContextFor, mira: User, alone: Table
) -> None:
    width, height = size
    page = context_for(mira, viewport={"width": width, "height": height}).new_page()
    page.goto(play.url(alone))
    placed(page)
    page.locator("#confirm").click()
    expect(page.locator("#next-card")).to_be_visible()
    box = measured(page.locator("#map"))
    for way in ("#take-back", "#next-card"):
        button = measured(page.locator(way))
        assert button["height"] >= 44
        assert button["y"] >= box["y"] + box["height"] or button["x"] >= box["x"] + box["width"]
        assert button["y"] + button["height"] - box["y"] <= height

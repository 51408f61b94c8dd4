"""Turns with skills on a small phone: the map stays and shows where the shapes fit, and undo returns the coin."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from engine.cartographers.skills import Skill, SkillPower
from games.accounts.models import User
from tests.browser.ghosts import open_table
from tests.browser.measuring import measured, width_of
from tests.games.cartographers import skill_games

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


def test_choosing_a_skill_shows_the_spaces_that_it_must_cover(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    anywhere = Skill("anywhere", "Anywhere", SkillPower.ANYWHERE, 1)
    skill_games.stack(monkeypatch, "great_river", "temple_ruins", "farmland", skills=(anywhere,))
    table = skill_games.begin(*people[:2])
    page, complaints = open_table(context_for(people[0], **PHONE), table)
    before = measured(page.locator("#map"))
    circled = page.locator("#map .wanted")
    expect(circled).to_have_count(5)
    page.locator("#skill-anywhere").tap()
    expect(circled).to_have_count(0)
    page.locator("#skill-none").tap()
    expect(circled).to_have_count(5)
    assert measured(page.locator("#map")) == before
    assert not complaints


def test_choosing_a_skill_shows_the_spaces_that_it_may_cover(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = Skill("over", "Over", SkillPower.REPLACE, 1)
    skill_games.stack(monkeypatch, "great_river", "farmland", skills=(over,))
    table = skill_games.begin(*people[:2])
    page, complaints = open_table(context_for(people[0], **PHONE), table)
    before, blocked = measured(page.locator("#map")), page.locator("#map .ghost.blocked")
    page.locator("#skill-none").tap()
    page.locator("#B2").tap()
    expect(blocked).not_to_have_count(0)
    page.locator("#skill-over").tap()
    expect(blocked).to_have_count(0)
    assert measured(page.locator("#map")) == before
    assert not complaints


def test_a_turn_with_a_skill_on_a_small_phone(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    skill_games.stack(monkeypatch)
    table = skill_games.begin(*people[:2])
    page, complaints = open_table(context_for(people[0], **PHONE), table)
    before = measured(page.locator("#map"))
    page.locator("#skill-broad_brush").tap()
    expect(page.locator("#skill-broad_brush")).to_have_attribute("aria-current", "true")
    expect(page.locator("#option-0")).to_be_hidden()
    expect(page.locator(".options a:visible")).not_to_have_count(1)
    expect(page.locator("#pending")).to_contain_text("Broad Brush: costs 1 of your 1 coin.")
    assert measured(page.locator("#map")) == before
    assert width_of(page) <= 320
    page.locator("#tool-fit").tap()
    expect(page.locator("#confirm")).to_be_enabled()
    page.locator("#confirm").tap()
    expect(page.locator("#take-back")).to_be_visible()
    page.locator("#take-back").tap()
    expect(page.locator("#skill-broad_brush")).to_be_visible()
    expect(page.locator("#skill-rich_colors")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("3")
    expect(page.locator("#skill-small_step")).to_have_attribute("aria-current", "true")
    page.locator("#skill-none").tap()
    expect(page.locator("#option-0")).to_be_visible()
    assert not complaints

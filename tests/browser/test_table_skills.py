"""A turn with a skill on a small phone: the map stays, the shapes scroll, and the coin comes back with undo."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from games.accounts.models import User
from tests.browser.ghosts import open_table
from tests.browser.measuring import measured, width_of
from tests.games.cartographers import skill_games

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


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

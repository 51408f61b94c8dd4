"""A look at the next card on a small phone: the question, the card beside the hand, and the focus."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from games.accounts.models import User
from tests.browser.ghosts import open_table
from tests.browser.measuring import measured, width_of
from tests.games.cartographers import skill_games
from tests.games.cartographers.skill_games import SMALL, SPYGLASS

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("others", [(SMALL,), ()])
def test_a_look_at_the_next_card_on_a_small_phone(
    others: tuple[object, ...], context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    skill_games.stack(monkeypatch, "great_river", "farmland", "orchard", skills=(*others, SPYGLASS))
    table = skill_games.begin(*people[:2])
    page, complaints = open_table(context_for(people[0], **PHONE), table)
    before = measured(page.locator("#map"))
    page.get_by_role("button", name="Look at the next card (1 coin)").tap()
    expect(page.locator("#peek-1")).to_be_visible()
    expect(page.locator("#peek-1")).to_contain_text("You can’t undo this")
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator("#peek-1")).to_be_hidden()
    page.get_by_role("button", name="Look at the next card (1 coin)").tap()
    assert width_of(page) <= 320
    page.locator("#peek-1-confirm").tap()
    expect(page.locator("p#peek-1-confirm")).to_contain_text("Next: Orchard")
    expect(page.locator("p#peek-1-confirm")).to_be_focused()
    assert measured(page.locator("#map")) == before
    assert width_of(page) <= 320
    page.locator("#tool-fit").tap()
    page.locator("#confirm").tap()
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator("p#peek-1-confirm")).to_be_visible()
    page.locator("#take-back").tap()
    expect(page.locator("p#peek-1-confirm")).to_be_visible()
    assert not complaints

"""The analysis board in a browser: a pasted game file, a chosen turn, cards seen, and a stroke of the brush."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.measuring import at_rest, width_of
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import DARK, expect_accessible
from tests.games.history.bringing import golden

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SMALLEST: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
ANALYSIS = "/cartographers/analysis/"


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_turn_of_a_pasted_game_file_is_opened_and_changed(context_for: ContextFor, scripts: bool) -> None:
    page = context_for(java_script_enabled=scripts, **SMALLEST).new_page()
    complaints = listen_for_complaints(page)
    page.goto(ANALYSIS)
    page.locator("#game-file > summary").click()
    page.get_by_label("Or paste as text").fill(json.dumps(golden("two_plain")))
    page.get_by_role("button", name="Choose a turn").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Analyze a turn")
    page.get_by_label("Player").select_option(index=1)
    page.get_by_label("Turn", exact=True).select_option("end")
    page.get_by_role("button", name="Analyze").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Analysis board")
    expect(page.locator("#origin-link")).to_contain_text("Play from turn")
    seen = page.locator("#seen")
    if not seen.evaluate("details => details.open"):
        seen.locator("summary").click()
    card = seen.get_by_label("Hamlet")
    was_seen = card.is_checked()
    card.set_checked(not was_seen)
    if not scripts:
        page.get_by_role("button", name="Update").last.click()
    expect(page.locator("#coming").get_by_role("link", name="Hamlet")).to_have_count(int(was_seen))
    assert width_of(page) <= 320
    assert complaints == []


def test_painting_keeps_the_list_of_cards_seen_open_and_the_pages_are_accessible(context_for: ContextFor) -> None:
    page = context_for(**SMALLEST).new_page()
    page.goto(f"{ANALYSIS}?sheet=A&edicts=treetower,canal_lake,great_city,borderlands&seen=hamlet")
    page.locator("#C5").click()
    expect(page.locator("#C5")).to_have_accessible_name("C5, forest")
    at_rest(page)
    expect(page.locator("#seen").get_by_label("Hamlet")).to_be_checked()
    expect(page.locator("#seen").get_by_label("Hamlet")).to_be_visible()
    page.locator("#coming a").first.click()
    expect(page.locator("#best .placements > li")).to_have_count(5)
    expect_accessible(page, "the analysis board", [DARK])

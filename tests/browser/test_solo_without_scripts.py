"""A full solo game without scripts, from sign-up to the final title."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.game import RULES
from engine.cartographers.rules.solo import title
from games.accounts.models import User
from games.cartographers.words.names import title_name
from games.tables.log.state import load
from games.tables.models import Table
from tests.browser.playing import draw, fill_sign_up
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import last_of_the_year

pytestmark = pytest.mark.browser
# More than a game can have: 13 cards a season at most.
MOST_TURNS = 60
FIRST_TURNS = 9


def test_from_signing_up_to_the_title(context_for: Callable[..., BrowserContext], full: bool) -> None:
    page = context_for(java_script_enabled=False).new_page()
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Sign up").click()
    fill_sign_up(page, "Mira")
    page.goto("/")
    page.get_by_role("button", name="Play Cartographers solo").click()
    play(page, whole=full)
    expect(page.locator("#ending-title")).to_be_in_viewport()
    expect_the_title(page)


def play(page: Page, *, whole: bool) -> None:
    """Play to the end of the game, or only the first turns and the end of the last season."""
    chance = Random(4)
    for drawn in range(MOST_TURNS):
        if drawn == FIRST_TURNS and not whole:
            monsters.play_on(Table.objects.get(), [User.objects.get()], last_of_the_year)
            page.reload()
        if page.locator("#ending").count():
            return
        expect(page).to_have_title(re.compile("^Your turn"))
        # Alone every drawing closes its turn at once, so there is never one to take back.
        expect(page.locator("#take-back")).to_have_count(0)
        draw(page, chance)
    pytest.fail("the game does not end")


def expect_the_title(page: Page) -> None:
    """Expect the page's scores to agree with each other, the title table and the log."""
    lead = page.locator("#afterwards .stack > .meta").first.inner_text().replace("−", "-")
    stars, targets, rating = (int(figure) for figure in re.findall(r"-?\d+", lead))
    assert stars - targets == rating, lead
    expect(page.locator(".smile")).to_have_text(str(title_name(title(rating))))
    expect(page.locator("#scores .grand-total strong")).to_have_text(str(stars).replace("-", "−"))
    seasons = [int(text.replace("−", "-")) for text in page.locator("#scores .season-box .total td").all_inner_texts()]
    assert (len(seasons), sum(seasons)) == (4, stars)
    expect(page).to_have_title(re.compile("^Game over"))
    state = load(Table.objects.get()).state
    standings = RULES.standings(state)
    assert (standings.places[0].score, standings.rating) == (stars, rating)
    assert targets == sum(card.solo_target for card in state.edicts)

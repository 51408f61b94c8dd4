"""The way on the table of Gisborne: small screens, the ghost of a play, and the walk of the pawns."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.gisborne.state import State
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest, width_of
from tests.games.gisborne import play
from tests.games.tables.clients import people_named, signed_in

pytestmark = pytest.mark.browser

SMALLEST_FIELD = 28
"""Pixels of a field on the smallest screen."""
PLACE = "JSON.stringify(document.querySelector('#way').getBoundingClientRect())"
MOVING = "document.getAnimations().filter(({ effect }) => effect.target.closest('.pawn')).length"


@pytest.fixture
def travelers(site: object) -> list[User]:
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def way_table(travelers: list[User]) -> Table:
    return play.gather(*travelers)


def play_on(table: Table, people: list[User], reached: Callable[[State], bool]) -> None:
    """Play until a state is reached."""
    play.play_until(table, [signed_in(user) for user in people], reached)


def open_table(context: BrowserContext, table: Table) -> Page:
    page = context.new_page()
    page.goto(f"/tables/{table.code}/")
    at_rest(page)
    return page


def test_fields_fit_a_small_phone_and_tiles_behind_everybody_are_folded(
    context_for: Callable[..., BrowserContext], travelers: list[User], way_table: Table
) -> None:
    play_on(way_table, travelers, lambda state: min(state.at) > state.way.ends[0])
    page = open_table(context_for(travelers[0], viewport={"width": 320, "height": 600}), way_table)
    assert width_of(page) == 320
    assert (
        page.locator(".way-tile:not(.behind) [id^=field-]").first.evaluate("one => one.offsetWidth") >= SMALLEST_FIELD
    )
    expect(page.locator("#field-1")).to_be_hidden()
    page.get_by_label("Show tiles that all pawns have passed").check()
    expect(page.locator("#field-1")).to_be_visible()


def test_five_tiles_a_row_fit_a_laptop(
    context_for: Callable[..., BrowserContext], travelers: list[User], way_table: Table
) -> None:
    page = open_table(context_for(travelers[0], viewport={"width": 1366, "height": 768}), way_table)
    columns = page.locator(".way-tiles").evaluate("one => getComputedStyle(one).gridTemplateColumns")
    assert len(columns.split()) == 5
    assert page.locator("#field-1").evaluate("one => one.offsetWidth") >= 34


def test_the_ghost_follows_the_play_in_the_making(
    context_for: Callable[..., BrowserContext], travelers: list[User], way_table: Table
) -> None:
    face = play.state_of(way_table).hands[0][0]
    page = open_table(context_for(travelers[0]), way_table)
    expect(page.locator("#way .ghost")).to_have_count(0)
    page.locator(f'[data-face="{face}"] .card-face').first.click()
    expect(page.locator(f"#field-{face.worth} .ghost .pawn")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#way .ghost")).to_have_count(0)


def test_pawns_walk_once_and_can_be_skipped(
    context_for: Callable[..., BrowserContext], travelers: list[User], way_table: Table
) -> None:
    page = open_table(context_for(travelers[0], reduced_motion="no-preference"), way_table)
    play_on(way_table, travelers, lambda state: state.round.number > 1)
    page.reload()
    page.wait_for_function(f"{MOVING} > 0")
    during = page.evaluate(PLACE)  # while the pawns move
    page.keyboard.press("Escape")
    assert page.evaluate(MOVING) == 0
    assert page.evaluate(PLACE) == during
    page.reload()
    at_rest(page)
    assert page.evaluate(MOVING) == 0


def test_pawns_do_not_walk_with_reduced_motion(
    context_for: Callable[..., BrowserContext], travelers: list[User], way_table: Table
) -> None:
    page = open_table(context_for(travelers[0]), way_table)
    play_on(way_table, travelers, lambda state: state.round.number > 1)
    page.reload()
    at_rest(page)
    assert page.evaluate(MOVING) == 0

"""Replaying a game: with and without scripts, by keyboard, and automatically."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.gestures import Finger, Point, centre
from tests.browser.measuring import at_rest
from tests.browser.playing import draw, focused, listen_for_complaints
from tests.browser.reading import expect_accessible
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SMALLEST = {"viewport": {"width": 320, "height": 568}}
FIRST, SECOND = "Turn 1", "Turn 2"


@pytest.fixture
def table(people: list[User]) -> Table:
    """A finished game of two."""
    table = play.gather(*people[:2], **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people[:2])
    return table


def stepped(page: Page, table: Table, turn: int = 1) -> Page:
    page.goto(f"{play.url(table)}turns/{turn}/")
    return page


def heading(page: Page) -> str:
    return page.locator("h1").inner_text()


def test_a_stranger_steps_through_without_scripts_on_the_smallest_phone(context_for: ContextFor, table: Table) -> None:
    page = stepped(context_for(java_script_enabled=False, **SMALLEST).new_page(), table)
    page.locator("#replay-after").click()
    expect(page.locator("h1")).to_have_text(SECOND)
    page.locator("#chapter-3").click()
    expect(page.locator("html.season-fall")).to_be_attached()
    page.locator("#replay-boards").click()
    expect(page.locator(".side-by-side .board-card")).to_have_count(2)
    page.locator("#replay-last").click()
    expect(page.locator(".side-by-side .board-card")).to_have_count(2)
    expect(page.locator("#replay-after")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#replay-play")).to_be_hidden()
    expect(page.locator("#replay-run")).to_be_hidden()
    page.locator("#heat-table").click()
    expect(page.locator("#heat svg[role=img]")).to_be_visible()
    page.locator("#deck-known, #deck-lay").first.click()
    expect(page.locator("#heat svg[role=img]")).to_be_visible()


def test_nothing_is_wider_than_the_smallest_phone(context_for: ContextFor, table: Table) -> None:
    page = context_for(**SMALLEST).new_page()
    for address in ("turns/2/", "turns/2/?boards=all", "stars/?look=1&with=2"):
        page.goto(play.url(table) + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, address
        expect_accessible(page, address)


def test_a_step_swaps_the_turn_alone_and_keeps_focus_and_scroll(context_for: ContextFor, table: Table) -> None:
    page = context_for(**SMALLEST).new_page()
    complaints = listen_for_complaints(page)
    stepped(page, table)
    page.evaluate("window.kept = true")
    page.locator("#replay-after").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.locator("#replay-after").click()
    expect(page.locator("h1")).to_have_text(SECOND)
    assert page.url.endswith("/turns/2/")
    assert page.title().startswith(SECOND)
    assert page.evaluate("window.kept")
    assert page.evaluate("document.activeElement.id") == "replay-after"
    assert page.evaluate("scrollY") == before
    page.go_back()
    expect(page.locator("h1")).to_have_text(FIRST)
    assert complaints == []


def test_a_step_leaves_what_is_the_same(context_for: ContextFor, table: Table) -> None:
    page = stepped(context_for().new_page(), table)
    page.evaluate("document.getElementById('row').stayed = true")
    page.locator("#replay-keys summary").click()
    page.locator("#chapter-3").click()
    expect(page.locator("html.season-fall")).to_be_attached()
    expect(page.locator("#row [aria-current=page]")).to_have_count(1)
    expect(page.locator("#chapter-3 + ol li:first-child [aria-current=page]")).to_be_visible()
    assert page.evaluate("document.getElementById('row').stayed"), "the row of turns was sent anew"
    assert page.locator("#replay-keys").get_attribute("open") is not None
    turn = heading(page).removeprefix("Turn ")
    page.locator("a.edict-stars").first.click()
    expect(page.locator("#why")).to_contain_text(f"after turn {turn}.")


def test_what_one_asks_to_see_stays_unfolded_and_can_be_hidden(context_for: ContextFor, table: Table) -> None:
    page = stepped(context_for().new_page(), table)
    expect(page.locator("#heat svg[role=img]")).to_have_count(0)
    page.locator("#heat-table").click()
    expect(page.locator("#heat svg[role=img]")).to_be_visible()
    assert focused(page) == "heat-table"
    page.locator("#replay-after").click()
    expect(page.locator("h1")).to_have_text(SECOND)
    expect(page.locator("#heat svg[role=img]")).to_be_visible()
    assert page.url.endswith("/turns/2/?heat=table")
    page.locator("#heat-hide").click()
    expect(page.locator("#heat svg[role=img]")).to_have_count(0)
    assert focused(page) == "heat-table"
    page.go_back()
    expect(page.locator("h1")).to_have_text(FIRST)


def test_a_finger_across_the_map_steps_and_one_that_taps_or_scrolls_does_not(
    context_for: ContextFor, table: Table
) -> None:
    page = stepped(context_for(has_touch=True, **SMALLEST).new_page(), table)
    finger = Finger(page)
    swipe(finger, centre(page, "#C9"), centre(page, "#C3"))
    expect(page.locator("h1")).to_have_text(SECOND)
    at_rest(page)
    swipe(finger, centre(page, "#C3"), centre(page, "#C9"))
    expect(page.locator("h1")).to_have_text(FIRST)
    at_rest(page)
    swipe(finger, centre(page, "#H6"), centre(page, "#C6"))
    page.locator("#E5").tap()
    at_rest(page)
    assert heading(page) == FIRST


def swipe(finger: Finger, start: Point, end: Point) -> None:
    finger.down(start)
    finger.move(end)
    finger.up()


def test_keys_step(context_for: ContextFor, table: Table) -> None:
    page = stepped(context_for().new_page(), table)
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text(SECOND)
    page.keyboard.press("End")
    expect(page.locator("#replay-after")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay-after")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    expect(page.locator("h1")).to_have_text(FIRST)


def test_numbers_show_the_players_and_s_the_seasons(context_for: ContextFor, table: Table) -> None:
    page = stepped(context_for().new_page(), table)
    page.keyboard.press("2")
    expect(page.locator("#desk-title")).to_have_text("Ben’s map")
    expect(page.locator("#seat-2")).to_have_attribute("aria-current", "true")
    page.keyboard.press("3")  # nobody sits there
    for season in ("summer", "fall", "winter", "spring"):
        page.keyboard.press("s")
        expect(page.locator(f"html.season-{season}")).to_be_attached()
    expect(page.locator("h1")).to_have_text(FIRST)
    expect(page.locator("#seat-2")).to_have_attribute("aria-current", "true")
    page.locator("#replay-keys summary").click()
    expect(page.locator("#replay-keys")).to_contain_text("S: next season. 1 to 9: choose a player.")


@pytest.mark.parametrize(("key", "code"), [pytest.param("&", "Digit1", marks=pytest.mark.long), ("ы", "KeyS")])
def test_the_keys_of_other_layouts_do_the_same(context_for: ContextFor, table: Table, key: str, code: str) -> None:
    page = context_for().new_page()
    page.goto(f"{play.url(table)}turns/1/?look=2")
    page.evaluate(
        "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))",
        [key, code],
    )
    expect(page.locator("#seat-1[aria-current]" if code == "Digit1" else "html.season-summer")).to_be_attached()


def test_a_player_is_chosen_by_finger_too(context_for: ContextFor, table: Table) -> None:
    page = stepped(context_for(has_touch=True, **SMALLEST).new_page(), table)
    page.locator("#seat-2").tap()
    expect(page.locator("#desk-title")).to_have_text("Ben’s map")
    expect(page.locator("h1")).to_have_text(FIRST)


def test_any_star_of_any_seat_is_two_taps_away_on_a_phone(context_for: ContextFor, table: Table) -> None:
    """The first tap opens a season's score, the second its breakdown."""
    page = context_for(has_touch=True, viewport={"width": 390, "height": 844}).new_page()
    page.goto(play.url(table))
    rows = page.locator("#scores .table tbody tr")
    assert rows.count() == 2
    for row in rows.all():
        figures = row.locator(".by-season .ask")
        assert figures.count() == 4
        for figure in figures.all():
            expect(figure).to_be_visible()
    rows.last.locator(".by-season .ask").first.tap()
    parts = page.locator("#why .reasons a[data-why]")
    expect(parts).to_have_count(4)
    parts.first.tap()
    expect(page.locator("#why-title")).to_contain_text("Edict A")


def test_it_plays_on_when_asked_and_pauses(context_for: ContextFor, table: Table) -> None:
    page = context_for(reduced_motion="reduce").new_page()
    page.clock.install()
    stepped(page, table)
    page.clock.run_for(20_000)
    assert heading(page) == FIRST, "nobody has asked"
    page.locator("#replay-speed").select_option(label="fast")
    page.locator("#replay-run").click()
    page.clock.run_for(1000)
    expect(page.locator("h1")).to_have_text(SECOND)
    expect(page.locator("#replay-speed option:checked")).to_have_text("fast")
    assert focused(page) == "replay-run"
    page.locator("#replay-run").click()
    expect(page.locator("#replay-run .go")).to_be_visible()
    shown = heading(page)
    page.clock.run_for(20_000)
    assert heading(page) == shown


def test_a_star_leads_to_its_spaces_and_to_its_turn_in_two_clicks(context_for: ContextFor, table: Table) -> None:
    page = context_for(java_script_enabled=False).new_page()
    page.goto(f"{play.url(table)}stars/?look=1")
    figures = page.locator("tbody tr:last-child td:has(a):nth-child(-n+5) a")
    worth = next(figure for figure in figures.all() if figure.inner_text() != "0")
    worth.click()
    turn = page.locator(".reasons .meta a").first
    name = turn.inner_text()
    turn.click()
    expect(page.locator("h1")).to_have_text(name)


def test_next_works_as_soon_as_the_next_turn_has_closed(context_for: ContextFor, people: list[User]) -> None:
    """The link appears without a reload, keeps open panels and the focus, and is inactive before then."""
    table = play.gather(*people[:2])
    monsters.play_on(table, people, lambda state: state.turn == 2)
    ann, ben = (context_for(user).new_page() for user in people[:2])
    watcher = stepped(context_for().new_page(), table)
    complaints = listen_for_complaints(watcher)
    expect(watcher.locator("html")).to_have_attribute("data-live", "on")
    watcher.evaluate("window.kept = true")
    watcher.locator("#replay-keys summary").click()
    watcher.locator("a.edict-stars").first.click()
    expect(watcher.locator("#why")).to_be_visible()
    for page in (ann, ben):
        version = watcher.locator("#newer").get_attribute("data-version")
        page.goto(play.url(table))
        draw(page, Random(1))
        if page is ann:
            expect(watcher.locator(f'#newer:not([data-version="{version}"])')).to_be_attached()
            expect(watcher.locator("#replay-after")).to_have_attribute("aria-disabled", "true")
    expect(watcher.locator("#replay-after")).to_have_attribute("href", f"{play.url(table)}turns/2/")
    expect(watcher.locator("#mark-2")).to_be_visible()
    expect(watcher.locator("#why")).to_be_visible()
    assert heading(watcher) == FIRST
    watcher.keyboard.press("Escape")
    watcher.keyboard.press("ArrowRight")
    expect(watcher.locator("h1")).to_have_text(SECOND)
    expect(watcher.locator("#newer")).to_be_attached()
    assert watcher.evaluate("window.kept"), "the page was loaded anew"
    assert watcher.locator("#replay-keys").get_attribute("open") is not None
    assert complaints == []

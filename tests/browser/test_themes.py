"""Themes: accessible on every main page, and selectable without scripts."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, expect

from games.accounts.models import Theme
from tests.browser.playing import draw
from tests.browser.reading import axe
from tests.browser.test_table_reach import advance
from tests.games.cartographers import play
from tests.games.tables.clients import people_named, seeded

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
# On a light device, all themes are looked at in the tests of every page.
LOOKS = [(Theme.DARK, "dark"), pytest.param(Theme.CONTRAST, "dark", marks=pytest.mark.long)]


@pytest.mark.parametrize(("theme", "scheme"), LOOKS)
def test_every_theme_can_be_read(
    context_for: ContextFor, theme: Theme, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(monkeypatch, play.TWO_SHAPES)
    people = people_named("Ann", "Ben")
    table = play.gather(*people)
    advance(table, people, lambda state: bool(state.season == 1 and state.turn > 9))
    people[0].theme = theme
    people[0].save()
    page = context_for(people[0], color_scheme=scheme).new_page()
    for path in (play.url(table), "/", "/tables/", "/accounts/profile/"):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("data-theme", theme.value)
        results = axe(page)
        assert results.violations_count == 0, f"{path}: {results.generate_report()}"


def test_a_stranger_switches_without_scripts(context_for: ContextFor) -> None:
    page = context_for(java_script_enabled=False, color_scheme="light").new_page()
    page.goto("/tables/")
    before = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    page.get_by_role("button", name="Dark").click()
    expect(page).to_have_url("/tables/")
    assert page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") != before
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")


def test_a_new_season_colours_the_whole_page(context_for: ContextFor, monkeypatch: pytest.MonkeyPatch) -> None:
    seeded(monkeypatch, play.TWO_SHAPES)
    ann = people_named("Ann")[0]
    page = context_for(ann, color_scheme="light").new_page()
    page.goto(play.url(play.gather(ann)))

    def ground() -> str:
        return str(page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor"))

    spring, chance = ground(), Random(1)
    while page.locator("#season-title").inner_text() == "Spring":
        assert ground() == spring
        draw(page, chance)
    summer = ground()
    assert summer != spring
    page.reload()
    assert ground() == summer

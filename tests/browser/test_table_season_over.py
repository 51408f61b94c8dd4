"""The end of a season in a real browser: the animation, skipping it, and announcements."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from tests.browser.measuring import hasten, measure
from tests.browser.playing import listen_for_complaints
from tests.browser.season_tally import figures, of_the_next, season_figures
from tests.games.cartographers import monsters, play
from tests.games.cartographers.monsters import last_of_season

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
LINE = 20  # pixels, at least, of a line of it

WATCH = """() => {
  window.counted = [];
  const look = () => {
    const figure = document.querySelector(".filling .tally-sum");
    const stars = figure && getComputedStyle(figure).opacity > 0 ? parseInt(figure.textContent) : NaN;
    if (stars >= 0 && counted.at(-1) !== stars) counted.push(stars);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Keeps what the season's sum says while it fills in."""


def opacity(page: Page, selector: str) -> str:
    return str(page.locator(selector).last.evaluate("one => getComputedStyle(one).opacity"))


def test_a_season_fills_in_live_and_can_be_skipped(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, last_of_season)
    page = context_for(people[0], reduced_motion="no-preference").new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(table))
    page.click("#tool-fit")
    page.click("#confirm")
    over, skip = page.locator("#season-over"), page.get_by_role("button", name="Show all")
    expect(over).to_contain_class("filling")
    expect(page.locator("#messages")).to_contain_text("Spring is over: you scored")
    # The next card can be drawn meanwhile.
    page.click("#tool-fit")
    expect(page.locator("#confirm")).to_be_enabled()
    skip.click()
    expect(over).not_to_contain_class("filling")
    expect(skip).to_be_hidden()
    assert opacity(page, "#season-over li") == opacity(page, "#season-over p") == "1"
    expect(page.locator("#season-over-title")).to_be_focused()
    page.evaluate("() => new Promise(requestAnimationFrame)")  # until a figure that was counting up has heard of it
    assert figures(page) == season_figures(play.state_of(table))
    page.reload()
    expect(over).to_be_visible()
    expect(over).not_to_contain_class("filling")
    assert complaints == []


def test_a_season_fills_in_to_its_end_by_itself(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(*people)
    state = monsters.play_on(table, people, of_the_next)
    page = context_for(people[1], reduced_motion="no-preference").new_page()
    page.goto(play.url(table))
    expect(page.locator("#season-over")).to_contain_class("filling")
    hasten(page)
    expect(page.locator("#season-over")).not_to_contain_class("filling")
    assert opacity(page, "#season-over .tally li") == "1"
    assert figures(page) == season_figures(state)


def test_an_answer_of_others_does_not_cut_the_counting_short(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(*people)
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[1], reduced_motion="no-preference").new_page()
    page.goto(play.url(table))
    over = page.locator("#season-over")
    expect(over).to_contain_class("filling")
    page.evaluate("document.getAnimations().forEach((one) => one.pause())")
    monsters.everybody_else(table, people, mine=1)
    page.evaluate("htmx.trigger('#strip', 'carto:changed')")
    expect(page.locator("#strip")).to_contain_text("has drawn")
    expect(page.locator("html")).to_have_attribute("data-settled", "")
    expect(over).to_contain_class("filling")
    page.evaluate("document.getAnimations().forEach((one) => one.play())")
    hasten(page)
    expect(over).not_to_contain_class("filling")


@pytest.mark.parametrize("locale", [pytest.param("en", marks=pytest.mark.long), "fr"])
def test_the_table_of_a_season_breaks_no_line(locale: str, context_for: ContextFor, people: list[User]) -> None:
    people[1].display_name = "Gentle Heron"  # as long as most guests' names
    people[1].save()
    table = play.gather(*people)
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], locale=locale, viewport={"width": 1440, "height": 900}).new_page()
    page.goto(play.url(table))
    page.locator("#season-over summary").click()
    lines = page.locator("#season-over th").evaluate_all("lines => lines.map((line) => line.clientHeight)")
    assert max(lines) < 2 * LINE


@pytest.mark.parametrize("options", [{"reduced_motion": "reduce"}, {"java_script_enabled": False}], ids=str)
def test_without_motion_or_script_all_is_there_at_once(
    options: dict[str, Any], context_for: ContextFor, people: list[User]
) -> None:
    table = play.gather(people[0])
    state = monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], **options).new_page()
    page.goto(play.url(table))
    assert figures(page) == season_figures(state)
    if options.get("java_script_enabled", True):
        assert opacity(page, "#season-over .tally li") == "1"
    expect(page.locator("#skip")).to_be_hidden()
    expect(page.locator(".scoring, .flying")).to_have_count(0)


def test_the_figures_count_up(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, last_of_season)
    page = context_for(people[0], reduced_motion="no-preference").new_page()
    page.goto(play.url(table))
    page.evaluate(WATCH)
    page.click("#tool-fit")
    page.click("#confirm")
    expect(page.locator("#season-over.filling")).to_be_visible()
    expect(page.locator("#season-over.filling")).to_have_count(0)
    shown: list[int] = page.evaluate("counted")
    assert shown == sorted(shown)
    assert len(shown) > 2
    assert str(shown[-1]) == season_figures(play.state_of(table))[-1]


def test_a_negative_figure_counts_from_a_zero_without_a_minus(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], reduced_motion="no-preference").new_page()
    page.goto(play.url(table))
    expect(page.locator("#season-over")).to_contain_class("filling")
    shown = page.locator("#season-over li .ask").first.evaluate("""(figure) => {
      figure.textContent = "−3";
      const event = new AnimationEvent("animationstart", { animationName: "fill-in", bubbles: true });
      figure.parentElement.dispatchEvent(event);
      return figure.textContent;
    }""")
    assert shown == "0"


@pytest.mark.parametrize("width", [390, 1366])
def test_figures_stand_below_the_symbols_of_their_columns(
    width: int, context_for: ContextFor, people: list[User]
) -> None:
    table = play.gather(*people)
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], viewport={"width": width, "height": 768}).new_page()
    page.goto(play.url(table))
    page.locator("#season-over summary").click()
    offsets = measure(
        page,
        """() => {
      const middle = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        return (left + right) / 2;
      };
      const heads = [...document.querySelectorAll("#season-over thead th > :is(.edict-letter, .glyph)")];
      const figures = [...document.querySelectorAll("#season-over tbody tr:first-child td .ask")];
      return heads.map((head, at) => {
        const { left, right } = head.getBoundingClientRect();
        return Math.abs((left + right) / 2 - middle(figures[at]));
      });
    }""",
    )
    assert len(offsets) == 5
    assert max(offsets) < 1.5


def test_spaces_glow_in_turn_and_stars_fly(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, last_of_season)
    page = context_for(people[0], reduced_motion="no-preference").new_page()
    page.goto(play.url(table))
    page.evaluate("""() => {
      window.steps = [];
      window.flown = 0;
      const isFlying = (node) => node.matches?.(".flying");
      const see = ({ addedNodes }) => { flown += [...addedNodes].filter(isFlying).length };
      new MutationObserver((changes) => changes.forEach(see)).observe(document.body, { childList: true });
      addEventListener("animationend", ({ target, animationName }) => {
        if (animationName !== "fill-in" || !target.matches(".tally > li")) return;
        const lit = Array.from(document.querySelectorAll("#map .scoring > *"), ({ id }) => id);
        steps.push([target.dataset.spaces ?? "", lit.join(" ")]);
      });
    }""")
    page.click("#tool-fit")
    page.click("#confirm")
    expect(page.locator("#season-over.filling")).to_be_visible()
    expect(page.locator("#season-over.filling")).to_have_count(0)
    steps: list[list[str]] = page.evaluate("steps")
    assert len(steps) == 4
    assert all(sorted(named.split()) == sorted(lit.split()) for named, lit in steps)
    assert any(named for named, _lit in steps)
    assert page.evaluate("flown") > 0
    expect(page.locator(".scoring, .flying")).to_have_count(0)


def test_escape_ends_the_counting_and_does_nothing_else(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], reduced_motion="no-preference").new_page()
    page.goto(play.url(table))
    over, ghost = page.locator("#season-over"), page.locator("#map td.ghost")
    expect(over).to_contain_class("filling")
    page.click("#tool-fit")
    page.evaluate("document.getAnimations().forEach((one) => one.pause())")
    page.keyboard.press("Escape")
    expect(over).not_to_contain_class("filling")
    expect(ghost).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(ghost).to_have_count(0)

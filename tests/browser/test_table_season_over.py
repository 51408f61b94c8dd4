"""The end of a season in a real browser: the animation, skipping it, and announcements."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.state import State
from games.accounts.models import User
from games.cartographers.lesson.lesson_game import start_lesson
from tests.browser.measuring import hasten, measure, measured, width_of
from tests.browser.playing import listen_for_complaints
from tests.games.cartographers import monsters, play
from tests.games.cartographers.monsters import last_of_season
from tests.games.tables.clients import NAMES, people_named

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


def of_the_next(state: State) -> bool:
    return bool(state.scores) and state.open is not None


def figures(page: Page) -> list[str]:
    """The figures of the tally, and their sum."""
    asks = page.locator("#season-over .tally .ask, #season-over .tally-sum .ask").all_inner_texts()
    return [*asks[1:], asks[0]]


def season_figures(state: State, seat: int = 0) -> list[str]:
    """A seat's scores of the first season, as the page formats them."""
    score = state.scores[0][seat]
    numbers = (*score.edicts, score.coins, -score.losses, score.total)
    return [str(number).replace("-", "−") for number in numbers]


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


TOUCHING = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
}"""


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (320, 568), (844, 390), (768, 1024)], ids=str)
def test_a_narrow_page_scores_beside_the_map_until_it_is_dismissed(
    size: tuple[int, int], context_for: ContextFor, people: list[User]
) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, last_of_season)
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}, has_touch=True).new_page()
    page.goto(play.url(table))
    page.tap("#tool-fit")
    before = measured(page.locator("#map"))
    page.tap("#confirm")
    over = page.locator("#season-over")
    expect(over).to_have_css("position", "fixed")
    page.focus("#skip")  # it stays while it is read
    expect(over.locator(".tally")).to_be_in_viewport(ratio=1)
    assert measured(page.locator("#map")) == pytest.approx(before, abs=1)
    assert not measure(page, TOUCHING, ("#season-over", "#map"))
    page.get_by_role("button", name="Continue").tap()
    expect(over).not_to_have_css("position", "fixed")
    assert measured(page.locator("#map")) == pytest.approx(before, abs=1)
    for place in ("#map", ".hand", ".tools", "#place-form"):
        assert not measure(page, TOUCHING, ("#season-over", place))
    expect(over.locator(".tally")).to_be_in_viewport(ratio=1)
    assert figures(page) == season_figures(play.state_of(table))
    page.reload()
    expect(over.locator(".tally")).to_be_visible()
    expect(over).not_to_have_css("position", "fixed")  # it is no news any more


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_scoring_shrinks_to_a_strip_by_itself_until_a_shape_is_drawn(
    motion: str, context_for: ContextFor, people: list[User]
) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, of_the_next)
    options: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "reduced_motion": motion}
    page = context_for(people[0], has_touch=True, **options).new_page()
    page.goto(play.url(table))
    over = page.locator("#season-over")
    expect(over).to_contain_class("filling" if motion == "no-preference" else "news")
    expect(over).to_contain_class("shrunk")
    assert measured(over)["height"] < 3 * LINE
    for place in ("#map", ".goals", ".hand", ".tools", "#place-form"):
        assert not measure(page, TOUCHING, ("#season-over", place))
    page.tap("#tool-fit")
    expect(page.locator("#map td.ghost")).not_to_have_count(0)
    assert not measure(page, TOUCHING, ("#season-over", ".outcome"))


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


@pytest.mark.parametrize("way", ["map", "draw", "escape"])
def test_the_scoring_goes_by_a_tap_on_the_map_by_drawing_and_by_escape(
    way: str, context_for: ContextFor, people: list[User]
) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    page.goto(play.url(table))
    over = page.locator("#season-over")
    expect(over).to_have_css("position", "fixed")
    if way == "draw":
        page.locator("#tool-fit").focus()
        expect(over).not_to_have_css("position", "fixed")
        page.keyboard.press("Enter")
        expect(page.locator("#map td.ghost")).not_to_have_count(0)
    elif way == "escape":
        page.keyboard.press("Escape")
    else:
        page.tap("#map thead")
    expect(over).not_to_have_css("position", "fixed")


@pytest.mark.parametrize("way", ["strip", "key"])
def test_without_motion_any_action_shrinks_the_scoring(way: str, context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], viewport={"width": 390, "height": 664}, has_touch=True).new_page()
    page.goto(play.url(table))
    over = page.locator("#season-over")
    page.focus("#skip")  # it does not leave by itself
    expect(over).to_have_css("position", "fixed")
    if way == "strip":
        page.tap("#strip")
    else:
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("n")
    expect(over).to_contain_class("shrunk")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_in_a_low_window_the_scoring_is_a_strip_beside_the_goals(
    motion: str, context_for: ContextFor, people: list[User]
) -> None:
    table = play.gather(*people)
    monsters.play_on(table, people, of_the_next)
    size: Any = {"width": 1280, "height": 577}
    page = context_for(people[0], viewport=size, reduced_motion=motion).new_page()
    page.goto(play.url(table))
    over = page.locator("#season-over")
    expect(over).to_contain_class("shrunk")
    expect(over.locator(".tally")).to_be_in_viewport(ratio=1)
    for place in ("#map", ".goals", ".hand", ".tools", "#place-form"):
        assert not measure(page, TOUCHING, ("#season-over", place))


@pytest.mark.parametrize("size", [(390, 844), (768, 1024)], ids=str)
@pytest.mark.parametrize("task", ["ambush", "choice"])
def test_no_sheet_lies_over_an_ambush_or_a_choice(
    task: str, size: tuple[int, int], context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    if task == "choice":
        monsters.stack(monkeypatch, "giant_troll_ravage")
    else:
        monsters.stack(monkeypatch, ambushes=("goblin_attack", "gnoll_raid"), **{"deck/summer": ("gnoll_raid",)})
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.chooses if task == "choice" else of_the_next)
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}, has_touch=True).new_page()
    page.goto(play.url(table))
    expect(page.locator("#season-over")).to_be_visible()
    expect(page.locator(".choosing" if task == "choice" else ".ambush")).to_be_visible()
    expect(page.locator("#season-over")).not_to_have_css("position", "fixed")
    assert not measure(page, TOUCHING, ("#season-over", "#map"))
    if task == "choice":
        page.locator("#map button").first.tap()
    else:
        page.tap("#tool-fit")
    page.tap("#confirm:enabled")
    # What one was asked is done, and there is time to count.
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator("#season-over")).to_have_css("position", "fixed")


def test_no_sheet_lies_over_the_lesson(context_for: ContextFor, people: list[User]) -> None:
    table = start_lesson(user=people[0])
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    page.goto(play.url(table))
    expect(page.locator("#lesson")).to_be_visible()
    expect(page.locator("#season-over")).not_to_have_css("position", "fixed")


def test_twelve_results_fit_a_small_phone(context_for: ContextFor, site: object) -> None:
    everybody = people_named(*NAMES)
    User.objects.update(display_name=Concat(Value("Cartographer of "), "username"))
    table = play.gather(*everybody)
    monsters.play_on(table, everybody, of_the_next)
    page = context_for(everybody[0], viewport={"width": 320, "height": 640}).new_page()
    page.goto(play.url(table))
    expect(page.locator("#season-over tbody tr")).to_have_count(12)
    assert width_of(page) <= 320


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

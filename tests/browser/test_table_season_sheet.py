"""The scoring of a season on small pages in a real browser: a sheet over the page, then a strip, never in the way."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from playwright.sync_api import BrowserContext, expect

from games.accounts.models import User
from games.cartographers.lesson.lesson_game import start_lesson
from tests.browser.measuring import measure, measured, width_of
from tests.browser.season_tally import figures, of_the_next, season_figures
from tests.games.cartographers import monsters, play
from tests.games.cartographers.monsters import last_of_season
from tests.games.tables.clients import NAMES, people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
LINE = 20  # pixels, at least, of a line of it

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

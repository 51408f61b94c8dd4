"""The end of a season and of a game, in a real browser: seen, skipped, heard, and played again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.state import State
from games.accounts.models import User
from games.cartographers.lesson.teaching import start_lesson
from games.play.chart import WIDTH
from games.tables.models import Table
from tests.browser.measuring import measure, measured, width_of
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import expect_accessible
from tests.games.cartographers import monsters, play
from tests.games.cartographers.monsters import last_of_season, last_of_the_year

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
LINE = 20  # pixels, at least, of a line of it

WATCH = """() => {
  window.counted = [];
  const look = () => {
    const figure = document.querySelector(".filling td.fill-6");
    const stars = figure && getComputedStyle(figure).opacity > 0 ? parseInt(figure.textContent) : NaN;
    if (stars >= 0 && counted.at(-1) !== stars) counted.push(stars);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Keeps what the sum of all seasons says while a season fills in."""


def of_the_next(state: State) -> bool:
    return bool(state.scores) and state.open is not None


def figures(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("#season-over tbody tr").first.locator("td").all_inner_texts()]


def brought(state: State, seat: int = 0) -> list[str]:
    """What the first season brought a seat, as the page writes it."""
    score = state.scores[0][seat]
    numbers = (*score.edicts, score.coins, -score.losses, score.total, score.total)
    return [str(number).replace("-", "−") for number in numbers]


def opacity(page: Page, selector: str) -> str:
    return str(page.locator(selector).last.evaluate("one => getComputedStyle(one).opacity"))


# --- The end of a season ----------------------------------------------------------------------------------------------


def test_a_season_fills_in_live_and_can_be_skipped(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, last_of_season)
    page = context_for(people[0], reduced_motion="no-preference").new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(table))
    page.click("#tool-fit")
    page.click("#confirm")
    over, skip = page.locator("#season-over"), page.get_by_role("button", name="Show all at once")
    expect(over).to_contain_class("filling")
    expect(page.locator("#messages")).to_contain_text("Spring is over: it brought you")
    # The next card can be drawn meanwhile.
    page.click("#tool-fit")
    expect(page.locator("#confirm")).to_be_enabled()
    skip.click()
    expect(over).not_to_contain_class("filling")
    expect(skip).to_be_hidden()
    assert opacity(page, "#season-over td") == opacity(page, "#season-over p") == "1"
    assert page.evaluate("document.activeElement.parentElement.id") == "season-over"
    page.evaluate("() => new Promise(requestAnimationFrame)")  # until a figure that was counting up has heard of it
    assert figures(page) == brought(play.state_of(table))
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
    expect(page.locator("#season-over")).not_to_contain_class("filling")
    assert opacity(page, "#season-over td") == "1"
    assert figures(page) == brought(state)


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
    expect(over).not_to_contain_class("filling")


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_the_table_of_a_season_breaks_no_line(locale: str, context_for: ContextFor, people: list[User]) -> None:
    people[1].display_name = "Gentle Heron"  # as long as most guests' names
    people[1].save()
    table = play.gather(*people)
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], locale=locale, viewport={"width": 1440, "height": 900}).new_page()
    page.goto(play.url(table))
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
    assert figures(page) == brought(state)
    if options.get("java_script_enabled", True):
        assert opacity(page, "#season-over td") == "1"
    expect(page.locator("#skip")).to_be_hidden()
    page.locator("#season-over summary").click()
    expect(page.locator("#season-over table")).to_be_hidden()


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
    assert str(shown[-1]) == brought(play.state_of(table))[-1]


TOUCHING = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
}"""
SHEET = "#season-over", "#controls"


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (768, 1024)], ids=str)
def test_a_narrow_page_tells_it_in_a_sheet_that_makes_way_for_the_map(
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
    expect(over).to_be_in_viewport(ratio=1)
    assert measured(page.locator("#map")) == pytest.approx(before, abs=1)
    assert not measure(page, TOUCHING, SHEET), "it covers what one acts with"
    page.tap("#map thead")
    expect(over).not_to_have_css("position", "fixed")
    assert measured(page.locator("#map")) == pytest.approx(before, abs=1)
    assert not measure(page, TOUCHING, ("#season-over", "#map"))
    expect(over.locator("table")).to_be_visible()
    page.reload()
    expect(over.locator("table")).to_be_visible()
    expect(over).not_to_have_css("position", "fixed")  # it is no news any more


@pytest.mark.parametrize("way", ["fold", "draw", "escape"])
def test_the_sheet_goes_by_its_cross_by_drawing_and_by_escape(
    way: str, context_for: ContextFor, people: list[User]
) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, of_the_next)
    page = context_for(people[0], viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    page.goto(play.url(table))
    over = page.locator("#season-over")
    expect(over).to_have_css("position", "fixed")
    if way == "draw":
        page.tap("#tool-fit")
    elif way == "escape":
        page.keyboard.press("Escape")
    else:
        over.locator("summary").tap()
        expect(over.locator("table")).to_be_hidden()
    expect(over).not_to_have_css("position", "fixed")


@pytest.mark.parametrize("size", [(390, 844), (768, 1024)], ids=str)
@pytest.mark.parametrize("asked", ["ambush", "choice"])
def test_no_sheet_lies_over_an_ambush_or_a_choice(
    asked: str, size: tuple[int, int], context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    if asked == "choice":
        monsters.stack(monkeypatch, "giant_troll_ravage")
    else:
        monsters.stack(monkeypatch, ambushes=("goblin_attack", "gnoll_raid"), **{"deck/summer": ("gnoll_raid",)})
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.chooses if asked == "choice" else of_the_next)
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}, has_touch=True).new_page()
    page.goto(play.url(table))
    expect(page.locator("#season-over")).to_be_visible()
    expect(page.locator(".choosing" if asked == "choice" else ".ambush")).to_be_visible()
    expect(page.locator("#season-over")).not_to_have_css("position", "fixed")
    assert not measure(page, TOUCHING, ("#season-over", "#map"))
    if asked == "choice":
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
    everybody = play.people_named(*play.NAMES)
    User.objects.update(display_name=Concat(Value("Cartographer of "), "username"))
    table = play.gather(*everybody)
    monsters.play_on(table, everybody, of_the_next)
    page = context_for(everybody[0], viewport={"width": 320, "height": 640}).new_page()
    page.goto(play.url(table))
    expect(page.locator("#season-over tbody tr")).to_have_count(12)
    assert width_of(page) <= 320


# --- The end of a game ------------------------------------------------------------------------------------------------


@pytest.fixture
def ended(people: list[User]) -> Table:
    table = play.gather(*people)
    monsters.play_on(table, people)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_the_last_drawing_leads_to_the_end(size: tuple[int, int], context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, last_of_the_year)
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(play.url(table))
    page.locator("#map").evaluate("map => map.scrollIntoView()")
    page.click("#tool-fit")
    page.click("#confirm")
    expect(page.locator("#ending-title")).to_be_in_viewport(ratio=1)
    expect(page.locator(".strip-sentence")).to_be_in_viewport(ratio=1)
    assert page.url.endswith(play.url(table)), "the address holds a drawing of a turn that has gone"


def to_the_last_drawing(page: Page, people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game alone with zombies, its last shape put down."""
    monsters.stack(monkeypatch, "zombie_plague")
    table = play.gather(people[0])
    monsters.play_on(table, people, last_of_the_year)
    page.goto(play.url(table))
    page.click("#tool-fit")
    page.evaluate("document.addEventListener('carto:counted', () => { window.told = (window.told ?? 0) + 1 })")
    return table


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
@pytest.mark.parametrize("skipped", [True, False])
def test_the_end_is_counted_before_it_is_told(
    size: tuple[int, int],
    skipped: bool,
    context_for: ContextFor,
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = context_for(people[0], viewport=viewport, reduced_motion="no-preference").new_page()
    complaints = listen_for_complaints(page)
    to_the_last_drawing(page, people, monkeypatch)
    page.click("#confirm")
    over, title = page.locator("#season-over"), page.locator("#ending-title")
    expect(over).to_contain_class("filling")
    expect(over.locator(".steps")).to_contain_text("Zombie Plague")
    expect(over.locator("summary")).to_be_in_viewport(ratio=1)
    expect(title).to_be_hidden()
    assert page.evaluate("window.told") is None
    if skipped:
        page.get_by_role("button", name="Show all at once").click()
        expect(title).to_be_focused()
    expect(title).to_be_in_viewport(ratio=1)
    expect(over).not_to_contain_class("filling")
    expect(over).not_to_have_css("position", "fixed")
    assert page.evaluate("window.told") == 1
    assert measure(page, "document.querySelector('#messages').textContent").count("Your rating is") == 1
    page.reload()
    expect(title).to_be_visible()
    expect(over).not_to_contain_class("filling")
    assert complaints == []


@pytest.mark.parametrize("lost", [True, False])
def test_the_end_is_told_at_once_where_nothing_moves_or_nothing_can_count(
    lost: bool, context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    context = context_for(people[0], reduced_motion="no-preference" if lost else "reduce")
    page = context.new_page()
    if lost:
        page.route("**/season_over.*", lambda route: route.abort())
    to_the_last_drawing(page, people, monkeypatch)
    page.click("#confirm")
    expect(page.locator("#ending-title")).to_be_visible()
    expect(page.locator("#table")).not_to_contain_class("counting")
    assert page.evaluate("window.told ?? 0") == (not lost)


def test_the_words_of_the_chart_can_be_seen(context_for: ContextFor, people: list[User], ended: Table) -> None:
    page = context_for(people[0]).new_page()
    page.goto(play.url(ended))
    fills = page.locator(".chart text").evaluate_all("texts => texts.map((text) => getComputedStyle(text).fill)")
    assert len(fills) > 8
    assert "none" not in fills


@pytest.mark.parametrize("width", [390, 1440])
def test_names_beside_the_chart_are_whole(
    width: int, context_for: ContextFor, people: list[User], ended: Table
) -> None:
    page = context_for(people[0], viewport={"width": width, "height": 844}).new_page()
    for name in ("Hannah", "WWWWWW", "Maximiliane", "W" * 30, "地図地図地図"):
        User.objects.filter(pk=people[1].pk).update(display_name=name)
        page.goto(play.url(ended))
        ends = page.locator(".chart g text").evaluate_all(
            "texts => texts.map((text) => text.getBBox().x + text.getBBox().width)"
        )
        assert len(ends) == 2
        assert max(ends) <= WIDTH, name


def test_the_finished_map_is_large(context_for: ContextFor, people: list[User], ended: Table) -> None:
    page = context_for(people[0], viewport={"width": 1440, "height": 900}).new_page()
    page.goto(play.url(ended))
    box = measured(page.locator("#map"))
    assert 800 < box["width"] <= 900


def test_the_chart_says_what_the_scores_say(context_for: ContextFor, people: list[User], ended: Table) -> None:
    page = context_for(people[0]).new_page()
    page.goto(play.url(ended))
    page.get_by_text("The same in figures").click()
    rows = page.locator("#chart-figures tbody tr")
    for seat, row in enumerate(rows.all()):
        so_far, expected = 0, []
        for season in play.state_of(ended).scores:
            so_far += season[seat].total
            expected.append(str(so_far).replace("-", "−"))
        assert row.locator("td").all_inner_texts() == expected
    lines = page.locator(".chart polyline").all()
    assert [len((line.get_attribute("points") or "").split()) for line in lines] == [5, 5]
    assert len({line.get_attribute("stroke-dasharray") for line in lines}) == 2


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1440, 900)], ids=str)
def test_the_end_is_for_everybody(
    size: tuple[int, int], context_for: ContextFor, people: list[User], ended: Table
) -> None:
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(play.url(ended))
    page.get_by_text("The same in figures").click()
    expect_accessible(page, "the end")


def test_the_same_deck_is_played_again_together(context_for: ContextFor, people: list[User], ended: Table) -> None:
    ann, ben = (context_for(user).new_page() for user in people)
    for page in (ann, ben):
        page.goto(play.url(ended))
    ann.get_by_role("button", name="Play this deck again").click()
    expect(ann.locator("#gathering")).to_contain_text("The deck of an earlier game")
    # Told live, above and where it was offered.
    for place in ("#strip", "#rematch"):
        expect(ben.locator(place)).to_contain_text("Ann wants to play again, with the same deck.")
    expect(ben.get_by_role("button", name="Play again with a new deck")).to_have_count(0)
    expect(ben.locator("#strip").get_by_role("button", name="Join")).to_be_visible()
    ben.get_by_role("button", name="Join the rematch").click()
    ben.get_by_text("How the deck can be checked").click()
    expect(ben.locator("#fairness")).to_contain_text("In this game it is no secret")
    ben.get_by_role("link", name=f"The game with this deck: {ended.code}").click()
    expect(ben.locator("#ending")).to_be_visible()


def test_a_friend_plays_the_deck_alone_without_an_account(
    context_for: ContextFor, people: list[User], ended: Table
) -> None:
    page = context_for(java_script_enabled=False).new_page()
    page.goto(play.url(ended))
    page.get_by_role("button", name="Play this deck alone").click()
    expect(page.locator("#strip")).to_be_visible()
    anew = Table.objects.get(deck_of=ended)
    assert play.state_of(anew).edicts == play.state_of(ended).edicts

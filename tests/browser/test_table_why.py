"""Score explanations: hovered, focused and tapped, with and without scripts."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest, measure, measured, width_of
from tests.browser.playing import listen_for_complaints, marked
from tests.browser.reading import LOOKS, expect_accessible
from tests.games.cartographers import play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True}

SMALL = """() => [...document.querySelectorAll(":is(main, footer) :is(a, button, summary)")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return one.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) < 24;
}).map((one) => `${one.id || one.className}: ${one.textContent.trim().slice(0, 30)}`)"""


@pytest.fixture
def table(people: list[User]) -> Table:
    """A game of two in its second season."""
    table = play.gather(*people)
    play.play_until(table, Random(5), lambda state: state.season == 1 and state.turn > 8)
    return table


def opened(context: BrowserContext, table: Table) -> Page:
    page = context.new_page()
    page.goto(play.url(table))
    return page


def starry(page: Page) -> tuple[Locator, set[str]]:
    """The score of the edict with the most scoring spaces, and their names.

    It is on the score sheet, or on a past turn among the edicts.
    """
    figures = page.locator(".season-box tr:has(.edict-letter) .ask[data-spaces], .edict[data-spaces]").all()
    best = max(figures, key=lambda figure: len(figure.get_attribute("data-spaces") or ""))
    figure = best.locator(".edict-stars") if best.locator(".edict-stars").count() else best
    return figure, set((best.get_attribute("data-spaces") or "").split())


def height(page: Page) -> object:
    return measure(page, "document.documentElement.scrollHeight")


def expect_lit(page: Page, spaces: set[str]) -> None:
    expect(page.locator("#map td.lit")).to_have_count(len(spaces))
    assert set(marked(page, "lit")) == spaces


def expect_sentences(page: Page, spaces: set[str]) -> None:
    """Expect the sentences shown to mention exactly these spaces in total."""
    expect(page.locator("#why-title")).to_be_visible()
    groups = page.locator("#why li [data-spaces]").evaluate_all("lines => lines.map((line) => line.dataset.spaces)")
    assert {name for names in groups for name in names.split()} == spaces


def test_pointing_at_a_figure_lights_its_spaces(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0]), table)
    complaints = listen_for_complaints(page)
    figure, spaces = starry(page)
    before = height(page)
    figure.hover()
    expect_lit(page, spaces)
    expect_sentences(page, spaces)
    sentence = page.locator("#why li [data-spaces]").last
    sentence.hover()
    expect_lit(page, set((sentence.get_attribute("data-spaces") or "").split()))
    assert height(page) == before
    expect(page.get_by_role("button", name="Close")).to_have_count(0)
    page.locator(".strip-sentence").hover()
    expect(page.locator("#why")).to_be_hidden()
    expect_lit(page, set())
    assert not complaints


def test_an_explanation_opens_beside_its_figure(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0]), table)
    for figure in (starry(page)[0], page.locator(".grand-total .ask").first, page.locator(".coin-track")):
        figure.click()
        expect(page.locator("#why-title")).to_be_visible()
        own, box = measured(figure), measured(page.locator("#why"))
        gap = max(box["y"] - own["y"] - own["height"], own["y"] - box["y"] - box["height"])
        assert 0 <= gap < 20, "just above or below"
        assert box["x"] < own["x"] + own["width"]
        assert own["x"] < box["x"] + box["width"]
        page.get_by_role("button", name="Close").click()
        expect(page.locator("#why")).to_be_hidden()


def test_a_tap_without_a_connection_stays_on_the_page(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    context = context_for(people[0], **PHONE)
    page = opened(context, table)
    figure, _ = starry(page)
    context.set_offline(True)
    expect(page.locator(".offline")).to_be_visible()
    figure.tap()
    expect(page.locator("#failed .message")).to_contain_text("Not sent. Check your connection and try again.")
    expect(page.locator(".goals")).to_be_visible()
    context.set_offline(False)
    expect(page.locator(".offline")).to_be_hidden()
    figure.tap()
    expect(page.locator("#why-title")).to_be_visible()


@pytest.mark.parametrize("width", [320, 1440])
def test_what_is_tapped_is_24_pixels_large(
    context_for: ContextFor, people: list[User], table: Table, width: int
) -> None:
    page = opened(context_for(people[0], viewport={"width": width, "height": 800}), table)
    assert measure(page, SMALL) == []


def test_a_question_that_another_replaces_is_no_error(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = context_for(people[0]).new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(table))
    figures = page.locator("#scores .season-box .ask")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.headers.get("hx-request") and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/*", hold)
    with page.expect_event("requestfailed"):
        figures.nth(0).click()
        figures.nth(4).click()
    expect(page.locator("#why")).to_be_visible()
    at_rest(page)
    assert complaints == []


def test_the_keyboard_asks_and_goes_on_where_it_was(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0]), table)
    figure, spaces = starry(page)
    figure.focus()
    expect_lit(page, spaces)
    expect_sentences(page, spaces)
    expect(figure).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_be_focused()
    for _stop in ("Close", "Card and rulings", "first sentence"):
        page.keyboard.press("Tab")
    sentence = page.locator("#why li [data-spaces]").first
    expect(sentence).to_be_focused()
    expect_lit(page, set((sentence.get_attribute("data-spaces") or "").split()))
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()
    expect(figure).to_be_focused()
    page.keyboard.press("Escape")
    expect_lit(page, set())


def test_a_click_keeps_it_until_the_next(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0]), table)
    figure, spaces = starry(page)
    figure.click()
    expect_sentences(page, spaces)
    page.locator(".hand-name").hover()
    expect_lit(page, spaces)
    figure.click()
    expect(page.locator("#why")).to_be_hidden()
    page.locator(".season-box .total .ask").first.click()
    expect(page.locator("#why-title")).to_have_text("Spring stars")
    page.locator("#why li a[data-why]").last.click()
    expect(page.locator("#why-title")).to_have_text("Stars lost to monsters")
    page.locator("#why .button").click()
    expect(page.locator("#why")).to_be_hidden()


@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["390", "320"])
def test_a_tap_asks(size: dict[str, object], context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0], **size), table)
    figure, spaces = starry(page)
    figure.tap()
    expect_sentences(page, spaces)
    expect_lit(page, spaces)
    width = page.viewport_size["width"] if page.viewport_size else 0
    box, own = measured(page.locator("#why")), measured(figure)
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert own["y"] + own["height"] <= box["y"] or box["y"] + box["height"] <= own["y"], "the figure is covered"
    assert width_of(page) <= width
    sentence = page.locator("#why li [data-spaces]").last
    sentence.tap()
    expect_lit(page, set((sentence.get_attribute("data-spaces") or "").split()))
    figure.tap()
    expect(page.locator("#why")).to_be_hidden()


def test_a_past_season_has_a_map_of_its_own(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0]), table)
    page.locator('.season-box .ask[href$="/why/spring/1/monsters"]').click()
    expect(page.locator("#why")).to_contain_text("on your map at Spring scoring.")
    expect(page.get_by_role("dialog").get_by_role("img", name="Your map")).to_be_visible()
    expect_lit(page, set())


def test_a_map_of_somebody_else_lights_nothing_on_mine(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = opened(context_for(people[0]), table)
    page.locator('.scores .ask[href$="/why/summer/2/stars"]').click()
    expect(page.locator("#why")).to_contain_text("on Ben’s map if Summer were scored now.")
    page.locator("#why li a[data-why]").first.hover()
    expect_lit(page, set())


def test_a_new_turn_does_not_close_it(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0]), table)
    page.click("#tool-fit")
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    page.locator('.season-box .ask[href$="/why/spring/1/A"]').click()
    expect(page.locator("#why")).to_be_focused()
    other = opened(context_for(people[1]), table)
    other.click("#tool-fit")
    other.click("#confirm")
    expect(page.locator("#place-form")).to_be_visible()
    expect(page.locator("#why")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()


def test_what_is_kept_open_is_told_anew_and_gives_the_focus_back(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = opened(context_for(people[0]), table)
    page.click("#tool-fit")
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    figure, _ = starry(page)
    address = figure.get_attribute("href")
    figure.click()
    expect(page.locator("#why")).to_be_focused()
    other = opened(context_for(people[1]), table)
    other.click("#tool-fit")
    with page.expect_response(lambda answer: answer.url.endswith(str(address))):
        other.click("#confirm")
    expect(page.locator("#place-form")).to_be_visible()
    expect(page.locator("#why")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()
    expect(page.locator(f'#scores [href="{address}"]').first).to_be_focused()


def test_offline_a_figure_keeps_the_page(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0]), table)
    page.route("**/why/**", lambda route: route.abort("internetdisconnected"))
    figure, _ = starry(page)
    figure.click()
    expect(page.locator("#failed")).to_contain_text("Not sent. Check your connection and try again.")
    assert page.url.endswith(play.url(table))
    page.unroute("**/why/**")
    figure.click()
    expect(page.locator("#why-title")).to_be_visible()


@pytest.mark.parametrize(
    ("status", "words"),
    [(503, "The site is busy. Try again in 7 seconds."), (404, "You no longer have access. Reload the page.")],
)
def test_a_tap_that_is_refused_is_told_where_it_was_made(
    status: int, words: str, context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = opened(context_for(people[0]), table)
    page.route("**/why/**", lambda route: route.fulfill(status=status, headers={"Retry-After": "7"}, body=words))
    figure, spaces = starry(page)
    with page.expect_response("**/why/**"):
        figure.hover()
    at_rest(page)
    expect(page.locator("#failed .message")).to_have_count(0)
    expect(page.locator("#why")).to_be_hidden()
    figure.click()
    expect(page.locator("#failed .message")).to_contain_text(words)
    expect(page.locator("#failed").get_by_role("link", name="Reload page")).to_have_count(int(status == 404))
    expect(page.locator("#why")).to_be_hidden()
    page.unroute("**/why/**")
    figure.click()
    expect_sentences(page, spaces)
    expect(page.locator("#failed .message")).to_have_count(0)


def test_without_scripts_a_figure_leads_to_a_page(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0], java_script_enabled=False, **PHONE), table)
    figure, spaces = starry(page)
    figure.click()
    expect_sentences(page, spaces)
    expect(page.locator("#why path.lit")).to_have_count(page.locator("#why .reasons li").count())
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".goals")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_stars_of_a_past_turn_are_asked_there(
    scripts: bool, context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = context_for(people[0], java_script_enabled=scripts, **PHONE).new_page()
    complaints = listen_for_complaints(page)
    page.goto(f"{play.url(table)}turns/6/")
    page.locator(".board-card a", has_text="Ben").click()
    expect(page.locator("#desk-title")).to_have_text("Ben’s map")
    assert width_of(page) <= 390
    figure, spaces = starry(page)
    figure.click()
    expect_sentences(page, spaces)
    expect(page.locator("#why")).to_contain_text("on Ben’s map after turn 6.")
    if scripts:
        expect_accessible(page, "the stars of a past turn", LOOKS)
        expect_lit(page, spaces)
        assert measure(page, SMALL) == []
    else:
        page.get_by_role("link", name="Back to turn").click()
    page.get_by_role("link", name="Turn 7", exact=True).click()
    expect(page.locator("h1")).to_have_text("Turn 7")
    expect(page.locator("#desk-title")).to_have_text("Ben’s map")
    assert not complaints


def test_an_explanation_is_accessible(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0], **PHONE), table)
    for figure in (".goals a", ".season-box .total .ask", ".grand-total .ask", ".coin-track"):
        page.locator(figure).first.click()
        expect(page.locator("#why-title")).to_be_visible()
        expect_accessible(page, figure, LOOKS if figure == ".goals a" else ())
        page.keyboard.press("Escape")
    page.goto(f"{play.url(table)}why/spring/1/stars")
    expect_accessible(page, "a page of its own", LOOKS)


def test_a_figure_beside_the_buttons_is_explained_by_a_tap_and_never_in_their_way(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = context_for(people[0]).new_page()
    page.clock.install()
    page.goto(play.url(table))
    page.locator("#tool-fit").click()
    figure = page.locator(".change a").first
    letter = figure.locator(".edict-letter").text_content()
    expect(figure).to_be_visible()
    figure.hover()
    page.clock.run_for(2_000)
    expect(page.locator("#why")).to_be_hidden()
    figure.click()
    expect(page.locator("#why-title")).to_contain_text(f"Edict {letter}")
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()
    expect(figure).to_be_focused()

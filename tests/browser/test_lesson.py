"""The lessons on a phone without an account: to the end, leaving, returning, quitting, and tails of the bubbles."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.measuring import at_rest, measure, measured
from tests.browser.playing import listen_for_complaints, marked

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCRIPTLESS = {**PHONE, "java_script_enabled": False}
HEROES_STEPS = 15
FITS = "box => box.scrollHeight <= box.clientHeight && document.documentElement.scrollWidth <= innerWidth"
TITLES = ("Draw your first discovery", "Edicts", "Coins", "Ruins", "Monsters", "Time")


def begin(page: Page) -> None:
    page.goto("/")
    page.locator("[form=learn]").first.tap()
    expect(page.locator("html")).to_have_attribute("data-live", "on")  # before that, a tap loads the page anew


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_home_page_of_a_phone_shows_both_lessons_at_once(
    locale: str, context_for: Callable[..., BrowserContext]
) -> None:
    page = context_for(**{**PHONE, "viewport": {"width": 390, "height": 664}}, locale=locale).new_page()
    page.goto("/")
    for shown in ("#solo", "[form=learn] >> nth=0", "[form=learn] >> nth=1"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=1)


def draw(page: Page) -> None:
    action = page.locator("#place-form").get_attribute("action")
    page.locator("#tool-fit").tap()
    expect(page.locator("#confirm")).to_be_enabled()
    page.locator("#confirm").tap()
    expect(page.locator(f'#place-form[action="{action}"]')).to_have_count(0)


def test_a_first_season_is_taught(context_for: Callable[..., BrowserContext]) -> None:
    page = context_for(**PHONE).new_page()
    complaints = listen_for_complaints(page)
    begin(page)
    for number, title in enumerate(TITLES):
        expect(page.locator("#lesson-title")).to_have_text(title)
        expect(page.locator("#lesson .bubble")).to_be_in_viewport()
        if number == 2:  # away and back
            page.goto("/cartographers/learn/")
            page.get_by_role("button", name="Continue lesson").tap()
            expect(page.locator("#lesson-title")).to_have_text(title)
        draw(page)
    expect(page.locator("#lesson-title")).to_have_text("The season is over")
    expect(page.locator("#play-bots")).to_be_in_viewport(ratio=1)
    draw(page)
    expect(page.locator("#lesson")).to_have_count(0)
    assert not complaints


def test_the_map_stays_under_the_finger_while_the_lesson_goes_on(context_for: Callable[..., BrowserContext]) -> None:
    page = context_for(**PHONE).new_page()
    begin(page)
    words, places = page.locator("#lesson .bubble"), set()
    box, bar = measured(page.locator("#map")), measured(page.locator(".goals"))
    assert box["y"] + box["height"] <= bar["y"], "what the lesson speaks of is in sight"
    for title in TITLES:
        expect(page.locator("#lesson-title")).to_have_text(title)
        page.locator("#D4").tap()
        expect(page.locator("#map .ghost").first).to_be_visible()
        expect(words).to_be_in_viewport()
        places.add(measure(page.locator("#A1"), "space => Math.round(space.getBoundingClientRect().top)"))
        draw(page)
        places.add(measure(page.locator("#A1"), "space => Math.round(space.getBoundingClientRect().top)"))
    assert len(places) == 1


@pytest.mark.parametrize("size", [(320, 568), (390, 664)])
def test_card_time_and_season_are_in_sight_on_a_phone(
    size: tuple[int, int], context_for: Callable[..., BrowserContext]
) -> None:
    width, height = size
    page = context_for(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True).new_page()
    begin(page)
    for _turn in range(3):
        brief = page.locator(".brief")
        expect(brief).to_be_in_viewport(ratio=1)
        expect(brief).to_contain_text("of 8")
        for shown in ("#map", "#confirm", "#lesson"):
            expect(page.locator(shown)).to_be_in_viewport(ratio=1)
        assert max(len(bubble.split()) for bubble in page.locator("#lesson p").all_inner_texts()) <= 15
        assert page.locator("#lesson").evaluate("box => box.scrollHeight <= box.clientHeight")
        draw(page)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)])
def test_a_goal_is_taught_with_the_map_in_sight(
    size: tuple[int, int], context_for: Callable[..., BrowserContext]
) -> None:
    width, height = size
    page = context_for(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True).new_page()
    complaints = listen_for_complaints(page)
    begin(page)
    draw(page)
    expect(page.locator("#lesson-title")).to_have_text("Edicts")
    at_rest(page)
    lit = marked(page, "lit")
    assert {"E6", "F7"} < {*lit}
    page.locator("#terrain-water").tap()
    page.locator("#F7").tap()
    expect(page.locator("#confirm")).to_be_enabled()
    assert marked(page, "lit") == lit, "what is spoken of stays lit"
    box, bar = measured(page.locator("#map")), measured(page.locator(".goals"))
    lesson, confirm = measured(page.locator("#lesson")), measured(page.locator("#confirm"))
    assert box["y"] + box["height"] <= bar["y"] + 1 or box["x"] + box["width"] <= bar["x"]
    assert lesson["y"] + lesson["height"] <= box["y"] or lesson["x"] >= box["x"] + box["width"]
    assert max(box["y"] + box["height"], confirm["y"] + confirm["height"]) - min(box["y"], lesson["y"]) <= height
    page.locator("#confirm").tap()
    expect(page.locator("#earned")).to_have_text("Well done. That earned 2 stars for B.")
    expect(page.locator("#messages")).to_contain_text("Well done. That earned 2 stars for B.")
    assert not marked(page, "lit")
    assert not complaints


def test_a_lesson_can_be_skipped(context_for: Callable[..., BrowserContext]) -> None:
    page = context_for(**PHONE).new_page()
    begin(page)
    page.get_by_role("button", name="Skip lesson").tap()
    expect(page.locator("#lesson")).to_have_count(0)
    draw(page)
    expect(page.locator("#place-form")).to_be_visible()


def answer(page: Page) -> None:
    """Place the shape, or choose a space, at the first spot offered; with or without scripts."""
    task = page.locator(":is(#place-form, #destroy-form)")
    action = task.get_attribute("action")
    if page.locator("#destroy-form").count():
        page.locator("#choice-form button").first.tap()
    else:
        page.locator("#tool-fit").tap()
    expect(page.locator("#confirm")).to_be_enabled()
    page.locator("#confirm").tap()
    expect(page.locator(f':is(#place-form, #destroy-form)[action="{action}"]')).to_have_count(0)


@pytest.mark.parametrize("options", [PHONE, SCRIPTLESS], ids=["scripts", "no scripts"])
def test_heroes_lesson_is_played_to_its_end(
    options: dict[str, Any], context_for: Callable[..., BrowserContext]
) -> None:
    page = context_for(**options).new_page()
    complaints = listen_for_complaints(page)
    page.goto("/")
    page.get_by_role("button", name="Heroes lesson").tap()
    for _step in range(HEROES_STEPS - 1):
        expect(page.locator("#lesson .bubble")).to_be_in_viewport()
        answer(page)
    expect(page.locator("#lesson-title")).to_have_text("You know Heroes")
    assert measure(page.locator("#lesson"), FITS)
    for button in ("#play-bots", "#play-real", "#leave-lesson"):
        expect(page.locator(button)).to_be_in_viewport(ratio=1)
    answer(page)
    expect(page.locator("#lesson")).to_have_count(0)
    assert not complaints


@pytest.mark.parametrize(
    ("locale", "width", "height"), [("fr", 320, 568), ("en", 360, 740), ("fr", 390, 664), ("fr", 1280, 800)]
)
def test_first_lesson_leads_to_the_heroes_lesson(
    locale: str, width: int, height: int, context_for: Callable[..., BrowserContext]
) -> None:
    size = {"width": width, "height": height}
    page = context_for(locale=locale, viewport=size, has_touch=True, is_mobile=True).new_page()
    begin(page)
    for _title in TITLES:
        assert measure(page.locator("#lesson"), FITS)
        draw(page)
    assert measure(page.locator("#lesson"), FITS)
    for button in ("#play-bots", "#next-lesson", "#leave-lesson"):
        expect(page.locator(button)).to_be_in_viewport(ratio=1)
    page.locator("#next-lesson").tap()
    page.locator("main form .primary").tap()
    expect(page.locator("#lesson-title")).to_have_text("Ruines" if locale == "fr" else "Ruins")


TAIL = """() => {
  const stage = document.querySelector(".stage"), style = getComputedStyle(stage, "::after");
  const at = document.querySelector("#lesson").dataset.at;
  const drawn = style.content !== "none" && style.position === "static";
  return {at, drawn, sideways: document.documentElement.scrollWidth > innerWidth};
}"""
POINTED = {"map": "#map", "goals": ".goals", "figures": ".extras", "time": ".brief"}


@pytest.mark.parametrize("size", [(320, 568), (390, 664), (844, 390), (768, 1024), (1366, 768)])
def test_bubbles_have_tails_and_cover_nothing_they_point_at(
    size: tuple[int, int], context_for: Callable[..., BrowserContext]
) -> None:
    width, height = size
    page = context_for(viewport={"width": width, "height": height}, has_touch=True).new_page()
    begin(page)
    places, pointed = set(), []
    for _title in TITLES:
        at_rest(page)
        tail = page.evaluate(TAIL)
        pointed.append(tail["at"])
        assert tail["drawn"]
        assert not tail["sideways"]
        bubble, thing = measured(page.locator("#lesson")), measured(page.locator(POINTED[tail["at"]]))
        apart = bubble["x"] + bubble["width"] <= thing["x"] or thing["x"] + thing["width"] <= bubble["x"]
        assert apart or bubble["y"] + bubble["height"] <= thing["y"] or thing["y"] + thing["height"] <= bubble["y"]
        places.add(measure(page.locator("#A1"), "space => Math.round(space.getBoundingClientRect().top)"))
        draw(page)
    assert pointed == ["map", "goals", "figures", "map", "map", "time"]
    assert len(places) == 1, "the map stays in its place"

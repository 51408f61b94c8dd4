"""Accessibility of the table page: on phones, in every theme, with assistive technology."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.cards import AmbushCard
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import measured, width_of
from tests.browser.playing import draw, listen_for_complaints
from tests.browser.reading import LOOKS, expect_accessible
from tests.games.cartographers import play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]


def advance(table: Table, people: list[User], until: Callable[..., bool]) -> None:
    """Play at random until the state matches, or to the end."""
    play.play_until(table, Random(5), until)


def in_ambush(state: object) -> bool:
    return isinstance(getattr(state, "open", None), AmbushCard)


def expect_large_controls(page: Page) -> None:
    """Expect every visible control to be large enough to tap, and to have a label or picture."""
    for control in page.locator("#controls .button:visible").all():
        size = measured(control)
        assert min(size["width"], size["height"]) >= 44, control.get_attribute("id")
        assert control.inner_text() or control.locator(".shape").count(), "a sign alone tells a new player nothing"


def alone(context_for: ContextFor, person: User, size: tuple[int, int], **options: object) -> Page:
    """The page of a new solo game in a window of the given size."""
    page = context_for(person, viewport={"width": size[0], "height": size[1]}, **options).new_page()
    page.goto(play.url(play.gather(person)))
    return page


@pytest.fixture(params=[(390, 844), pytest.param((390, 664), marks=pytest.mark.long), (320, 640)], ids=str)
def phone(request: pytest.FixtureRequest, context_for: ContextFor, people: list[User]) -> Iterator[Page]:
    """Ann's phone with a solo game; the page must not log any console errors."""
    page = alone(context_for, people[0], request.param, has_touch=True)
    complaints = listen_for_complaints(page)
    page.reload()
    yield page
    assert not complaints


def test_a_phone_shows_the_whole_map(phone: Page) -> None:
    width, height = phone.viewport_size["width"], phone.viewport_size["height"]
    assert width_of(phone) <= width
    box, goals, confirm = (measured(phone.locator(one)) for one in ("#map", ".goals", "#confirm"))
    assert 0 <= box["x"] <= width - box["width"]
    assert box["y"] + box["height"] <= goals["y"]
    assert confirm["y"] + confirm["height"] <= height
    space = measured(phone.locator("#G7"))
    assert min(space["width"], space["height"]) >= 24


def test_a_phone_reaches_every_control(phone: Page) -> None:
    brief = phone.locator(".brief")
    expect(brief).to_contain_text("of 8")
    expect(phone.locator(".hand-name a")).to_be_visible()
    rules = brief.get_by_role("link", name="Rules")
    expect(rules).to_be_in_viewport(ratio=1)
    expect(rules).to_have_attribute("href", "/cartographers/rules/")
    phone.locator("#map").evaluate("map => map.scrollIntoView({ block: 'start' })")
    phone.tap("#G7")
    expect(phone.locator("#map td.ghost")).not_to_have_count(0)
    confirm = phone.locator("#confirm")
    expect(confirm).to_be_in_viewport(ratio=1)
    expect(rules).to_be_in_viewport(ratio=1)
    expect_large_controls(phone)
    confirm.tap()
    expect(phone.locator("#log")).to_contain_text("You drew")


@pytest.mark.parametrize("size", [(1024, 768), (1130, 800)], ids=str)
def test_a_middling_screen_shows_the_controls_beside_the_whole_map(
    context_for: ContextFor, people: list[User], size: tuple[int, int]
) -> None:
    page = alone(context_for, people[0], size)
    box = measured(page.locator("#map"))
    assert box["y"] + box["height"] <= size[1]
    for part in (".goals", ".hand", "#confirm"):
        place = measured(page.locator(part))
        assert place["x"] >= box["x"] + box["width"]
        assert place["y"] + place["height"] <= size[1]


@pytest.mark.parametrize("size", [(720, 450), (360, 300)], ids=str)
def test_a_zoomed_page_leaves_the_map_uncovered(
    context_for: ContextFor, people: list[User], size: tuple[int, int]
) -> None:
    page = alone(context_for, people[0], size)
    page.locator("#map").evaluate("map => map.scrollIntoView({ block: 'start' })")
    row = measured(page.locator("#F6"))
    on_top = "([x, y]) => document.elementFromPoint(x, y)?.closest('#map')?.id"
    assert page.evaluate(on_top, [row["x"] + row["width"] / 2, row["y"] + row["height"] / 2]) == "map"
    assert width_of(page) <= size[0]


def test_names_of_one_long_word_break(context_for: ContextFor, people: list[User]) -> None:
    User.objects.update(display_name="W" * 24)
    table = play.gather(*people)
    Table.objects.update(name="W" * 40)
    advance(table, people, in_ambush)
    for width in (390, 768):
        page = context_for(people[0], viewport={"width": width, "height": 844}).new_page()
        page.goto(play.url(table))
        expect(page.locator(".ambush")).to_be_visible()
        assert width_of(page) <= width
        assert page.locator("#confirm").evaluate("part => part.scrollWidth <= part.clientWidth + 1")


def test_the_buttons_keep_their_places_from_turn_to_turn(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    page = context_for(people[0], viewport={"width": 1440, "height": 900}).new_page()
    page.goto(play.url(table))
    chance, places = Random(3), set()
    for _ in range(9):
        boxes = [measured(page.locator(selector)) for selector in ("#map", "#confirm", "#tool-right")]
        places.add(tuple(round(box["y"]) for box in boxes if box))
        draw(page, chance)
    assert len(places) == 1


def test_a_button_that_is_off_looks_so_under_the_pointer(context_for: ContextFor, people: list[User]) -> None:
    page = context_for(people[0]).new_page()
    page.goto(play.url(play.gather(people[0])))
    confirm = page.locator("#confirm")
    expect(confirm).to_be_disabled()
    confirm.hover(force=True)
    assert confirm.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_a_game_under_way_is_accessible(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(*people)
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    page.click("#tool-fit")
    expect(page.locator(".goals")).to_be_visible()
    expect_accessible(page, "a drawing that fits", LOOKS)
    page.click("#B4")
    expect(page.locator("#problem")).to_be_visible()
    page.locator(".goals a").first.click()
    expect(page.locator("#why-title")).to_be_visible()
    expect_accessible(page, "a drawing that does not fit, and a figure explained", LOOKS)
    page.keyboard.press("Escape")
    page.click("#tool-fit")
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    expect_accessible(page, "drawn", LOOKS)


def test_an_ambush_is_accessible(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(*people)
    advance(table, people, in_ambush)
    page = context_for(people[0], viewport={"width": 390, "height": 844}).new_page()
    page.goto(play.url(table))
    expect(page.locator("#desk-title")).to_contain_text("Ben’s map")
    expect(page.locator("#confirm")).to_contain_text("Ben’s map")
    expect_accessible(page, "an ambush", LOOKS)


def test_a_finished_game_is_accessible(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(*people)
    advance(table, people, lambda state: state.over)
    for viewer, width in ((people[0], 1280), (None, 320)):
        page = context_for(viewer, viewport={"width": width, "height": 800}).new_page()
        complaints = listen_for_complaints(page)
        page.goto(play.url(table))
        expect(page.locator("#ending")).to_be_visible()
        expect_accessible(page, "a finished game", LOOKS if viewer else ())
        assert not complaints


def test_what_a_drawing_would_change_is_heard(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    page.click("#B4")
    expect(page.locator("#messages .spoken")).to_contain_text("B4")
    names = page.locator("#map button").evaluate_all(
        "spaces => spaces.map((space) => space.getAttribute('aria-label'))"
    )
    assert (len(names), names[0], names[14]) == (121, "A1, empty", "B4, mountain")

"""Spaces without color: symbols and patterns alone distinguish them at phone size."""

import base64
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import BrowserContext, Locator, Page

from engine.cartographers.notation import board_of
from games.accounts.models import User
from games.cartographers.map.boards import Marks, map_view, patches
from tests.browser.measuring import measured
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
Picture = list[float]

# Each of them alone and off the edge.
ROWS = {"C": ".F.V.A.W.M.", "E": ".H.^.r.#.X."}
BOARD = board_of("/".join(ROWS.get(row, "." * 11) for row in "ABCDEFGHIJK"))
WHERE = {
    "forest": "C2",
    "village": "C4",
    "farm": "C6",
    "water": "C8",
    "monster": "C10",
    "hero": "E2",
    "mountain": "E4",
    "ruins": "E6",
    "wasteland": "E8",
    "destroyed": "E10",
}
MOST = 600_000
"""Bytes of a printed table."""
SYMBOL, SMALL = 24, 120
"""The sides, in pixels, to which pictures of a space and of a small map are brought."""
APART, ALIKE = 0.05, 0.005
"""How far two pictures must lie apart to tell two things, and at most do lie apart where they show the same: the mean
over their pixels of how much their luminance differs, which goes from 0 to 1, once each has been brought to the same
brightness as a whole.
"""
LUMINANCE = """async ([png, side]) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt());
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  const light = (n) => (data[n] * 0.2126 + data[n + 1] * 0.7152 + data[n + 2] * 0.0722) / 255;
  return Array.from({ length: side * side }, (_, n) => light(4 * n));
}"""


def picture(shown: Locator, side: int) -> Picture:
    """The luminance of an element pixel by pixel, minus its mean."""
    png = base64.b64encode(shown.screenshot()).decode()
    return levelled(shown.page.evaluate(LUMINANCE, [png, side]))


def levelled(light: Picture) -> Picture:
    mean = sum(light) / len(light)
    return [pixel - mean for pixel in light]


def apart(one: Picture, other: Picture) -> float:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


def alike(pictures: dict[str, Picture]) -> list[str]:
    """The pairs of pictures that are too similar."""
    distances = {f"{a} and {b}": apart(pictures[a], pictures[b]) for a, b in combinations(pictures, 2)}
    return [f"{pair}: {distance:.3f}" for pair, distance in distances.items() if distance < APART]


def test_what_is_only_brighter_is_alike() -> None:
    stripes = [0.1, 0.4] * 50
    assert alike({"dark": levelled(stripes), "bright": levelled([light + 0.3 for light in stripes])})
    assert not alike({"here": levelled(stripes), "there": levelled(stripes[1:] + stripes[:1])})


@pytest.fixture(params=["light", pytest.param("dark", marks=pytest.mark.long)])
def page(request: Any, context_for: ContextFor, people: list[User]) -> Page:
    """The page of a table on a phone, without the bar that lies over a part of the map."""
    table = play.gather(*people)
    size = {"width": 390, "height": 844}
    page = context_for(people[0], viewport=size, color_scheme=request.param).new_page()
    page.goto(play.url(table))
    page.locator("#controls").evaluate("bar => bar.replaceChildren()")
    return page


@pytest.fixture
def people(site: object) -> list[User]:
    return people_named("Ann", "Ben")


def test_ten_symbols_are_told_apart_without_colour(page: Page) -> None:
    html = render_to_string("cartographers/map/_map.html", {"map": map_view(BOARD, "All", Marks())})
    page.evaluate("html => { document.getElementById('map').outerHTML = html; }", html)
    box = measured(page.locator("#C2"))
    assert 20 < box["width"] < 34
    shown = {name: picture(page.locator(f"#{space}"), SYMBOL) for name, space in WHERE.items()}
    assert alike(shown) == []
    page.evaluate("html => { document.getElementById('map').outerHTML = html; }", html)
    for name, space in WHERE.items():
        assert apart(shown[name], picture(page.locator(f"#{space}"), SYMBOL)) < ALIKE, "the drawing moved"


MARKS = {"forest": "F", "village": "V", "farm": "A", "water": "W", "monster": "M", "hero": "H"}
LEFT = {"mountain": "^", "wasteland": "#", "destroyed": "X", "ruins": "r", "empty": "."}


def test_small_maps_tell_their_terrains_apart_without_colour(page: Page) -> None:
    box = measured(page.locator("#boards .small-map").first)
    assert box["width"] < 160
    shown = {name: small_map(page, mark) for name, mark in (MARKS | LEFT).items()}
    assert alike(shown) == []
    assert apart(shown["village"], small_map(page, "V")) < ALIKE
    plain = {name: small_map(page, mark, patterned=False) for name, mark in MARKS.items()}
    assert len(alike(plain)) == 15, "no pair of them is told apart by colour alone"


def test_a_map_is_printed_with_its_patterns_and_without_weight(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cost of monsters is drawn as lines, because printers rasterize gradients."""
    monsters.stack(monkeypatch, "zombie_plague")
    table = play.gather(*people)
    monsters.play_on(table, people)
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    with page.expect_response(re.compile(r"/img/ink\.\w+\.svg")) as drawn:
        printed = page.pdf()
    assert drawn.value.ok
    assert len(printed) < MOST
    page.emulate_media(media="print")
    ground = page.locator("#map td.cost > *").first
    assert "ink." in ground.evaluate("ground => getComputedStyle(ground).backgroundImage")


def small_map(page: Page, mark: str, *, patterned: bool = True) -> Picture:
    """A small map filled with one terrain, with its pattern or in plain color."""
    board = board_of("/".join([mark * 11] * 11))
    html = render_to_string("cartographers/map/_small_map.html", {"patches": patches(board), "name": "small"})
    html = html if patterned else re.sub(r' fill="url[^"]*"', "", html)
    page.evaluate("html => { document.querySelector('#boards .small-map').outerHTML = html; }", html)
    return picture(page.locator("#boards .small-map").first, SMALL)

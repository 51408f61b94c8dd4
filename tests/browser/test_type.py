"""The heading font: small, cached, complete, and free of layout shifts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Route

from tests.browser.measuring import measure
from tests.processes.programs import ROOT

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
LARGEST = 25_000  # bytes
FONT = "link[rel=preload][as=font]"
# The letters that the font has not: with it they are as wide as those of whatever font comes after it.
MISSING = """async (letters) => {
  const font = new FontFace("Tried", `url(${document.querySelector("link[rel=preload][as=font]").href})`);
  document.fonts.add(await font.load());
  const context = document.createElement("canvas").getContext("2d");
  const width = (letter, next) => {
    context.font = `100px Tried, ${next}`;
    return context.measureText(letter).width;
  };
  return [...letters].filter((letter) => width(letter, "monospace") !== width(letter, "sans-serif"));
}"""
BOXES = """() => [...document.querySelectorAll("h1, h2, main p")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height].join();
})"""
SHIFTS = """() => new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
})"""


def test_it_is_small_and_kept(context_for: ContextFor) -> None:
    page = context_for().new_page()
    page.goto("/")
    answer = page.request.get(page.locator(FONT).evaluate("link => link.href"))
    assert answer.headers["content-type"] == "font/woff2"
    assert "immutable" in answer.headers["cache-control"]
    assert len(answer.body()) < LARGEST
    assert measure(page, "getComputedStyle(document.querySelector('h1')).fontFamily").startswith("Alegreya")


def test_it_has_every_letter_of_the_catalogue(context_for: ContextFor) -> None:
    catalogue = (ROOT / "locale/fr/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    found = "".join(re.findall(r'^(?:msgstr(?:\[\d\])? |)"(.*)"$', catalogue, re.MULTILINE))
    letters = "".join(
        sorted({character for character in found if character.isalnum()} | set("0123456789ĄąŁłŻżĞğŞşŐőßẞØøÆæÞþ−–—’«»"))
    )
    page = context_for().new_page()
    page.goto("/")
    assert measure(page, MISSING, letters) == []
    assert measure(page, MISSING, "Жλ") == ["Ж", "λ"]


def test_nothing_moves_when_it_comes_late(context_for: ContextFor) -> None:
    page = context_for(viewport={"width": 390, "height": 844}).new_page()
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
    before = page.evaluate(BOXES)
    held[0].continue_()
    assert measure(page, BOXES) == before
    assert measure(page, SHIFTS) == 0

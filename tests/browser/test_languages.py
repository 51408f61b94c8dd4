"""The site in another language: text is in that language, and longer words don't break the layout."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.tables.models import Pace, Table
from games.tables.time_control import TimeControl
from tests.browser.measuring import measure, measured, width_of
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import expect_accessible
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import people_named, seeded

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"width": 320, "height": 640}
PAGES = (
    "/",
    "/cartographers/rules/",
    "/cartographers/cards/",
    "/cartographers/analysis/?edicts=treetower&card=hamlet",
    "/cartographers/learn/",
    "/accounts/sign-up/",
    "/tables/",
    "/tables/new/",
    "/accounts/profile/",
)
# Makes every text longer by two fifths, as a wordy language would.
LENGTHEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest("script, #map, code"))
      node.data = node.data.replace(/[\\p{L}’]{4,}/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.4)));
}"""
# What reaches out of the window, but for what scrolls by itself, and buttons whose words reach out of them.
TOO_WIDE = """() => [...document.querySelectorAll("body *")].filter((one) => {
  if (!one.checkVisibility({ visibilityProperty: true })) return false;
  if (one.closest(".visually-hidden, .table-wrap, svg")) return false;
  const box = one.getBoundingClientRect();
  const outside = box.width > 1 && box.right > innerWidth + 1 && getComputedStyle(one).position !== "absolute";
  return outside || (one.matches("button, .button") && one.scrollWidth > one.clientWidth + 1);
}).map((one) => `${one.tagName} ${one.id || one.className}: ${one.textContent.trim().slice(0, 40)}`)"""


@pytest.fixture
def mira(site: object) -> User:
    return people_named("Mira")[0]


@pytest.fixture
def games(mira: User, monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Solo games with both boxes: one in progress, and one whose open card offers every terrain."""
    seeded(monkeypatch, bytes(31) + b"\x05")
    under_way = play.gather(mira, **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(under_way, [mira], lambda state: state.turn > 12)
    monsters.stack(monkeypatch, "rift_lands")
    return [under_way, play.gather(mira)]


@pytest.mark.parametrize("width", [320, 1280])
def test_longer_words_break_no_layout(context_for: ContextFor, mira: User, games: list[Table], width: int) -> None:
    page = context_for(mira, viewport={**PHONE, "width": width}).new_page()
    for address in (*PAGES, *map(play.url, games)):
        page.goto(address)
        page.evaluate(LENGTHEN)
        assert measure(page, TOO_WIDE) == [], address
        assert width_of(page) <= width, address


@pytest.mark.parametrize("width", [320, 390, 768, 1440])
def test_french_words_stay_in_their_buttons(
    context_for: ContextFor, mira: User, games: list[Table], width: int
) -> None:
    page = context_for(mira, locale="fr-FR", viewport={**PHONE, "width": width}).new_page()
    for table in games:
        page.goto(play.url(table))
        expect(page.locator("#tool-fit")).to_have_text("Suivant")
        assert measure(page, TOO_WIDE) == []


def test_words_too_wide_are_found(context_for: ContextFor, mira: User) -> None:
    page = context_for(mira, viewport=PHONE).new_page()
    page.goto("/cartographers/rules/")
    wide = f"<button class=button>{'immeasurably' * 6}</button>"
    page.locator("h1").evaluate("(title, wide) => { title.innerHTML = wide; }", wide)
    assert measure(page, TOO_WIDE) != []


def test_a_visitor_plays_in_french(context_for: ContextFor, site: object) -> None:
    page = context_for(locale="fr-FR", viewport={"width": 390, "height": 844}).new_page()
    complaints = listen_for_complaints(page)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="Jouer à Cartographers en solo", exact=True).click()
    page.locator("#tool-fit").click()
    expect(page.locator("#confirm")).to_have_text("Dessiner")
    with page.expect_response(lambda answer: "placement" in answer.url):
        page.locator("#confirm").click()
    expect(page.locator("#log")).to_contain_text("Vous avez dessiné")
    assert not complaints


def test_the_switch_keeps_the_place(context_for: ContextFor, mira: User, games: list[Table]) -> None:
    table = games[0]
    page = context_for(mira).new_page()
    page.goto(play.url(table))
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page).to_have_url(re.compile(re.escape(play.url(table))))
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize(
    "address", [*PAGES[::3], *(pytest.param(page, marks=pytest.mark.long) for page in PAGES if page not in PAGES[::3])]
)
def test_french_pages_are_accessible(context_for: ContextFor, mira: User, address: str) -> None:
    page: Page = context_for(mira, locale="fr-FR", viewport=PHONE).new_page()
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect_accessible(page, address)


def test_deadline_on_a_phone_covers_no_other_words(context_for: ContextFor, people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(language="fr")
    table = play.gather(*people, tempo=TimeControl(Pace.DAYS, turn_seconds=48 * 3600))
    page = context_for(people[0], viewport={"width": 360, "height": 740}).new_page()
    page.goto(play.url(table))
    progress, clock = measured(page.locator(".strip-progress")), measured(page.locator("#clock"))
    assert progress["x"] + progress["width"] <= clock["x"]
    assert clock["x"] + clock["width"] <= 360

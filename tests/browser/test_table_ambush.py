"""Both sides of an ambush: the drawer sees the owner's colors and the cost, the owner who drew it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from engine.cartographers.geometry import spaces
from engine.cartographers.notation import space_name
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import measure, measured
from tests.browser.playing import listen_for_complaints, marked
from tests.browser.reading import LOOKS, expect_accessible
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
MARGIN = 8  # pixels between what is told and the edge of a phone
TROLL = "giant_troll_ravage"
# Whether all of what is told of the connection lies on top.
UNCOVERED = """() => {
  const told = document.querySelector(".offline");
  const { left, top, right, bottom } = told.getBoundingClientRect();
  return [[left + 2, top + 2], [right - 2, bottom - 2]].every(([x, y]) => document.elementFromPoint(x, y) === told);
}"""


@pytest.fixture
def table(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game that opens with trolls, which Ann and Ben draw on each other's maps."""
    monsters.stack(monkeypatch, TROLL)
    return play.gather(*people)


def expect_margins(page: Page, news: Locator) -> None:
    """Expect the message to keep its distance from both edges of a phone screen."""
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        box = measured(news)
        assert min(box["x"], width - box["x"] - box["width"]) >= MARGIN


def test_an_ambush_from_both_sides(context_for: ContextFor, people: list[User], table: Table) -> None:
    ann, ben = (context_for(user).new_page() for user in people)
    complaints = [listen_for_complaints(page) for page in (ann, ben)]
    for page in (ann, ben):
        page.goto(play.url(table))
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(ann.locator(".strip-sentence")).to_contain_text("Draw Giant Troll Ravage on Ben’s map.")
    expect(ann.locator("#own-map")).to_contain_text("Ben draws on your map")
    ann.locator("#E8").click()
    expect(ann.locator("#harm")).to_contain_text(re.compile(r"It costs Ben \d more stars each season: "))
    harmed = re.findall(r"[A-K]\d+", ann.locator("#harm").inner_text())
    assert harmed == marked(ann, "harm")
    expect(ann.locator("#messages")).to_contain_text("It costs Ben")
    confirm = ann.get_by_role("button", name="Place on Ben’s map")
    drawn = marked(ann, "ghost")
    confirm.click()
    expect(ann.locator("#take-back")).to_be_visible()
    expect(ben.locator("#ambushed")).to_have_count(0)
    ben.locator("#tool-fit").click()
    ben.locator("#confirm").click()
    expect(ben.locator("#ambushed")).to_contain_text(
        f"Highlighted: Giant Troll Ravage on {', '.join(drawn)}, drawn by Ann."
    )
    assert marked(ben, "fresh") == drawn == [space_name(where) for where in spaces(play.state_of(table).latest[1])]
    expect(ann.locator("#ambushed")).to_contain_text("drawn by Ben.")
    ann.goto(play.url(table) + "?look=2")
    news = ann.locator("#ambushed")
    expect(news).to_contain_text("drawn by you.")
    expect_margins(ann, news)
    assert complaints == [[], []]


def test_script_and_server_mark_the_same_harm(context_for: ContextFor, people: list[User], table: Table) -> None:
    """Compare spots where corners, mountains and the monster itself change the spaces that cost stars."""
    plain, scripted = (context_for(people[0], java_script_enabled=on).new_page() for on in (False, True))
    scripted.goto(play.url(table))
    for space in ("A1", "B5", "E6", "K11"):
        scripted.locator(f"#{space}").click()
        if not marked(scripted, "harm"):
            continue
        expect(scripted).to_have_url(re.compile("anchor="))
        plain.goto(scripted.url)
        assert marked(plain, "ghost") == marked(scripted, "ghost")
        assert marked(plain, "harm") == marked(scripted, "harm")
        expect(plain.locator("#harm")).to_be_visible()
    scripted.locator("#tool-drop").click()
    assert marked(scripted, "harm") == []


def test_an_ambush_is_for_everybody(context_for: ContextFor, people: list[User], table: Table) -> None:
    for width in (320, 1440):
        for user in people:
            page = context_for(user, viewport={"width": width, "height": 800}).new_page()
            page.goto(play.url(table) + "?anchor=E8")
            expect(page.locator("#harm")).to_be_visible()
            expect_accessible(page, f"{width}", LOOKS if width == 320 else ())


def test_a_phone_shows_whose_map_it_is_the_whole_map_and_the_harm_at_once(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    ann = context_for(people[0], viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
    ann.goto(play.url(table))
    ann.locator("#E8").tap()
    expect(ann.locator("#harm")).to_be_visible()
    # From top to bottom, and nothing over the other.
    edges = measure(
        ann,
        """() => [".strip-sentence", "#A1", "#K11", ".goals", "#harm", "#confirm"].flatMap((one) => {
          const { top, bottom } = document.querySelector(one).getBoundingClientRect();
          return [top, bottom];
        })""",
    )
    assert edges == sorted(edges)
    assert edges[0] >= 0
    assert edges[-1] <= 844


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)], ids=str)
def test_a_phone_tells_of_a_lost_connection(
    size: tuple[int, int], context_for: ContextFor, people: list[User], table: Table
) -> None:
    context = context_for(people[0], viewport={"width": size[0], "height": size[1]}, has_touch=True)
    ann = context.new_page()
    ann.goto(play.url(table))
    expect(ann.locator("html")).to_have_attribute("data-live", "on")
    expect(ann.locator(".offline")).to_be_hidden()
    context.set_offline(True)
    expect(ann.locator(".offline")).to_be_in_viewport(ratio=1)
    assert ann.evaluate(UNCOVERED)

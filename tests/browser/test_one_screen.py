"""Map, edicts with scores, hand and confirm button fit on one screen without scrolling.

Covers every device, few and many seats, turns, ambushes and choices, in Cartographers and in Heroes. Pages are measured
at the top, with the season summary collapsed.
"""

from collections.abc import Callable, Mapping, Sequence

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.state import State
from games.accounts.models import User
from games.cartographers.lesson.lesson_game import start_lesson
from games.tables.models import Table
from tests.browser.measuring import measure, measured, width_of
from tests.browser.test_languages import LENGTHEN
from tests.browser.test_table_reach import in_ambush
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import NAMES, people_named, seeded

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
Sizes = tuple[tuple[int, int], ...]
PHONES: Sizes = ((320, 568), (360, 640), (390, 664), (390, 844), (844, 390))
SCREENS: Sizes = ((768, 1024), (960, 540), (1024, 768), (1280, 577), (1366, 768), (1440, 900), (1920, 1080))
# Laptops at 200 %.
ZOOMED: Sizes = ((683, 384), (720, 450))
SEATS = (1, 4, 8)
LINE = 18  # pixels, at least, of a line of what is told
# What of the map, the edicts, the hand and the ways to confirm is cut off by the window or lies under something else.
OUT_OF_SIGHT = """() => {
  const edges = [...document.querySelectorAll("#map td > *")].filter(({ id }) => /^([AK]|.1$|.11$)/.test(id));
  const edicts = [...document.querySelectorAll("#controls .change:has(.edict-letter)")];
  const tools = [...document.querySelectorAll("#controls .tools > *")];
  const hand = [...document.querySelectorAll("#controls .hand nav > *")];
  const all = [...edges, ...edicts, ...tools, ...hand, document.querySelector("#confirm")];
  const shown = ({ left, top, right, bottom }) =>
    left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  const uncovered = (one) => {
    const { left, top, width, bottom } = one.getBoundingClientRect();
    return [top + 2, (top + bottom) / 2, bottom - 2].every((y) => {
      const over = document.elementFromPoint(left + width / 2, y);
      return one.contains(over) || over?.contains(one);
    });
  };
  const whole = edges.length === 40 && edicts.length === 4 && scrollY === 0;
  const seen = (one) => shown(one.getBoundingClientRect()) && uncovered(one);
  const hidden = all.filter((one) => !seen(one));
  // A figure that runs out of its row is cut off, too.
  const runsOut = (row) => [...row.querySelectorAll(".goal-figure, b, .extras a")].some(
    (part) => part.getBoundingClientRect().right > row.getBoundingClientRect().right + 0.5);
  hidden.push(...[...edicts, document.querySelector(".extras")].filter(runsOut));
  // How far the season is, and what is drawn: beside the hand, or in the season's panel.
  const told = [...document.querySelectorAll(".season-time > [aria-hidden], .brief > .season-time")];
  if (!document.querySelector(".lesson") && !told.some(seen)) hidden.push(told[0]);
  const names = hidden.map((one) => `${one.id || one.className}: ${one.textContent.trim().slice(0, 20)}`);
  return whole ? names : ["not the whole page", ...names];
}"""

# The words of whose turn it is: whether some are cut off, and whether each line lies on top.
CUT_OFF = "(sentence) => sentence.scrollHeight > sentence.clientHeight"
ON_TOP = """(sentence) => {
  const words = document.createRange();
  words.selectNodeContents(sentence);
  return [...words.getClientRects()].filter(({ width }) => width > 2).every(({ left, top, bottom }) =>
    sentence.contains(document.elementFromPoint(left + 1, (top + bottom) / 2)));
}"""


def late(state: State) -> bool:
    """True if it is the second season and everyone draws on their own map."""
    return state.season == 1 and state.choice is None and not in_ambush(state)


def ambushed(state: State) -> bool:
    return in_ambush(state) and state.choice is None


def scenes(people: list[User], monkeypatch: pytest.MonkeyPatch, numbers: Sequence[int]) -> Mapping[str, Table]:
    """The tables to check, by game, number of seats and situation."""
    tables = {}
    for game, options in (("Cartographers", {}), ("Heroes", PRESETS[Preset.HEROES].as_json())):
        for seats in numbers:
            for what, condition in (("turn", late), ("ambush", ambushed)):
                if seats > 1 or what == "turn":
                    table = tables[f"{game}, {seats}, {what}"] = play.gather(*people[:seats], **options)
                    monsters.play_on(table, people, condition)
    for seats in numbers:
        tables[f"Heroes, {seats}, choice"] = choosing(people[:seats], monkeypatch)
    tables["both, 8, every terrain"] = every_terrain(people, monkeypatch)
    tables["lesson"] = start_lesson(user=people[0])
    return tables


def choosing(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table at which everybody chooses the space that a troll destroys."""
    with monkeypatch.context() as patch:
        monsters.stack(patch, "giant_troll_ravage")
        table = play.gather(*people)
        monsters.play_on(table, people, monsters.chooses)
    return table


def every_terrain(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table whose open card may be drawn as any terrain."""
    with monkeypatch.context() as patch:
        monsters.stack(patch, "rift_lands")
        return play.gather(*people)


def open_at(page: Page, table: Table) -> None:
    """Open a table, collapse the season summary and put the shape down, so that everything is shown."""
    page.goto(play.url(table))
    page.locator("#season-over").evaluate_all("all => all.forEach((one) => { one.open = false })")
    if page.locator("#tool-fit").count():
        page.locator("#tool-fit").click()
        expect(page.locator("#map td.ghost")).not_to_have_count(0)


def out_of_sight(page: Page, name: str, sizes: Sizes) -> dict[str, list[str]]:
    """The elements out of sight on a page, for each window size."""
    missing = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        hidden = measure(page, OUT_OF_SIGHT) + ["wider than the window"] * (width_of(page) > width)
        if hidden:
            missing[f"{name}, {width}x{height}"] = hidden
    return missing


@pytest.mark.parametrize("sizes", [PHONES, SCREENS], ids=["phones", "screens"])
def test_all_that_one_draws_for_is_in_sight(
    context_for: ContextFor, site: object, monkeypatch: pytest.MonkeyPatch, sizes: Sizes, full: bool
) -> None:
    seeded(monkeypatch, play.TWO_SHAPES)
    people = people_named(*NAMES[:8])
    page = context_for(people[0], has_touch=sizes is PHONES).new_page()
    missing: dict[str, list[str]] = {}
    for name, table in scenes(people, monkeypatch, SEATS if full else (1, 8)).items():
        open_at(page, table)
        missing |= out_of_sight(page, name, sizes)
    assert missing == {}


@pytest.fixture
def crowded(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Table]:
    """Tables with a lot to show: an ambush, a choice, and a card that offers every terrain."""
    seats = [*people, *people_named(*NAMES[2:8])]
    ambush = play.gather(*seats[:4])
    monsters.play_on(ambush, seats, ambushed)
    choice, terrains = choosing(seats, monkeypatch), every_terrain(seats, monkeypatch)
    return {"ambush": ambush, "choice": choice, "every terrain": terrains}


@pytest.mark.parametrize("sizes", [PHONES, SCREENS], ids=["phones", "screens"])
def test_longer_words_stay_in_sight(
    context_for: ContextFor, people: list[User], crowded: Mapping[str, Table], sizes: Sizes
) -> None:
    """Simulate a language with 40% longer words."""
    page = context_for(people[0], has_touch=sizes is PHONES).new_page()
    missing: dict[str, list[str]] = {}
    for name, table in crowded.items():
        open_at(page, table)
        measure(page, LENGTHEN)
        missing |= out_of_sight(page, name, sizes)
    assert missing == {}


def test_a_tap_shows_all_words_of_whose_turn_it_is(
    context_for: ContextFor, people: list[User], table: Table, crowded: Mapping[str, Table]
) -> None:
    """Sentences that are too long for the strip are cut until tapped."""
    page = context_for(people[0], has_touch=True).new_page()
    sentence, were_cut = page.locator(".strip-sentence"), set()
    for one in (table, crowded["choice"], crowded["every terrain"]):
        page.goto(play.url(one))
        measure(page, LENGTHEN)
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            sentence.blur()
            if measure(sentence, CUT_OFF):
                were_cut.add(one)
                before = measured(page.locator("#map"))
                sentence.tap()
                assert measured(page.locator("#map")) == before
            assert measure(sentence, f"(one) => !({CUT_OFF})(one) && ({ON_TOP})(one)"), (width, height)
    assert were_cut


def test_the_map_keeps_its_place_on_a_phone(
    context_for: ContextFor, people: list[User], table: Table, crowded: Mapping[str, Table]
) -> None:
    """The map stays at the same height whatever the task and however long its text."""
    page = context_for(people[0], has_touch=True).new_page()
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        tops = set()
        for one in (table, crowded["choice"], crowded["every terrain"]):
            page.goto(play.url(one))
            tops.add(round(measured(page.locator("#map"))["y"]))
        assert len(tops) == 1, (width, height)


def test_a_zoomed_page_in_forced_colours_has_all_in_sight(
    context_for: ContextFor, people: list[User], crowded: Mapping[str, Table]
) -> None:
    page = context_for(people[0], forced_colors="active", device_scale_factor=2).new_page()
    missing: dict[str, list[str]] = {}
    for name, table in crowded.items():
        open_at(page, table)
        missing |= out_of_sight(page, name, ZOOMED)
    assert missing == {}


@pytest.mark.parametrize("size", [size for size in PHONES if size != (320, 568)], ids=str)
def test_who_waits_has_the_map_what_came_of_it_and_the_way_on_in_sight(
    size: tuple[int, int], context_for: ContextFor, people: list[User]
) -> None:
    table = play.gather(*people)
    for _ in range(3):
        play.gather(*people)
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}, has_touch=True).new_page()
    page.goto(play.url(table))
    page.locator("#tool-fit").click()
    page.locator("#confirm").click()
    expect(page.locator("#next-table")).to_have_text("Next: Desk (+2)")
    for part in ("#map tbody", ".goals", "#take-back", "#next-table"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(page.locator("#done")).to_be_in_viewport(ratio=1)
    assert measured(page.locator("#done"))["height"] < 3 * LINE


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("size", [(1366, 768), (1280, 720), (1440, 900), (1280, 1024)], ids=str)
def test_small_maps_of_the_others_are_in_sight_beside_a_map_as_large_as_alone(
    size: tuple[int, int], seats: int, context_for: ContextFor, site: object
) -> None:
    people = people_named(*NAMES[:seats])
    table = play.gather(*people)
    monsters.play_on(table, people, late)
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(play.url(play.gather(people[0])))
    own = measured(page.locator("#map"))
    page.goto(play.url(table))
    page.locator("#map").click(position={"x": 5, "y": 5})  # puts the season's result away
    assert measured(page.locator("#map")) == own
    maps = page.locator(".board-card > a:visible")
    expect(maps).to_have_count(seats - 1)
    taken = [measured(page.locator(one)) for one in ("#map", ".goals", ".hand", ".tools", ".place-form")]
    for each in maps.all():
        expect(each).to_be_in_viewport(ratio=1)
        box = measured(each)
        assert min(box["width"], box["height"]) >= 44
        for other in taken:
            apart = other["x"] + other["width"] <= box["x"] or box["x"] + box["width"] <= other["x"]
            assert apart or other["y"] + other["height"] <= box["y"] or box["y"] + box["height"] <= other["y"]
    maps.last.click()
    expect(page.locator("#desk-title")).to_contain_text(people[-1].display_name)
    expect(page.locator(".board-card.mine > a")).to_be_in_viewport(ratio=1)

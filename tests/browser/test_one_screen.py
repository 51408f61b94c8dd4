"""What one draws for is in sight: map, edicts with their figures, hand and the way to confirm share one screen, on every
device, with few seats and many, in a turn, an ambush and a choice, in Cartographers and in Heroes.

A page is looked at where it opens, at its top; a season's news, which one folds away, is folded away.
"""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import BrowserContext, Page

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.state import State
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import measure, width_of
from tests.browser.test_table_reach import in_ambush
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONES = ((320, 568), (360, 640), (390, 664), (390, 844), (844, 390))
SCREENS = ((768, 1024), (1366, 768), (1440, 900), (1920, 1080))
SEATS = (1, 4, 8)
# What of the map, the edicts, the hand and the ways to confirm is cut off by the window or lies under something else.
OUT_OF_SIGHT = """() => {
  document.querySelectorAll("details.news").forEach((one) => (one.open = false));
  const edges = [...document.querySelectorAll("#map td > *")].filter(({ id }) => /^([AK]|.1$|.11$)/.test(id));
  const edicts = [...document.querySelectorAll("#controls .change")].filter((one) => one.querySelector(".edict-letter"));
  const tools = [...document.querySelectorAll("#controls .tools > *")].slice(0, 4);
  const hand = [...document.querySelectorAll("#controls nav:not(.tools, .orientations) > *, .orientations:not(.other)")];
  const all = [...edges, ...edicts, ...tools, ...hand, document.querySelector("#confirm")];
  const shown = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5;
  const uncovered = (one) => {
    const { left, top, width, bottom } = one.getBoundingClientRect();
    return [top + 2, (top + bottom) / 2, bottom - 2].every((y) => {
      const over = document.elementFromPoint(left + width / 2, y);
      return one.contains(over) || over?.contains(one);
    });
  };
  const missing = [edges.length === 40, edicts.length === 4, scrollY === 0].includes(false) ? ["not the whole page"] : [];
  return [...missing, ...all.filter((one) => !shown(one.getBoundingClientRect()) || !uncovered(one))
    .map((one) => `${one.id || one.className}: ${one.textContent.trim().slice(0, 20)}`)];
}"""


def late(state: State) -> bool:
    """A turn in which everybody draws on the own map, in a season that others came before."""
    return state.season == 2 and state.choice is None and not in_ambush(state)


def ambushed(state: State) -> bool:
    return in_ambush(state) and state.choice is None


def scenes(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Table]:
    """The tables to look at: what one does there, in which game, with how many."""
    found = {}
    for game, options in (("Cartographers", {}), ("Heroes", PRESETS[Preset.HEROES].as_json())):
        for seats in SEATS:
            for what, wanted in (("turn", late), ("ambush", ambushed)):
                if seats > 1 or what == "turn":
                    table = found[f"{game}, {seats}, {what}"] = play.gather(*people[:seats], **options)
                    monsters.play_on(table, people, wanted)
    for seats in SEATS:
        with monkeypatch.context() as patch:
            monsters.stack(patch, "giant_troll_ravage")
            table = found[f"Heroes, {seats}, choice"] = play.gather(*people[:seats])
            monsters.play_on(table, people, monsters.chooses)
        with monkeypatch.context() as patch:
            monsters.stack(patch, "rift_lands")
            found[f"both, {seats}, every terrain"] = play.gather(*people[:seats])
    return found


def out_of_sight(page: Page, width: int, height: int) -> list[str]:
    """What cannot be seen in a window of a size."""
    page.set_viewport_size({"width": width, "height": height})
    missing: list[str] = measure(page, OUT_OF_SIGHT)
    return missing + ["wider than the window"] * (width_of(page) > width)


@pytest.mark.parametrize("sizes", [PHONES, SCREENS], ids=["phones", "screens"])
def test_all_that_one_draws_for_is_in_sight(
    context_for: ContextFor, site: object, monkeypatch: pytest.MonkeyPatch, sizes: tuple[tuple[int, int], ...]
) -> None:
    play.seeded(monkeypatch, play.TWO_SHAPES)
    people = play.people_named(*play.NAMES[:8])
    page = context_for(people[0], has_touch=sizes is PHONES).new_page()
    missing = {}
    for name, table in scenes(people, monkeypatch).items():
        page.goto(play.url(table))
        for width, height in sizes:
            if found := out_of_sight(page, width, height):
                missing[f"{name}, {width}x{height}"] = found
    assert missing == {}

"""Celebrations: completed goals, coins, other players' pens, end-of-game replay and sounds."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.game import RULES
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.playing import hide, listen_for_complaints
from tests.browser.reading import LOOKS, expect_accessible
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
MOVES = {"reduced_motion": "no-preference"}
# Which pens came, with what they said, and which spaces were inked.
PENS = """() => {
  window.pens = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const one of addedNodes) if (one.matches?.(".pen")) pens.push(`${one.className}: ${one.textContent}`);
  }).observe(document.getElementById("table").parentElement, { childList: true, subtree: true });
}"""


def opened(context: BrowserContext, table: Table) -> Page:
    """Open the table page and wait for the deferred celebration module."""
    page = context.new_page()
    with page.expect_response(lambda answer: "/animations." in answer.url):
        page.goto(play.url(table))
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.evaluate(
        "import(performance.getEntriesByType('resource').find(({ name }) => name.includes('/animations.')).name)"
    )
    return page


def drawn_alone(page: Page) -> list[str]:
    """The spaces of the map that are marked as newly drawn."""
    names: list[str] = page.locator("#map .new > *").evaluate_all("spaces => spaces.map((space) => space.id)")
    return names


def draw(page: Page) -> None:
    page.click("#tool-fit")
    page.click("#confirm")


@pytest.fixture
def ended(people: list[User]) -> Table:
    table = play.gather(*people)
    monsters.play_on(table, people)
    return Table.objects.get(pk=table.pk)


# --- The year as a film -----------------------------------------------------------------------------------------------


def test_replay_after_the_last_drawing_plays_to_the_end(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, monsters.last_of_the_year)
    page = opened(context_for(people[0], **MOVES), table)
    complaints = listen_for_complaints(page)
    draw(page)
    page.locator("#skip").click()
    page.locator("#watch").click()
    film = page.locator("#film")
    expect(film).to_be_in_viewport()
    frames = film.locator(".frame").count()
    expect(film.locator(".frame.shown")).to_have_count(frames)
    expect(film).not_to_contain_class("playing")
    expect(film.locator(".film-title")).to_contain_text("Winter, turn")
    page.reload()
    expect(page.locator("#watch")).to_be_visible()
    expect(film).to_have_count(0)
    assert complaints == []


def test_the_year_can_be_watched_again_paused_and_gone_through(
    context_for: ContextFor, people: list[User], ended: Table
) -> None:
    page = opened(context_for(people[1], **MOVES), ended)
    film, watch = page.locator("#film"), page.get_by_role("link", name="Replay the game")
    expect(film).to_have_count(0)
    watch.click()
    expect(film).to_contain_class("playing")
    page.get_by_role("button", name="Pause").click()
    expect(film).not_to_contain_class("playing")
    page.get_by_role("button", name="Go to end").click()
    frames = film.locator(".frame").count()
    expect(film.locator(".frame.shown")).to_have_count(frames)
    page.get_by_role("button", name="Next turn").click()
    expect(film.locator(".frame.shown")).to_have_count(0)
    page.get_by_role("button", name="Next turn").click()
    expect(film.locator(".film-title")).to_contain_text("Spring, turn 1: ")
    expect(page.locator("#messages")).to_contain_text("Spring, turn 1: ")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(film.locator(".frame.shown")).to_have_count(frames)
    expect(film).not_to_contain_class("playing")


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1366, 768)], ids=str)
def test_without_motion_it_is_gone_through_turn_by_turn(
    size: tuple[int, int], context_for: ContextFor, people: list[User], ended: Table
) -> None:
    page = opened(context_for(people[0], viewport={"width": size[0], "height": size[1]}), ended)
    page.locator("#watch").focus()
    page.keyboard.press("Enter")
    film = page.locator("#film")
    expect(film.locator(".frame.shown")).to_have_count(1)
    expect(page.get_by_role("button", name="Next turn")).to_be_focused()
    page.keyboard.press("Enter")
    expect(film.locator(".frame.shown")).to_have_count(2)
    expect(film).not_to_contain_class("playing")
    expect_accessible(page, "the year", looks=LOOKS)


def test_without_scripts_the_turns_are_looked_at(context_for: ContextFor, people: list[User], ended: Table) -> None:
    page = context_for(people[0], java_script_enabled=False).new_page()
    page.goto(play.url(ended))
    page.click("#watch")
    expect(page).to_have_title("Turn 1 · Desk · Carto")


# --- What is new ------------------------------------------------------------------------------------------------------


def test_what_one_has_drawn_is_inked_once(context_for: ContextFor, people: list[User], table: Table) -> None:
    """The ink animation runs when the shape is drawn, and not again when everyone has drawn."""
    page = opened(context_for(people[0], **MOVES), table)
    draw(page)
    expect(page.locator("#take-back")).to_be_visible()
    mine = drawn_alone(page)
    assert mine
    assert page.locator("[data-drawn]").count() == 1
    monsters.everybody_else(table, people)
    page.evaluate("htmx.trigger('#strip', 'carto:changed')")
    expect(page.locator("#place-form")).to_be_visible()
    fresh = page.locator("#map .fresh > *").evaluate_all("spaces => spaces.map((space) => space.id)")
    assert sorted(fresh) == sorted(mine)
    assert drawn_alone(page) == []


def test_a_neighbours_pen_is_seen_on_ones_map(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "giant_troll_ravage")
    table = play.gather(*people)
    for options, pens in ((MOVES, ["pen seat-1: Ben"]), ({}, [])):
        page = opened(context_for(people[0], **options), table)
        page.evaluate(PENS)
        if options:
            monsters.answer(table, people, next(ask for ask in RULES.asks(play.state_of(table)) if ask.seat == 1))
            draw(page)
        expect(page.locator("#ambushed")).to_contain_text("drawn by Ben")
        expect(page.locator(".pen")).to_have_count(0)  # once it has been read
        assert page.evaluate("pens") == pens
        inked = "document.querySelectorAll('#map .new[style*=\"--at\"] > *').length"
        assert bool(page.evaluate(inked)) == bool(pens), "space by space, as the pen moves"


# --- Sounds -----------------------------------------------------------------------------------------------------------

# Which sounds were asked for, how many contexts were made for them, and how many sources have begun.
LISTEN = """() => {
  window.asked = [];
  window.contexts = 0;
  window.begun = 0;
  addEventListener("carto:sound", ({ detail }) => asked.push(detail));
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...when) { begun += 1; return start.apply(this, when); };
  window.AudioContext = class extends AudioContext { constructor() { super(); contexts += 1; } };
}"""


def test_nothing_sounds_until_it_is_switched_on(context_for: ContextFor, people: list[User]) -> None:
    context = context_for(people[0])
    context.add_init_script(f"({LISTEN})()")
    page = opened(context, play.gather(people[0]))
    loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/sounds.')).length"
    draw(page)
    expect(page.locator("html[data-settled]")).to_be_attached()
    page.wait_for_function("() => asked.includes('card')")
    assert page.evaluate(f"[contexts, begun, {loaded}]") == [0, 0, 0]


def test_what_happens_is_heard_once_it_is_switched_on(context_for: ContextFor, people: list[User]) -> None:
    context = context_for(people[0])
    context.add_init_script(f"({LISTEN})()")
    page = opened(context, play.gather(people[0]))
    complaints = listen_for_complaints(page)
    settings, switch = (page.get_by_role("button", name=name) for name in ("Settings", "Sounds"))
    settings.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => contexts === 1")
    page.keyboard.press("Escape")
    draw(page)
    page.wait_for_function("() => ['pen', 'card'].every((one) => asked.includes(one)) && begun > 0")
    page.reload()
    settings.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    settings.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert complaints == []


def test_who_has_waited_hears_that_it_is_their_turn(context_for: ContextFor, people: list[User], table: Table) -> None:
    people[0].sounds = True
    people[0].save()
    context = context_for(people[0])
    context.add_init_script(f"({LISTEN})()")
    page = opened(context, table)
    draw(page)
    expect(page.locator("#take-back")).to_be_visible()
    hide(page, True)
    page.wait_for_function("() => contexts === 1")
    page.evaluate("asked.length = begun = 0")
    monsters.everybody_else(table, people)
    page.evaluate("htmx.trigger('#strip', 'carto:changed')")
    expect(page.locator("#place-form")).to_be_visible()
    page.wait_for_function("() => asked.includes('turn')")
    assert page.evaluate("begun") in {0, 2}, "a page that nobody sees says no more than that"

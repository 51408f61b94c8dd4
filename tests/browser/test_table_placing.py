"""Placing shapes on the map in a real browser: by mouse, by keyboard, with scripts off.

The script must produce the same result as the server.
"""

import re
from collections.abc import Callable
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from engine.cartographers.geometry import FULL, column_of, row_of, spaces
from engine.cartographers.notation import space_name
from engine.cartographers.placement import Forced
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.desk.placement_state import Ghost
from games.tables.models import Table
from tests.browser.ghosts import at, covered, hold, offered, query
from tests.browser.playing import draw, focused, listen_for_complaints, marked, press
from tests.games.cartographers import play
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]


# --- By mouse --------------------------------------------------------------------------------------------------------


def test_the_mouse_shows_puts_down_moves_turns_and_draws(context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira).new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(alone))
    ghost = offered(alone)
    assert len(ghost.offer.options) == 2
    page.hover("#E7")
    assert marked(page, "preview") == covered(at(ghost, "E7"))
    page.click("#E7")
    assert marked(page, "ghost") == covered(at(ghost, "E7"))
    page.click("#G4")
    ghost = at(ghost, "G4")
    page.click("#G4", button="right")
    ghost = ghost.turned(1)
    assert marked(page, "ghost") == covered(ghost)
    expect(page.locator(".goals")).to_be_visible()
    page.click("#confirm")
    expect(page.locator(f"#{covered(ghost)[0]}")).to_have_attribute("aria-label", re.compile(ghost.terrain.word))
    assert marked(page, "fresh") == covered(ghost)
    assert not complaints


def test_four_turns_by_the_right_button_mirror(context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    page.click("#option-1")
    ghost = offered(alone).with_option(1)
    for _ in range(4):
        page.click("#F6", button="right")
        ghost = ghost.turned(1)
    assert query(page) == parse_qs(ghost.flipped().query()[1:].removesuffix("#desk"))


def test_a_later_step_takes_back_the_question_about_an_earlier_one(
    context_for: ContextFor, mira: User, alone: Table
) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    held: list[Route] = []
    page.route("**/?*anchor=*", lambda route: held.append(route))
    with page.expect_request("**/?*anchor=*"):
        page.click("#E7")
    with page.expect_event("requestfailed", lambda request: "anchor=" in request.url):
        page.click("#G4")
    page.unroute("**/?*anchor=*")
    before = page.locator("#pending").get_attribute("data-aloud")
    with page.expect_response(lambda answer: "anchor=" in answer.url):
        page.click("#C4")
    lies = at(at(at(offered(alone), "E7"), "G4"), "C4")
    expect(page.locator("#pending")).not_to_have_attribute("data-aloud", str(before))
    assert marked(page, "ghost") == covered(lies)
    sent = parse_qs(urlsplit(held[0].request.url).query)
    assert sent.keys() == {"option", "terrain", "held", "anchor"}, "no token in an address"


# --- The script does as the server does ------------------------------------------------------------------------------


def test_every_control_does_what_its_link_says(context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira).new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(alone))
    ids, addresses = walk(offered(alone), steps=400)
    shown = page.evaluate(
        "ids => ids.map((id) => { document.getElementById(id).click(); return location.search })", ids
    )
    for number, (was, expected) in enumerate(zip(shown, addresses, strict=True)):
        assert parse_qs(was[1:]) == parse_qs(expected), ids[: number + 1]
    assert not complaints


def walk(ghost: Ghost, steps: int) -> tuple[list[str], list[str]]:
    """Random walk through the controls: the ids clicked, and the server's URL after each step."""
    chance = Random(7)
    ids, addresses = [], []
    for _ in range(steps):
        ways = moves(ghost)
        name = chance.choice(sorted(ways))
        ghost = ways[name]
        ids.append(name)
        addresses.append(ghost.query()[1:].removesuffix("#desk"))
    return ids, addresses


def moves(ghost: Ghost) -> dict[str, Ghost]:
    """The enabled controls and spaces by id, with the placement that each leads to."""
    steps: dict[str, Ghost | None] = {
        "tool-right": ghost.turned(1),
        "tool-flip": ghost.flipped(),
        "tool-fit": ghost.next_fit(),
        "option-0": ghost.with_option(0),
        "option-1": ghost.with_option(1),
        "A1": at(ghost, "A1"),
        "E10": at(ghost, "E10"),
        "K11": at(ghost, "K11"),
    }
    return {name: step for name, step in steps.items() if step is not None}


def test_the_preview_lies_where_a_tap_would_put_it(context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    page.click("#option-1")
    ghost = offered(alone).with_option(1)
    held = ghost
    for orientation in ghost.chosen.shape.orientations:
        held = hold(page, held, orientation)
        expected = {space_name(where): covered(held.covering(where)) for where in spaces(FULL)}
        assert page.evaluate(HOVER_EVERYWHERE) == expected


HOVER_EVERYWHERE = """() => Object.fromEntries([...document.querySelectorAll("#map button")].map((button) => {
    button.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    return [button.id, [...document.querySelectorAll("#map .preview > *")].map((space) => space.id)];
}))"""


def test_a_late_answer_never_lets_a_wrong_drawing_be_confirmed(
    context_for: ContextFor, mira: User, alone: Table
) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    held_back: list[Route] = []
    page.route(re.compile("anchor="), lambda route: held_back.append(route))
    for count, place in enumerate(("#tool-fit", "#B4"), 1):
        page.click(place)
        while len(held_back) < count:
            page.evaluate("() => new Promise(requestAnimationFrame)")
    for route in held_back:
        route.continue_()
    expect(page.locator("#problem")).to_contain_text("B4")
    expect(page.locator("#confirm")).to_be_disabled()
    assert page.locator("#place-form [name=anchor]").input_value() == query(page)["anchor"][0]


def test_a_reload_keeps_the_drawing_and_a_turn_what_is_unfolded(
    context_for: ContextFor, mira: User, alone: Table
) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    page.click("#option-1")
    page.click("#G7")
    lay = marked(page, "ghost")
    page.reload()
    assert marked(page, "ghost") == lay
    page.locator("#fairness summary").click()
    page.click("#confirm")
    expect(page.locator("#log")).to_contain_text("You drew")
    expect(page.locator("#fairness")).to_have_attribute("open", "")
    assert "anchor" not in query(page)


# --- By keyboard -----------------------------------------------------------------------------------------------------


def test_the_keyboard_alone_draws(context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    page.locator("#desk-title").focus()
    page.keyboard.press("Tab")
    assert at(offered(alone), focused(page)).legal, "the first Enter puts the shape down"
    for key, where in (
        ("Control+End", "K11"),
        ("ArrowUp", "J11"),
        ("Home", "J1"),
        ("Control+Home", "A1"),
        ("ArrowUp", "A1"),
    ):
        page.keyboard.press(key)
        assert focused(page) == where
    page.keyboard.press("2")
    ghost = offered(alone).with_option(1)
    assert marked(page, "preview") == covered(at(ghost, "A1"))
    press(page, "n", "n", "Shift+N", "r", "Shift+R", "f")
    ghost = next_fit(ghost).turned(1).turned(-1).flipped()
    assert marked(page, "ghost") == covered(ghost)
    page.keyboard.press("Escape")
    assert marked(page, "ghost") == []
    press(page, "n")
    drawn = focused(page)
    press(page, "Enter")
    expect(page.locator("#log")).to_contain_text("You drew")
    expect(page.locator(f"#{drawn}")).to_be_focused()


@pytest.mark.parametrize("turn", [pytest.param(1, marks=pytest.mark.long), 2])
def test_the_keyboard_begins_at_the_legal_place_nearest_the_middle(
    context_for: ContextFor, mira: User, alone: Table, turn: int
) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    if turn == 2:
        page.click("#E6")
        page.click("#confirm")
        expect(page.locator("#log")).to_contain_text("You drew")
        page.reload()
    ghost = offered(alone)
    away = {space_name(where): (row_of(where) - 5) ** 2 + (column_of(where) - 5) ** 2 for where in spaces(FULL)}
    page.locator("#desk-title").focus()
    page.keyboard.press("Tab")
    begun = focused(page)
    assert away[begun] == min(away[name] for name in away if at(ghost, name).legal)
    press(page, "Enter")
    assert marked(page, "ghost") == covered(at(ghost, begun))
    expect(page.locator("#confirm")).to_be_enabled()


def next_fit(ghost: Ghost) -> Ghost:
    fit = ghost.next_fit()
    assert fit is not None
    return fit


def test_the_map_is_one_stop_of_the_tab_key(context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    expect(page.locator("#map button[tabindex='0']")).to_have_count(1)
    page.locator("#F6").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    expect(page.locator(".brief a")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "F5"


def test_a_drawing_is_taken_back_into_the_hand(context_for: ContextFor, site: object) -> None:
    ann, ben = people_named("Ann", "Ben")
    table = play.gather(ann, ben)
    page = context_for(ann).new_page()
    page.goto(play.url(table))
    page.locator("#F6").focus()
    press(page, "n")
    lay = marked(page, "ghost")
    press(page, "Enter")
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator("#desk-title")).to_be_focused()
    press(page, "u")
    expect(page.locator("#place-form")).to_be_visible()
    assert marked(page, "ghost") == lay
    expect(page.locator("#confirm")).to_be_enabled()


# --- Refusals and the forced single ----------------------------------------------------------------------------------


def test_what_is_blocked_is_hatched_and_said(context_for: ContextFor, mira: User, alone: Table) -> None:
    """Runs with and without scripts."""
    for scripts in (True, False):
        page = context_for(mira, java_script_enabled=scripts).new_page()
        page.goto(play.url(alone))
        page.click("#B4")
        expect(page.locator("#problem")).to_contain_text("B4")
        expect(page.locator("#confirm")).to_be_disabled()
        blocked = page.locator("#map td.blocked")
        expect(blocked).to_have_count(1)
        assert page.locator("#map td.ghost.bad").count() == len(offered(alone).orientation.cells)
        page.click("#tool-fit")
        expect(page.locator("#confirm")).to_be_enabled()
        expect(blocked).to_have_count(0)


def test_a_refusal_keeps_the_drawing_in_hand(context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    page.click("#tool-fit")
    lay = marked(page, "ghost")
    page.get_by_role("textbox", name="Command").fill("1 monster r0 C5")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#line-problem")).to_contain_text("isn’t on this card")
    assert marked(page, "ghost") == lay
    expect(page.locator("#confirm")).to_be_enabled()


def test_the_forced_single_is_explained(context_for: ContextFor, mira: User, alone: Table) -> None:
    play.play_until(
        alone,
        Random(2),
        lambda state: play.offer_to(state, Seat(0)).forced is not Forced.NO,
    )
    page = context_for(mira, java_script_enabled=False).new_page()
    page.goto(play.url(alone))
    expect(page.locator(".strip-sentence")).to_contain_text("Draw a single square")
    expect(page.get_by_text("draw a single square")).to_have_count(1)
    expect(page.locator("#ruins-note")).to_have_count(0)
    page.click("#tool-fit")
    expect(page.locator("#map td.ghost")).to_have_count(1)
    draw(page, Random(1))


def test_several_turns_with_scripts_off(context_for: ContextFor, mira: User, alone: Table) -> None:
    page = context_for(mira, java_script_enabled=False).new_page()
    page.goto(play.url(alone))
    page.click("#option-1")
    page.click("#tool-right")
    page.click("#G7")
    ghost = at(offered(alone).with_option(1).turned(1), "G7")
    assert marked(page, "ghost") == covered(ghost)
    page.click("#confirm")
    expect(page.locator("#log")).to_contain_text("You drew")
    assert marked(page, "fresh") == covered(ghost)
    chance = Random(3)
    for _ in range(5):
        draw(page, chance)
    assert play.state_of(alone).turn == 7

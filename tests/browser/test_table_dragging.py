"""Dragging on the map, by mouse and by finger: the ghost by its spaces, a shape from its button."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.cards import AmbushCard, HeroCard
from games.accounts.models import User
from games.cartographers.desk.placement_state import Ghost, first_ghost
from games.tables.models import Table
from tests.browser.gestures import SPACES_UP, Finger, centre, drag, pitch
from tests.browser.ghosts import at, covered, offered, query
from tests.browser.measuring import measure
from tests.browser.playing import listen_for_complaints, marked
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import seeded

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def opened(context: BrowserContext, table: Table) -> tuple[Page, list[str]]:
    """Open the table page with the map at the top of the window; return it and its list of console errors."""
    page = context.new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(table))
    page.locator("#map").evaluate("map => map.scrollIntoView({ block: 'start' })")
    return page, complaints


def lies(page: Page, ghost: Ghost | None) -> None:
    """Expect the placement to be at the ghost's position on the map and in the form."""
    spaces = covered(ghost)
    expect(page.locator("#map td.ghost")).to_have_count(len(spaces))
    expect(page.locator(f"#map td.ghost > #{spaces[0]}")).to_have_count(1)
    assert marked(page, "ghost") == spaces
    assert ghost is not None
    assert page.locator("#place-form [name=option]").input_value() == str(ghost.option + 1)


def moved(ghost: Ghost, down: int, right: int) -> Ghost:
    """The ghost moved by a number of spaces."""
    placed: Ghost | None = ghost
    for step in [(1 if down > 0 else -1, 0)] * abs(down) + [(0, 1 if right > 0 else -1)] * abs(right):
        placed = placed and placed.nudged(*step)
    assert placed is not None
    return placed


def confirm(page: Page) -> None:
    """Confirm the placement and wait until the log shows it."""
    page.locator("#confirm").click()
    expect(page.locator("#log")).to_contain_text("You drew")


# --- By mouse --------------------------------------------------------------------------------------------------------


def test_the_ghost_follows_the_space_by_which_it_is_held(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, complaints = opened(context_for(people[0]), table)
    ghost = at(offered(table), "E7")
    page.click("#E7")
    held = covered(ghost)[-1]
    page.mouse.move(*centre(page, f"#{held}"))
    page.mouse.down()
    for down, right in ((0, 0), (0, 1), (1, 1), (3, -4), (2, 3)):
        x, y = centre(page, f"#{held}")
        page.mouse.move(x + right * pitch(page), y + down * pitch(page))
        lies(page, moved(ghost, down, right))
    page.mouse.up()
    lies(page, moved(ghost, 2, 3))
    assert query(page)["anchor"] == [covered(moved(ghost, 2, 3))[0]]
    expect(page.locator(".goals")).to_be_visible()
    confirm(page)
    assert marked(page, "fresh") == covered(moved(ghost, 2, 3))
    assert not complaints


def test_a_press_anywhere_puts_down_and_drags_on(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, _ = opened(context_for(people[0]), table)
    drag(page, "#E5", "#G8")
    lies(page, moved(at(offered(table), "E5"), 2, 3))
    drag(page, "#G8", "#K11")  # and on beyond the edge
    page.mouse.move(*centre(page, "#G8"))
    assert len(marked(page, "ghost")) == len(offered(table).orientation.cells)
    assert {"K11"} & set(marked(page, "ghost"))


def test_a_shape_is_dragged_from_its_button(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, complaints = opened(context_for(people[0]), table)
    page.click("#E7")
    before = at(offered(table), "E7")
    other = offered(table).with_option(1)
    drag(page, "#option-1", "#F6", release=False)
    expect(page.locator("#map td.ghost")).to_have_count(len(other.orientation.cells))
    assert "F6" in marked(page, "ghost")
    page.mouse.move(*centre(page, "h1"))
    lies(page, before)
    page.mouse.move(*centre(page, "#G4"))
    expect(page.locator("#map td.ghost > #G4")).to_have_count(1)
    page.mouse.up()
    assert query(page)["option"] == ["2"]
    expect(page.locator("#option-1")).to_have_attribute("aria-current", "true")
    page.click("#tool-right")
    drag(page, "#option-1", "#D4")
    turned = other.turned(1)
    assert query(page)["held"] == [turned.orientation.turn.code]
    assert "D4" in marked(page, "ghost")
    confirm(page)
    assert not complaints


def test_escape_gives_a_drag_up(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, _ = opened(context_for(people[0]), table)
    page.click("#E7")
    ghost = at(offered(table), "E7")
    held = covered(ghost)[0]
    drag(page, f"#{held}", "#I9", release=False)
    expect(page.locator("#map td.ghost > #I9")).to_have_count(1)
    page.keyboard.press("Escape")
    lies(page, ghost)
    page.mouse.move(*centre(page, "#J9"))
    page.mouse.up()
    lies(page, ghost)
    page.click("#G4")
    lies(page, at(ghost, "G4"))


def test_what_is_dragged_over_a_mountain_is_hatched_and_stays_in_hand(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, _ = opened(context_for(people[0]), table)
    drag(page, "#E5", "#B4")
    expect(page.locator("#map td.blocked > #B4")).to_have_count(1)
    expect(page.locator("#problem")).to_contain_text("B4")
    expect(page.locator("#confirm")).to_be_disabled()
    drag(page, "#B4", "#H5")
    expect(page.locator("#map td.blocked")).to_have_count(0)
    expect(page.locator("#confirm")).to_be_enabled()


def test_the_button_that_takes_it_up(context_for: ContextFor, people: list[User], table: Table) -> None:
    for scripts in (True, False):
        page = context_for(people[0], java_script_enabled=scripts).new_page()
        page.goto(play.url(table))
        expect(page.locator("#tool-drop")).to_have_attribute("aria-disabled", "true")
        page.click("#E7")
        page.click("#tool-drop")
        expect(page.locator("#map td.ghost")).to_have_count(0)
        expect(page.locator("#confirm")).to_be_disabled()


# --- By finger -------------------------------------------------------------------------------------------------------


def test_a_tap_puts_down_and_a_finger_drags_above_itself(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, complaints = opened(context_for(people[0], **PHONE), table)
    finger, ghost = Finger(page), at(offered(table), "E7")
    page.locator("#E7").tap()
    lies(page, ghost)
    scrolled = measure(page, "scrollY")
    x, y = centre(page, f"#{covered(ghost)[0]}")
    finger.drag((x, y), (x + 2 * pitch(page), y + (3 + SPACES_UP + 0.25) * pitch(page)))
    lies(page, moved(ghost, 3, 2))
    assert measure(page, "scrollY") == scrolled
    there = centre(page, "#E7")
    page.locator("#confirm").tap()
    expect(page.locator("#take-back")).to_be_visible()
    assert marked(page, "fresh") == covered(moved(ghost, 3, 2))
    assert centre(page, "#E7") == pytest.approx(there, abs=1), "the map stays where it is"
    assert not complaints


def test_a_finger_that_hardly_moves_only_taps(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, _ = opened(context_for(people[0], **PHONE), table)
    finger, ghost = Finger(page), at(offered(table), "E7")
    page.locator("#E7").tap()
    x, y = centre(page, "#E7")
    finger.drag((x, y), (x + pitch(page) / 5, y))
    lies(page, ghost.turned(1))


def test_a_swipe_beside_the_ghost_scrolls_the_page(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, _ = opened(context_for(people[0], **PHONE), table)
    page.locator("#C2").tap()
    lies(page, at(offered(table), "C2"))
    scrolled = measure(page, "scrollY")
    Finger(page).drag(centre(page, "#H9"), centre(page, "#B9"))
    page.wait_for_function("was => scrollY > was", arg=scrolled)
    lies(page, at(offered(table), "C2"))


def test_a_shape_is_dragged_from_its_button_by_finger(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, complaints = opened(context_for(people[0], **PHONE), table)
    scrolled = measure(page, "scrollY")
    other = offered(table).with_option(1)
    x, y = centre(page, "#F6")
    finger = Finger(page)
    finger.down(centre(page, "#option-1"))
    finger.move((x, y), steps=12)
    finger.up()
    expect(page.locator("#map td.ghost")).to_have_count(len(other.orientation.cells))
    rows = [name[0] for name in marked(page, "ghost")]
    assert max(rows) < "F", "it shows above the finger"
    assert query(page)["option"] == ["2"]
    assert measure(page, "scrollY") == scrolled
    assert not complaints


def test_with_the_map_half_out_of_sight(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, _ = opened(context_for(people[0], **PHONE), table)
    page.evaluate("scrollBy(0, 150)")
    page.locator("#H5").tap()
    ghost = at(offered(table), "H5")
    lies(page, ghost)
    scrolled = measure(page, "scrollY")
    x, y = centre(page, "#H5")
    Finger(page).drag((x, y), (x + 4 * pitch(page), y + (SPACES_UP + 0.25) * pitch(page)))
    lies(page, moved(ghost, 0, 4))
    assert measure(page, "scrollY") == scrolled


# --- Singles, monsters, heroes ---------------------------------------------------------------------------------------


@pytest.fixture
def people_and_rift(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table whose open card is a single square of any terrain."""
    monsters.stack(monkeypatch, "rift_lands")
    return play.gather(*people)


def test_a_single_square(context_for: ContextFor, people: list[User], people_and_rift: Table) -> None:
    page, complaints = opened(context_for(people[0]), people_and_rift)
    drag(page, "#E5", "#G8")
    lies(page, at(offered(people_and_rift), "G8"))
    page.locator("#terrain-water").click()
    lies(page, at(offered(people_and_rift), "G8"))
    page, _ = opened(context_for(people[1], **PHONE), people_and_rift)
    page.locator("#E5").tap()
    x, y = centre(page, "#E5")
    Finger(page).drag((x, y), (x, y + (2 + SPACES_UP + 0.25) * pitch(page)))
    lies(page, at(offered(people_and_rift), "G5"))
    confirm(page)
    assert not complaints


@pytest.mark.parametrize("touch", [False, pytest.param(True, marks=pytest.mark.long)], ids=["mouse", "touch"])
def test_a_monster_on_anothers_map(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch, touch: bool
) -> None:
    monsters.stack(monkeypatch, "zombie_plague")
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.opens(AmbushCard))
    page, complaints = opened(context_for(people[0], **(PHONE if touch else {})), table)
    ghost = at(offered(table), "E5")
    page.locator("#E5").click()
    x, y = centre(page, "#E5")
    to = (x + 2 * pitch(page), y + (1 + (SPACES_UP + 0.25 if touch else 0)) * pitch(page))
    if touch:
        Finger(page).drag((x, y), to)
    else:
        page.mouse.down()
        page.mouse.move(*to, steps=4)
        page.mouse.up()
    lies(page, moved(ghost, 1, 2))
    page.locator("#confirm").click()
    expect(page.locator("#take-back")).to_be_visible()
    assert not complaints


@pytest.mark.parametrize("touch", [pytest.param(False, marks=pytest.mark.long), True], ids=["mouse", "touch"])
def test_a_hero_with_what_it_attacks(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch, touch: bool
) -> None:
    monsters.stack(monkeypatch, "giant_troll_ravage", "wren_the_lioness")
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.opens(HeroCard))
    page, complaints = opened(context_for(people[0], **(PHONE if touch else {})), table)
    ghost = first_ghost(play.offer_to(play.state_of(table), 0))
    x, y = centre(page, "#G6")
    if touch:
        finger = Finger(page)
        finger.down(centre(page, "#option-0"))
        finger.move((x, y + SPACES_UP * pitch(page)), steps=12)
        finger.up()
    else:
        drag(page, "#option-0", "#G6")
    held = at(ghost, "G6")
    lies(page, held)
    assert held.anchor is not None
    assert len(marked(page, "attack")) == held.orientation.marks(held.anchor).bit_count()
    confirm(page)
    assert not complaints


# --- Afterwards ------------------------------------------------------------------------------------------------------


def test_after_a_drawing_the_map_has_the_focus_and_stays(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(monkeypatch, play.TWO_SHAPES)
    alone = play.gather(people[0])
    page, complaints = opened(context_for(people[0], viewport={"width": 1440, "height": 900}), alone)
    page.evaluate("scrollTo(0, 0)")
    for space in ("E7", "H9"):
        page.click(f"#{space}")
        there, action = centre(page, "#A1"), page.locator("#place-form").get_attribute("action")
        page.click("#confirm")
        expect(page.locator(f'#place-form[action="{action}"]')).to_have_count(0)
        expect(page.locator("#map button:focus")).to_have_count(1)
        assert centre(page, "#A1") == there
    assert not complaints

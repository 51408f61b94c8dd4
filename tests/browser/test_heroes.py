"""Heroes and the choices that monsters ask for, in a real browser: by mouse, by keyboard, with scripts off."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.geometry import FULL, Mask, spaces
from engine.cartographers.notation import space_name, space_names
from engine.cartographers.terrain import Feature, Terrain
from games.accounts.models import User
from games.cartographers.desk.placement_state import Ghost
from games.tables.models import Table
from tests.browser.ghosts import at, hold, offered
from tests.browser.measuring import measure, width_of
from tests.browser.playing import focused, listen_for_complaints, marked, press
from tests.browser.reading import LOOKS, expect_accessible
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
WREN, TROLL, GORGON, ZOMBIE = "wren_the_lioness", "giant_troll_ravage", "gorgon_gaze", "zombie_plague"


def names(mask: Mask) -> list[str]:
    return list(space_names(mask))


def layer(table: Table, feature: Feature, seat: int = 0) -> Mask:
    """One layer of a seat's board."""
    return play.state_of(table).boards[seat].layers[feature]


# --- A hero ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def besieged(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game with trolls in the corner of every map, and Wren open, who attacks 3 spaces in a row, 2 away."""
    monsters.stack(monkeypatch, TROLL, WREN)
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.opens(HeroCard))
    return table


def attacked(ghost: Ghost) -> Mask:
    assert ghost.anchor is not None
    return ghost.orientation.marks(ghost.anchor)


def killer(table: Table) -> Ghost:
    """A hero placement that destroys at least two monsters."""
    monsters_drawn, first = layer(table, Feature.MONSTER), offered(table)
    for way in first.chosen.shape.orientations:
        for anchor in spaces(first.offer.anchors(first.chosen, way)):
            ghost = Ghost(first.offer, 0, Terrain.HERO, way, anchor)
            if (attacked(ghost) & monsters_drawn).bit_count() > 1:
                return ghost
    pytest.fail("no hero reaches the monsters")


def shows(page: Page, table: Table, ghost: Ghost) -> None:
    """Expect the page to show the pending hero's attack and the monsters that it would destroy."""
    assert marked(page, "attack") == names(attacked(ghost))
    assert marked(page, "doomed") == names(attacked(ghost) & layer(table, Feature.MONSTER))


def test_a_hero_by_mouse(context_for: ContextFor, people: list[User], besieged: Table) -> None:
    ghost = killer(besieged)
    where = names(ghost.cells)[0]
    page = context_for(people[0]).new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(besieged))
    expect(page.locator("#effect")).to_contain_text("attacks 3 other spaces")
    hold(page, offered(besieged), ghost.orientation)
    page.hover(f"#{where}")
    shows(page, besieged, ghost)
    page.click(f"#{where}")
    shows(page, besieged, ghost)
    for tool, moved in (("flip", ghost.flipped()), ("flip", ghost), ("right", ghost.turned(1))):
        page.click(f"#tool-{tool}")
        assert moved.anchor == ghost.anchor
        shows(page, besieged, moved)
    for _ in range(3):
        page.click("#tool-right")
    shows(page, besieged, ghost)
    expect(page.locator("#doomed")).to_contain_text(names(attacked(ghost) & layer(besieged, Feature.MONSTER))[0])
    expect(page.locator("#messages .spoken")).to_contain_text("The attack would destroy")
    drawn_by_all(page, people, besieged, ghost)
    assert not complaints


def drawn_by_all(page: Page, people: list[User], table: Table, ghost: Ghost) -> None:
    """Confirm the hero, let Ben draw, and expect the attack marks and destroyed monsters on the map."""
    doomed = attacked(ghost) & layer(table, Feature.MONSTER)
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    assert marked(page, "t-destroyed") == names(doomed)
    monsters.everybody_else(table, people)
    page.goto(play.url(table))
    assert marked(page, "t-destroyed") == names(doomed)
    assert marked(page, "marked") == names(attacked(ghost))
    assert marked(page, "t-hero") == names(ghost.cells)
    expect(page.locator("#log")).to_contain_text("The attack destroyed")
    expect(page.locator(f"#{names(doomed)[0]} .initial")).to_have_text("T")


def test_a_hero_by_keyboard(context_for: ContextFor, people: list[User], besieged: Table) -> None:
    page = context_for(people[0]).new_page()
    page.goto(play.url(besieged))
    page.locator("#F6").focus()
    press(page, "Control+Home", "ArrowDown", "ArrowDown")
    assert focused(page) == "C1"
    ghost = at(offered(besieged), "C1")
    shows(page, besieged, ghost)
    press(page, "Enter", "r", "r", "r")
    ghost = ghost.turned(3)
    shows(page, besieged, ghost)
    assert attacked(ghost) & layer(besieged, Feature.MONSTER)
    expect(page.locator("#confirm")).to_be_enabled()
    press(page, "Enter")
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator("#desk-title")).to_be_focused()
    press(page, "u")
    expect(page.locator("#place-form")).to_be_visible()
    shows(page, besieged, ghost)
    drawn_by_all(page, people, besieged, ghost)


def test_a_hero_with_scripts_off(context_for: ContextFor, people: list[User], besieged: Table) -> None:
    ghost = killer(besieged)
    page = context_for(people[0], java_script_enabled=False).new_page()
    page.goto(play.url(besieged))
    hold(page, offered(besieged), ghost.orientation)
    page.click(f"#{names(ghost.cells)[0]}")
    shows(page, besieged, ghost)
    for turns in range(1, 5):
        page.click("#tool-right")
        shows(page, besieged, ghost.turned(turns))
    expect(page.locator("#doomed")).to_contain_text("The attack would destroy")
    drawn_by_all(page, people, besieged, ghost)


def test_every_way_to_hold_a_hero_is_shown_as_the_server_has_it(
    context_for: ContextFor, people: list[User], besieged: Table
) -> None:
    page = context_for(people[0]).new_page()
    page.goto(play.url(besieged))
    ghost, monsters_drawn = offered(besieged), layer(besieged, Feature.MONSTER)
    assert len(ghost.chosen.shape.orientations) == 4
    held_now = ghost
    for way in ghost.chosen.shape.orientations:
        held_now = hold(page, held_now, way)
        held = {space_name(where): ghost.with_orientation(way).covering(where) for where in spaces(FULL)}
        expected = {
            name: [names(attacked(put)), names(attacked(put) & monsters_drawn) if put.legal else []]
            for name, put in held.items()
        }
        assert page.evaluate(AIM_EVERYWHERE) == expected
        picture = page.locator("#option-0 .shape:visible")
        assert (picture.locator(".attack").get_attribute("d") or "").count("M") == 3
        assert (picture.locator(".cell").get_attribute("d") or "").count("M") == 1


AIM_EVERYWHERE = """() => Object.fromEntries([...document.querySelectorAll("#map button")].map((button) => {
    button.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    const shown = (css) => [...document.querySelectorAll(`#map .${css} > *`)].map((space) => space.id);
    return [button.id, [shown("attack"), shown("doomed")]];
}))"""


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_monster_under_attack_is_shown_to_be_lost(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch, scripts: bool
) -> None:
    monsters.stack(monkeypatch, WREN, ZOMBIE)
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.opens(AmbushCard))
    under = names(layer(table, Feature.MARKED, 1))[0]
    page = context_for(people[0], java_script_enabled=scripts).new_page()
    page.goto(play.url(table))
    expect(page.locator("#desk-title")).to_contain_text("Ben’s map")
    if scripts:
        page.hover(f"#{under}")
        assert marked(page, "doomed") == [under]
    page.click("#K11")
    assert marked(page, "doomed") == []
    page.click(f"#{under}")
    assert marked(page, "doomed") == [under]
    expect(page.locator("#doomed")).to_contain_text(f"would immediately destroy {under}")
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    assert marked(page, "t-destroyed") == [under]


# --- A choice --------------------------------------------------------------------------------------------------------


def asked_by(card: str, people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table at which a monster asks for spaces to destroy."""
    monsters.stack(monkeypatch, card)
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.chooses)
    return table


OWNER = {TROLL: 0, GORGON: 1}
"""On whose map Ann chooses."""


@pytest.mark.parametrize(
    ("card", "scripts"),
    [
        (TROLL, True),
        (GORGON, False),
        pytest.param(TROLL, False, marks=pytest.mark.long),
        pytest.param(GORGON, True, marks=pytest.mark.long),
    ],
)
def test_a_choice_by_mouse(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch, card: str, scripts: bool
) -> None:
    table = asked_by(card, people, monkeypatch)
    targets = monsters.targets(table)
    page = context_for(people[0], java_script_enabled=scripts).new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(table))
    expect(page.locator(".strip-sentence")).to_contain_text("your map" if card == TROLL else "Ben’s map")
    expect(page.locator("#effect")).to_contain_text("destroy")
    assert marked(page, "wanted") == targets
    expect(page.locator("#confirm")).to_be_disabled()
    page.click(f"#{targets[0]}")
    expect(page.locator("#confirm")).to_have_text(f"Destroy {targets[0]}")
    page.click(f"#{targets[-1]}")
    expect(page.locator("#confirm")).to_have_text(f"Destroy {targets[-1]}")
    assert marked(page, "doomed") == [targets[-1]]
    expect(page.locator(".goals")).to_be_visible()
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    assert targets[-1] in marked(page, "t-destroyed")
    page.click("#take-back")
    # The map that is only looked at has the same spaces.
    expect(page.locator("#choice-form")).to_be_visible()
    page.click(f"#{targets[0]}")
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    destroyed_by_all(page, people, table, OWNER[card], targets[0])
    assert not complaints


def destroyed_by_all(page: Page, people: list[User], table: Table, owner: int, space: str) -> None:
    """Let everyone else choose, and expect the space to be destroyed and logged."""
    monsters.everybody_else(table, people)
    assert names(layer(table, Feature.DESTROYED, owner)) == [space]
    page.goto(play.url(table) + f"?look={owner + 1}")
    assert marked(page, "t-destroyed") == [space]
    expect(page.locator("#log")).to_contain_text(f"You destroyed {space}")


def test_a_choice_by_keyboard(context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Reach the button from the map with Tab, and return with its shortcut."""
    table = asked_by(GORGON, people, monkeypatch)
    targets = monsters.targets(table)
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    page.locator("#desk-title").focus()
    press(page, "Tab")
    assert focused(page) == targets[0]
    press(page, *["ArrowDown"] * 11)
    lowest = focused(page)
    assert lowest in targets
    assert lowest[0] == max(targets)[0]
    press(page, "Enter")
    expect(page.locator("#confirm")).to_have_text(f"Destroy {lowest}")
    expect(page.locator(f"#{lowest}")).to_be_focused()
    for _ in targets:
        press(page, "Tab")
        if focused(page) == "confirm":
            break
    press(page, "Enter")
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator("#desk-title")).to_be_focused()
    press(page, "u")
    expect(page.locator("#choice-form")).to_be_visible()


def test_another_seats_choice_leaves_mine_in_hand(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = asked_by(TROLL, people, monkeypatch)
    ann, ben = (context_for(user).new_page() for user in people)
    for page in (ann, ben):
        page.goto(play.url(table))
    expect(ann.locator("html")).to_have_attribute("data-live", "on")
    mine = monsters.targets(table)[0]
    ann.click(f"#{mine}")
    expect(ann.locator("#confirm")).to_have_text(f"Destroy {mine}")
    ben.locator("#map button").first.click()
    ben.click("#confirm:enabled")
    expect(ann.locator("#strip")).to_contain_text(re.compile(r"Ben\s+has chosen"))
    expect(ann.locator("#confirm")).to_have_text(f"Destroy {mine}")
    ann.click("#confirm")
    expect(ben.locator("#season-over")).to_contain_text(f"Ann destroyed {mine}")


# --- Everywhere ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(390, 844), (320, 640)], ids=str)
def test_a_hero_and_a_choice_on_a_phone(
    context_for: ContextFor, people: list[User], besieged: Table, size: tuple[int, int]
) -> None:
    width, height = size
    ghost = killer(besieged)
    page = context_for(people[0], viewport={"width": width, "height": height}, has_touch=True).new_page()
    page.goto(play.url(besieged))
    hold(page, offered(besieged), ghost.orientation)
    page.locator(f"#{names(ghost.cells)[0]}").tap()
    shows(page, besieged, ghost)
    assert width_of(page) <= width
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('#map .initial')).fontSize)") >= 11
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    page.locator("#confirm").tap()
    expect(page.locator("#take-back")).to_be_visible()
    monsters.play_on(besieged, people, monsters.chooses)
    page.goto(play.url(besieged))
    target = page.locator("#map button").last
    target.scroll_into_view_if_needed()
    scrolled = measure(page, "scrollY")
    assert target.evaluate("({ offsetWidth, offsetHeight }) => Math.min(offsetWidth, offsetHeight)") >= 24
    target.tap()
    expect(page.locator("#confirm")).to_be_enabled()
    assert measure(page, "scrollY") == scrolled
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    assert width_of(page) <= width
    page.locator("#confirm").tap()
    expect(page.locator("#take-back")).to_be_visible()


def test_heroes_and_choices_are_accessible(context_for: ContextFor, people: list[User], besieged: Table) -> None:
    ghost = killer(besieged)
    page = context_for(people[0]).new_page()
    page.goto(play.url(besieged))
    hold(page, offered(besieged), ghost.orientation)
    page.click(f"#{names(ghost.cells)[0]}")
    expect(page.locator("#doomed")).to_be_visible()
    expect_accessible(page, "a hero", LOOKS)
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    monsters.play_on(besieged, people, monsters.chooses)
    page.goto(play.url(besieged))
    page.locator("#map button").first.click()
    expect(page.locator("#confirm")).to_be_enabled()
    expect_accessible(page, "a choice", LOOKS)
    page.click("#confirm")
    monsters.everybody_else(besieged, people)
    page.goto(play.url(besieged))
    expect(page.locator("#season-over .steps li")).to_have_count(3)
    expect_accessible(page, "a season's end", LOOKS)

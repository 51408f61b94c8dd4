"""The server's version of the placement in progress, to compare the page's with."""

from urllib.parse import parse_qs

from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.geometry import FULL, spaces
from engine.cartographers.notation import space_name, space_names
from engine.cartographers.shapes import Orientation
from games.cartographers.desk.placement_state import Ghost, first_ghost
from games.tables.models import Table
from tests.browser.playing import listen_for_complaints
from tests.games.cartographers import play


def offered(table: Table) -> Ghost:
    """The server's initial placement, before the player has chosen anything."""
    return first_ghost(play.offer_to(play.state_of(table), 0))


def covered(ghost: Ghost | None) -> list[str]:
    """The names of the spaces that the placement covers."""
    assert ghost is not None
    return list(space_names(ghost.cells))


def at(ghost: Ghost, name: str) -> Ghost:
    """Move the placement so that it covers the named space."""
    return ghost.covering(next(where for where in spaces(FULL) if space_name(where) == name))


def hold(page: Page, ghost: Ghost, way: Orientation) -> Ghost:
    """Rotate, and flip if necessary, until the shape is held this way; return the ghost held so."""
    for tool in (*["right"] * 4, "flip", *["right"] * 4):
        if ghost.orientation == way:
            break
        turned = ghost.flipped() if tool == "flip" else ghost.turned(1)
        if turned.orientation != ghost.orientation:
            page.click(f"#tool-{tool}")
        ghost = turned
    assert ghost.orientation == way
    return ghost


def open_table(context: BrowserContext, table: Table) -> tuple[Page, list[str]]:
    """Open the table page; return it and its list of console errors."""
    page = context.new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(table))
    return page, complaints


def expect_placed(page: Page, spaces: list[str]) -> None:
    """Expect the placement to cover exactly these spaces."""
    expect(page.locator(f"#map td.ghost:has({', '.join('#' + name for name in spaces)})")).to_have_count(len(spaces))
    expect(page.locator("#map td.ghost")).to_have_count(len(spaces))


def query(page: Page) -> dict[str, list[str]]:
    """The placement that the page's URL describes, as query parameters."""
    return parse_qs(page.evaluate("location.search.slice(1)"))

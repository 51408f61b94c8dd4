"""The drawing in the making as the server has it, to hold the page's against."""

from urllib.parse import parse_qs

from playwright.sync_api import Page

from engine.cartographers.geometry import FULL, spaces
from engine.cartographers.notation import space_name, space_names
from games.cartographers.desk.placement_state import Ghost, first_ghost
from games.tables.models import Table
from tests.games.cartographers import play


def offered(table: Table) -> Ghost:
    """The drawing before anything is chosen, as the server begins it."""
    return first_ghost(play.offer_to(play.state_of(table), 0))


def covered(ghost: Ghost | None) -> list[str]:
    """The names of the spaces that it covers."""
    assert ghost is not None
    return list(space_names(ghost.cells))


def at(ghost: Ghost, name: str) -> Ghost:
    """Put down so that it covers a space."""
    return ghost.covering(next(where for where in spaces(FULL) if space_name(where) == name))


def query(page: Page) -> dict[str, list[str]]:
    """The drawing that a page's address describes."""
    return parse_qs(page.evaluate("location.search.slice(1)"))

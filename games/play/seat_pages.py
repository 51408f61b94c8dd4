"""Pages of lists with one entry for each seat, which are too long at large tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from games.play.people import seat_numbered
from games.tables.models import MOST_LISTED

HEADER: Final = "X-Page"
"""Request header with the page that is shown, as in the address: "seats=2"."""
SEATS: Final = "seats"
PLACES: Final = "places"
"""Query parameters for a page of the seats in order, and of the final places."""

EntryT = TypeVar("EntryT")


@dataclass(frozen=True, slots=True)
class SeatPageLink:
    """Link to a page, named by its first and last entry: "13–24"."""

    id: str
    label: str
    url: str
    here: bool


@dataclass(frozen=True, slots=True)
class SeatPages:
    """The entries of one page, from `first` up to `stop`; `links` to all pages are empty if there is only one.

    `shown` is the value of the header.
    """

    first: int
    stop: int
    links: tuple[SeatPageLink, ...] = ()
    shown: str = ""

    def of(self, entries: Sequence[EntryT]) -> Sequence[EntryT]:
        """Return the entries of this page."""
        return entries[self.first : self.stop]


def is_large(seats: int) -> bool:
    """Return True if a table has too many seats to list all of them."""
    return seats > MOST_LISTED


def seat_pages(
    count: int, at: int, address: Callable[[int, int], str], *, chosen: str = "", name: str = SEATS
) -> SeatPages:
    """Return a page of `count` entries: the `chosen` one, or that with the entry `at` if there is no such page.

    `address` returns the URL of a page from its number and its first entry.
    """
    pages = -(-count // MOST_LISTED)
    size = -(-count // pages)  # no page is much shorter than the others
    here = seat_numbered(chosen, pages)
    number = at // size if here is None else int(here)
    if pages == 1:
        return SeatPages(0, count)
    links = tuple(
        SeatPageLink(f"{name}-{page + 1}", _label(page * size, min(count, (page + 1) * size)), url, here=page == number)
        for page in range(pages)
        for url in [address(page + 1, page * size)]
    )
    return SeatPages(number * size, min(count, (number + 1) * size), links, f"{name}={number + 1}")


def _label(first: int, stop: int) -> str:
    return f"{first + 1}–{stop}"


def requested_page(request: HttpRequest, name: str) -> str:
    """Return the page that the address asks for, or else the one that the requesting page shows; "" for none."""
    return request.GET.get(name) or QueryDict(request.headers.get(HEADER, "")).get(name) or ""


def count_words(listed: int, count: int) -> str:
    """Return how many of all players a list of the best shows, "" if it shows all of them."""
    if listed >= count:
        return ""
    return _("The top %(listed)s of %(count)s players") % {"listed": listed, "count": count}

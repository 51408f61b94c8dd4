"""Ways of real games, as their pages show them."""

from __future__ import annotations

from html.parser import HTMLParser

from django.template.loader import render_to_string

from engine.contract import Seat
from games.gisborne.way.way_view import WayView
from games.play.people import Person, seat_css

NAMES = ("Ann", "Ben", "Cas", "Dee", "Eve")


def seat_people(seats: int, me: int | None = 1) -> list[Person]:
    """Return the players Ann, Ben, ... of whom `me` is the viewer."""
    return [Person(Seat(at), NAMES[at], "", NAMES[at].lower(), seat_css(at), at == me) for at in range(seats)]


def way_html(way: WayView) -> str:
    """Return the rendered way."""
    return render_to_string("gisborne/way/_way.html", {"way": way})


_EMPTY = frozenset({"use", "path", "input"})


class _Heard(HTMLParser):
    """Collects what a screen reader says: the text outside templates and `aria-hidden`."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden: list[bool] = []
        self.lines: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _EMPTY:
            self.hidden.append(tag == "template" or dict(attrs).get("aria-hidden") == "true")

    def handle_endtag(self, tag: str) -> None:
        if tag not in _EMPTY:
            self.hidden.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(self.hidden):
            self.lines.append(" ".join(data.split()))


def heard(html: str) -> list[str]:
    """Return what a screen reader says of a way, item by item."""
    parser = _Heard()
    parser.feed(html)
    return parser.lines

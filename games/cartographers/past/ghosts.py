"""The drawings of all other players in a turn that has closed, laid over the large map on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from engine.cartographers.geometry import Space, spaces
from engine.cartographers.view import View
from games.cartographers.past.turn_navigation import Ask, Kept, asks
from games.cartographers.past.turn_words import terrains_drawn
from games.cartographers.words.places import space_list
from games.play.people import Person

GHOSTS: Final = "all"
"""Query parameter that shows all other players' drawings on the large map."""
_MOST_NUMBERS: Final = 3
"""Number of seat numbers that fit in a space."""


@dataclass(frozen=True, slots=True)
class GhostLine:
    """A seat, by its number and the name of its player, and what was drawn on its map, in words."""

    number: int
    name: str
    css: str
    words: str


@dataclass(frozen=True, slots=True)
class GhostPart:
    """Links that show the drawings of all other players, and those drawings in words.

    `asks` is empty if there are no other players.
    """

    asks: tuple[Ask, ...]
    lines: tuple[GhostLine, ...]


def ghost_part(view: View, everybody: Sequence[Person], focus: Person, kept: Kept) -> GhostPart:
    """Return the other players' drawings, if the address asks for them; `view` is the one after the turn."""
    titles = {GHOSTS: _("Show all players’ drawings on this map")} if view.seats > 1 and not kept.side_by_side else {}
    links = asks(kept, "ghosts", titles)
    return GhostPart(links, tuple(_line(view, person) for person in everybody) if links and kept.ghosts else ())


def _line(view: View, person: Person) -> GhostLine:
    changed = view.latest[person.seat]
    words = _("%(terrains)s on %(spaces)s") % {
        "terrains": terrains_drawn(view.boards[person.seat], changed),
        "spaces": space_list(changed),
    }
    return GhostLine(person.seat + 1, person.drawer, person.css, words if changed else _("nothing"))


def ghosts_on(view: View, focus: Person) -> Mapping[Space, str]:
    """The numbers of the seats on whose maps a turn changed a space, that of `focus` left out."""
    seats: dict[Space, list[str]] = {}
    for seat, changed in enumerate(view.latest):
        for where in spaces(changed) if seat != focus.seat else ():
            seats.setdefault(where, []).append(str(seat + 1))
    return {
        where: " ".join(numbers) if len(numbers) <= _MOST_NUMBERS else f"×{len(numbers)}"
        for where, numbers in seats.items()
    }

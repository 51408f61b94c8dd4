"""Positions outside of any game, as a game provides them for collections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position in a few words, and a picture of its board like that of a `TurnSummary`; each "" if there is none."""

    words: str
    picture: SafeString


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions in the query of an address.

    `route` is the URL name of the page that shows them, and `turns_route` that of the page that chooses a turn of a
    past game, by the code of its table. That opens the turn `turn` of its query, on the board of the player `look`,
    1 for the first seat. `read_position` returns the position of a query, without its question mark, in
    the current language; it raises ValidationError with a message for the user.
    """

    route: str
    turns_route: str
    read_position: Callable[[str], ShownPosition]

"""Positions of analysis boards, as entries of collections."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

from games.play.game import played_game
from games.play.positions import Positions, ShownPosition
from games.tables.game import games


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """Position of a game, as the query of an address."""

    game: str
    query: str


def positions_of(game: str) -> Positions | None:
    """Return a game's positions, or None if it has none or is not installed."""
    return played_game(game).positions if game in games() else None


def has_positions() -> bool:
    """Return True if any game has positions."""
    return any(positions_of(game) for game in games())


def read_position_address(text: str) -> NamedPosition:
    """Return the position at an address of the site, whole or only its path.

    Raises ValidationError if there is none.
    """
    try:
        parts = urlsplit(text.strip())
        route = resolve(parts.path).view_name
    except (ValueError, Resolver404):
        route = ""
    game = next((key for key in games() if (found := positions_of(key)) and found.route == route), None)
    if game is None:
        raise ValidationError(_("This isn’t a link to an analysis board on this site."), code="address")
    if not parts.query:
        raise ValidationError(_("This address has no position."), code="position")
    position = NamedPosition(game, parts.query)
    show_position(position)
    return position


def show_position(position: NamedPosition) -> ShownPosition:
    """Return a position as its game shows it. Raises ValidationError if it can't be shown."""
    positions = positions_of(position.game)
    if positions is None:
        raise ValidationError(_("This game no longer exists."), code="game")
    return positions.read_position(position.query)


def position_url(position: NamedPosition) -> str:
    """Return the address of a position whose game is installed."""
    positions = positions_of(position.game)
    return f"{reverse(positions.route)}?{position.query}" if positions else ""

"""What stands about every page of the site: what search engines are told, the links to the rules, the line below.

It is of one game where the page is of one, be it that the site has no other; else it names none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, cast

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy

from games.tables.game import Game, games, route_url
from games.tables.models import Table

_NEUTRAL: Final = gettext_lazy(
    "Carto: play board games together. Fan-made tables, not connected with the games’ publishers."
)


@dataclass(frozen=True, slots=True)
class Frame:
    """Words and addresses about a page; "" for what there is not. `games` is where a game is chosen, "" where there is
    no choice.
    """

    description: str
    colophon: str | Promise
    rules: str
    pieces: str
    pieces_name: str | Promise
    games: str


class _FramedRequest(HttpRequest):
    """A request for a page of a table, by the key of whose game its frame is found."""

    frame_key: str


def show_frame_of(request: HttpRequest, table: Table) -> None:
    """Let the answer to this request, if it is a page, have the frame of the table's game."""
    cast(_FramedRequest, request).frame_key = table.game


def frame(request: HttpRequest) -> dict[str, Any]:
    """Give every template the `frame`; fragments, which have none, do not make it."""
    return {"frame": SimpleLazyObject(lambda: _frame(_game_of(request)))}


def _game_of(request: HttpRequest) -> Game | None:
    """The game that a page is of: its table's, the one whose own page it is, or the only one."""
    games_by_key = games()
    match = request.resolver_match
    key = getattr(request, "frame_key", match.app_name if match else "")
    return games_by_key.get(key) or (next(iter(games_by_key.values())) if len(games_by_key) == 1 else None)


def _frame(game: Game | None) -> Frame:
    games_by_key = games()
    described = [game] if game else games_by_key.values()
    return Frame(
        description=" ".join(str(one.introduction.description) for one in described),
        colophon=game.introduction.colophon if game else _NEUTRAL,
        rules=route_url(game.routes.rules) if game else "",
        pieces=route_url(game.routes.pieces) if game else "",
        pieces_name=game.pieces_name if game else "",
        games=reverse("tables:games") if len(games_by_key) > 1 else "",
    )

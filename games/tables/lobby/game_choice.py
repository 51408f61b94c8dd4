"""Choice of a game; no choice if the site has one game only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tables.game import Game, games, route_url, solo_game


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A link by which a game is chosen, or all of them."""

    name: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SoloOptions:
    """Ways to start a solo game: one click, or the settings page at `settings_url`."""

    label: str
    settings_url: str


@dataclass(frozen=True, slots=True)
class GameCard:
    """Game as introduced to new players; an address is "" if there is no such page."""

    game: Game
    seats: str
    learn: str
    rules: str
    pieces: str
    lobby: str
    new: str


def may_choose() -> bool:
    """Return True if the site has more than one game."""
    return len(games()) > 1


def named_game(key: str) -> Game:
    """The game that an address or a form names; raises Http404."""
    try:
        return games()[key]
    except KeyError:
        raise Http404 from None


def only_game() -> Game | None:
    """The one game of the site, None where it has another number of them."""
    return None if len(games()) != 1 else next(iter(games().values()))


def game_choices(route: str, chosen: Game, fields: Mapping[str, str]) -> tuple[GameChoice, ...]:
    """The page of that name with each game chosen and the rest as in `fields`; nothing where there is no choice."""
    if not may_choose():
        return ()
    return tuple(_choice(route, game, fields, chosen=game is chosen) for game in games().values())


def game_filters(route: str, chosen: Game | None) -> tuple[GameChoice, ...]:
    """The list of that name with all games in it, and with each alone; nothing where there is no choice."""
    if not may_choose():
        return ()
    everything = GameChoice(_("All board games"), reverse(route), chosen is None)
    return (everything, *(_choice(route, game, {}, chosen=game is chosen) for game in games().values()))


def _choice(route: str, game: Game, fields: Mapping[str, str], *, chosen: bool) -> GameChoice:
    return GameChoice(str(game.name), game_page_url(route, game, **fields), chosen)


def game_page_url(route: str, game: Game | None, **query: str) -> str:
    """The page of that name for a game, None for all games, and with what else its address says."""
    parameters = {"game": game.key, **query} if game and may_choose() else query
    return f"{reverse(route)}?{urlencode(parameters)}" if parameters else reverse(route)


def game_card(game: Game) -> GameCard:
    """The game as strangers are told of it."""
    return GameCard(
        game=game,
        seats=_seats(game.seats),
        learn=route_url(game.reference.learn),
        rules=route_url(game.reference.rules),
        pieces=route_url(game.reference.pieces),
        lobby=game_page_url("tables:lobby", game),
        new=game_page_url("tables:new", game),
    )


def _seats(seats: range) -> str:
    if len(seats) == 1:
        return ngettext("%(count)d player", "%(count)d players", seats.start) % {"count": seats.start}
    return _("%(least)d to %(most)d players") % {"least": seats.start, "most": seats.stop - 1}


def solo_options() -> SoloOptions | None:
    """Return the way to start a solo game, or None if no game has a solo mode."""
    game = solo_game()
    if game is None:
        return None
    label = _("Play %(game)s solo") % {"game": game.name} if may_choose() else _("Play solo")
    return SoloOptions(label, game_page_url("tables:new", game, capacity="1"))


def learn_url() -> str:
    """Return the URL of the first game's tutorial, or "" if no game has one."""
    return next((route_url(game.reference.learn) for game in games().values() if game.reference.learn), "")

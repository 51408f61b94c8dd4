"""Practice games against bots, started at once from any page that offers them."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from django.urls import reverse

from engine.contract import Level
from games.accounts.forms import new_command_id
from games.accounts.models import User
from games.tables.game import Game, Options, games
from games.tables.lobby.services import NewTable, create_table
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class PracticeOffer:
    """Form that starts a game against bots by one click, with the initial values of the page at `url`."""

    key: str
    url: str
    command_id: str = field(default_factory=new_command_id)


def plays_bots(game: Game) -> bool:
    """Return True if a game can be played against bots: it has more than one seat."""
    return game.seats.stop > 2


def practice_url(game: Game | None = None) -> str:
    """Return the address of the page to start a game against bots, "" if that game, or every one, has one seat."""
    if not any(map(plays_bots, games().values() if game is None else [game])):
        return ""
    query = {"game": game.key} if game and len(games()) > 1 else None
    return reverse("tables:practice", query=query)


def practice_offer(game: Game) -> PracticeOffer | None:
    """Return the offer of a game against bots, or None for a game that is always played alone."""
    return PracticeOffer(game.key, practice_url(game)) if plays_bots(game) else None


def start_practice(*, user: User, game: Game, bots: int, level: Level, command_id: UUID | None = None) -> Table:
    """Open and start a practice game with default options, once per `command_id`: this user against that many bots.

    Raises TableRefusal, and ValidationError if the default options can't be played.
    """
    options = _default_options(game)
    new = NewTable(game.key, "", options, capacity=bots + 1, practice=True, bot_level=level, command_id=command_id)
    return create_table(host=user, new=new)


def _default_options(game: Game) -> Options:
    """Return the options that the form of a game shows first."""
    shown = game.options_form()
    initial = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
    form = game.options_form(initial)
    assert form.is_valid(), "the initial values of a game's form are valid"
    return form.options()

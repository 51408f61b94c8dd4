"""Practice games against bots that start at once, with default options."""

from __future__ import annotations

from uuid import UUID

from engine.contract import Level
from games.accounts.models import User
from games.tables.game import Game, Options
from games.tables.lobby.services import NewTable, create_table
from games.tables.models import Table


def start_practice(*, user: User, game: Game, bots: int, level: Level, command_id: UUID | None = None) -> Table:
    """Open and start a practice game with default options, once per `command_id`: this user against that many bots.

    Raises TableRefusal, and ValidationError if the default options can't be played.
    """
    options = default_options(game)
    new = NewTable(game.key, "", options, capacity=bots + 1, practice=True, bot_level=level, command_id=command_id)
    return create_table(host=user, new=new)


def default_options(game: Game) -> Options:
    """Return the options that the form of a game shows first."""
    shown = game.options_form()
    initial = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
    form = game.options_form(initial)
    assert form.is_valid(), "the initial values of a game's form are valid"
    return form.options()

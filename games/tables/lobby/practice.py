"""Practice games against bots that start at once, with default options."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import ValidationError

from engine.contract import Level
from games.accounts.models import User
from games.tables.game import Game, Options
from games.tables.lobby.saved_settings import prefill_form
from games.tables.lobby.services import NewTable, create_table
from games.tables.models import Table


def start_practice(
    *, user: User, game: Game, bots: int, level: Level, chosen_set: str = "", command_id: UUID | None = None
) -> Table:
    """Open and start a practice game with default options, once per `command_id`: this user against that many bots.

    `chosen_set` is the key of a set to play with, "" for the default one. Raises TableRefusal, and ValidationError if
    the options can't be played.
    """
    options = default_options(game, chosen_set)
    new = NewTable(game.key, "", options, capacity=bots + 1, practice=True, bot_level=level, command_id=command_id)
    return create_table(host=user, new=new)


def default_options(game: Game, chosen_set: str = "") -> Options:
    """Return the options that the form of a game shows first, with a set if one is chosen.

    Raises ValidationError if these options need other choices too.
    """
    shown = game.options_form()
    if chosen_set:
        prefill_form(shown, game.sets.fields(chosen_set))
    initial = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
    form = game.options_form(initial)
    if not form.is_valid():
        raise ValidationError([message for messages in form.errors.values() for message in messages])
    return form.options()

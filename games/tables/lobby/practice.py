"""Practice games against bots that start at once, with default options."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

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


def default_options(game: Game, set_key: str = "") -> Options:
    """Return the options that the form of a game shows first, or those for a set. Raises ValidationError if the set
    isn't available.
    """
    shown = game.options_form()
    initial = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
    form = game.options_form({**initial, **(game.sets.fields(set_key) if set_key else {})})
    if not form.is_valid():
        assert set_key, "the initial values of a game's form are valid"
        raise ValidationError(_("This set isn’t available. Choose another."))
    return form.options()

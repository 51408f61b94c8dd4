"""Practice games by one click, offered for games that nobody can play alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from django.utils.translation import gettext as _

from games.accounts.forms import new_command_id
from games.accounts.models import User
from games.tables.game import Game, Options, games
from games.tables.lobby.services import NewTable, create_table
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class PracticeOffer:
    """Button that starts a practice game: the `key` of the game, and the `label` where its name isn't beside it."""

    key: str
    label: str
    command_id: str = field(default_factory=new_command_id)


def practice_offer(game: Game) -> PracticeOffer | None:
    """Return the offer of a practice game, or None for a game that one player can play alone."""
    if 1 in game.seats:
        return None
    return PracticeOffer(game.key, _("Try %(game)s with stand-ins") % {"game": game.name})


def practice_offers() -> tuple[PracticeOffer, ...]:
    """Return the offers of all games."""
    return tuple(offer for game in games().values() if (offer := practice_offer(game)))


def start_practice(*, user: User, game: Game, command_id: UUID | None = None) -> Table:
    """Open and start a practice game with default options, once per `command_id`: this user against as few stand-ins
    as the game needs.

    Raises TableRefusal, and ValidationError if the default options can't be played.
    """
    seats = max(2, game.seats.start)
    new = NewTable(game.key, "", _default_options(game), capacity=seats, practice=True, command_id=command_id)
    return create_table(host=user, new=new)


def _default_options(game: Game) -> Options:
    """Return the options that the form of a game shows first."""
    shown = game.options_form()
    initial = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
    form = game.options_form(initial)
    assert form.is_valid(), "the initial values of a game's form are valid"
    return form.options()

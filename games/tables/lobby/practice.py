"""Practice games against bots, started at once from any page that offers them."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from django.utils.translation import gettext as _

from engine.contract import Level
from games.accounts.forms import new_command_id
from games.accounts.models import User
from games.tables.game import Game, Options, games
from games.tables.lobby.forms import BotsForm
from games.tables.lobby.services import NewTable, create_table
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class PracticeOffer:
    """Form that starts a practice game: the `key` of the game, and the `label` where its name isn't beside it."""

    key: str
    label: str
    form: BotsForm
    command_id: str = field(default_factory=new_command_id)


def practice_offer(game: Game) -> PracticeOffer | None:
    """Return the offer of a practice game, or None for a game that is always played alone."""
    if game.seats.stop <= 2:
        return None
    named = _("Play %(game)s against bots") % {"game": game.name}
    return PracticeOffer(game.key, named if len(games()) > 1 else _("Play against bots"), BotsForm(game=game))


def practice_offers() -> tuple[PracticeOffer, ...]:
    """Return the offers of all games."""
    return tuple(offer for game in games().values() if (offer := practice_offer(game)))


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

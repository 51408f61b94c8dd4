"""Settings of a game night's tables: taken from settings that the host has saved, and stored with the night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.nights.models import GameNight
from games.tables.game import Game, game_named, games
from games.tables.lobby.forms import NewTableForm
from games.tables.lobby.practice import default_options
from games.tables.lobby.saved_settings import prefill_form
from games.tables.lobby.services import NewTable
from games.tables.models import LAST, Access, KeptChoices, Talk
from games.tables.time_control import NO_CLOCK, TimeControl

DEFAULT: Final = "default"
SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class NightSettings:
    """Key of a game, and the settings of a table as JSON."""

    game: str
    fields: dict[str, Any]


def settings_choices(user: User) -> list[tuple[str, str]]:
    """Return what a user can choose from: the default settings of each game, and those that they have saved."""
    saved = KeptChoices.objects.filter(user=user).order_by("name", "pk")
    rows: dict[str, list[KeptChoices]] = {}
    for row in saved:
        rows.setdefault(row.game, []).append(row)
    return [
        choice
        for game in games().values()
        for choice in (
            (f"{game.key}:{DEFAULT}", _("%(game)s, default settings") % {"game": game.name}),
            *((f"{game.key}:{row.pk}", _saved_words(game, row)) for row in rows.get(game.key, ())),
        )
    ]


def _saved_words(game: Game, row: KeptChoices) -> str:
    if row.name == LAST:
        return _("%(game)s, as at your last table") % {"game": game.name}
    return _("%(game)s, “%(name)s”") % {"game": game.name, "name": row.name}


def read_choice(user: User, choice: str) -> NightSettings:
    """Return the settings for one of the choices. Raises ValidationError if they can't be played any more."""
    key, _colon, saved = choice.partition(":")
    game = game_named(key)
    row = None if saved == DEFAULT else KeptChoices.objects.filter(user=user, game=key, pk=saved).first()
    return NightSettings(key, _of_forms(game, user, row.fields if row else {"table": {}, "options": {}}))


def _of_forms(game: Game, user: User, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that the forms of a new table would read from saved ones."""
    shown = NewTableForm(None, game=game, host=user, query={})
    prefill_form(shown, chosen["table"])
    shown.set_default_pace(chosen["table"].get("pace"))
    form = NewTableForm(_shown_values(shown), game=game, host=user, query={})
    shown_options = game.options_form()
    prefill_form(shown_options, chosen["options"])
    options = game.options_form(_shown_values(shown_options))
    for one in (form, options):
        if not one.is_valid():
            raise ValidationError([words for errors in one.errors.values() for words in errors])
    new = form.new_table(options.options(), host=user, command_id=None)
    seats = new.capacity if new.capacity > 1 else min(SEATS, max(game.seats))
    game.check_options(new.options, seats)
    return {
        "options": new.options,
        "capacity": seats,
        "tempo": new.tempo.columns(),
        "as_on_paper": new.as_on_paper,
        "talk": new.talk.value,
        "guests_write": new.guests_write,
    }


def _shown_values(form: Any) -> dict[str, Any]:
    return {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}


def new_table_of(night: GameNight, people: int) -> NewTable:
    """Return the table to open for so many people: it has a seat for each of them, as far as the game allows.

    It doesn't start when it is full, because people take their seats before they are there. If the settings can't be
    played any more, the game's default ones take their place. Raises UnknownGame and ValidationError.
    """
    game, stored = game_named(night.game), night.settings
    seats = min(max(stored.get("capacity", SEATS), people), max(game.seats))
    options = stored.get("options", {})
    try:
        game.check_options(options, seats)
    except ValidationError:
        options = default_options(game)
    return NewTable(
        night.game,
        night.name,
        options,
        seats,
        access=Access.INVITATION,
        start_when_full=False,
        tempo=TimeControl.parse(stored["tempo"]) if "tempo" in stored else NO_CLOCK,
        as_on_paper=stored.get("as_on_paper", False),
        talk=Talk(stored.get("talk", Talk.TEXT)),
        guests_write=stored.get("guests_write", False),
    )

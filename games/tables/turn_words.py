"""Words for the turns of a table, which some games call rounds."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.tables.game import UnknownGame, game_of
from games.tables.models import Table


def has_rounds(table: Table) -> bool:
    """Return True if the table's game calls its turns rounds."""
    try:
        return game_of(table).has_rounds
    except UnknownGame:
        return False


def turn_label(table: Table, turn: int) -> str:
    """Return the name of a turn of a table, such as "Turn 7"."""
    if has_rounds(table):
        return _("Round %(round)s") % {"round": turn}
    return _("Turn %(turn)s") % {"turn": turn}


def turn_title(table: Table, turn: int) -> str:
    """Return a turn with the name of its table."""
    words = {"table": table.shown_name, "turn": turn}
    return (_("%(table)s, round %(turn)s") if has_rounds(table) else _("%(table)s, turn %(turn)s")) % words

"""Hints in practice games: which visitors may have them, and the note that a game was played with them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.locks import writing
from games.tables.game import Seated
from games.tables.models import Table


def find_hint_problem(seated: Seated, *, practice: bool = False) -> str:
    """Return why a visitor can't have hints, "" if they can.

    Hints are only for the one person of a game that counts for nothing: one with bots, or one that the game's own
    rules call `practice`.
    """
    if not (practice or seated.table.practice) or not seated.is_solo:
        return _("Hints are only available in practice games.")
    if seated.seat is None:
        return _("Only the player of a practice game can see hints.")
    if seated.has_left or seated.table.is_over:
        return _("Hints are only available while you’re playing.")
    if seated.as_on_paper:
        return _("You play as on paper, so there are no hints.")
    return ""


def mark_hints(table: Table) -> None:
    """Remember that hints were shown in a game."""
    if not table.hints:
        with writing():
            Table.objects.filter(pk=table.pk).update(hints=True)
        table.hints = True


def hints_words(table: Table) -> str:
    """Return the sentence that a game was played with hints, "" for any other game."""
    return _("Played with hints.") if table.hints else ""

"""Texts on games that ended early and who ended them, for pages, lists and notifications."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tables.models import Ending, Seat, Table
from games.tables.results import winners

_SENTENCES: Final[dict[str, Promise]] = {
    Ending.GIVEN_UP: gettext_lazy("This game was abandoned on turn %(turn)d."),
    Ending.RESIGNED: gettext_lazy("Everyone left on turn %(turn)d."),
    Ending.AGREED: gettext_lazy("The remaining players ended this game on turn %(turn)d."),
    Ending.STAFF: gettext_lazy("A moderator ended this game on turn %(turn)d."),
}


def ending_sentence(table: Table, seats: Sequence[Seat]) -> str:
    """Return who ended a game early and when, with the reason they gave, or whose resignation decided it."""
    best = winners(seats)
    if best:
        return _decided_sentence(table, best[0], next(seat for seat in seats if seat != best[0]))
    sentence = str(_SENTENCES.get(table.ending, _SENTENCES[Ending.GIVEN_UP])) % {"turn": table.turn}
    return with_reason(sentence, table.ending_reason)


def _decided_sentence(table: Table, winner: Seat, loser: Seat) -> str:
    sentence = (
        _("%(loser)s was removed, so %(winner)s won. The game ended on turn %(turn)d.")
        if loser.was_removed
        else _("%(loser)s resigned, so %(winner)s won. The game ended on turn %(turn)d.")
    )
    return sentence % {"loser": loser.shown_name, "winner": winner.shown_name, "turn": table.turn}


def ending_meaning(seats: Sequence[Seat]) -> str:
    """Return why a game that was ended early counts in no statistics."""
    if winners(seats):
        return _("It wasn’t played to the end, so it doesn’t count toward anyone’s statistics.")
    return _("It has no result and doesn’t count toward anyone’s statistics.")


def with_reason(sentence: str, reason: str) -> str:
    """Return a sentence followed by a moderator's reason, if there is one."""
    return _("%(sentence)s Reason: %(reason)s") % {"sentence": sentence, "reason": reason} if reason else sentence

"""How pages, lists, mails and notifications tell that a game was ended early, and by whom."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tables.models import Ending, Table

_SENTENCES: Final[dict[str, Promise]] = {
    Ending.GIVEN_UP: gettext_lazy("This game was abandoned on turn %(turn)d."),
    Ending.RESIGNED: gettext_lazy("All players resigned on turn %(turn)d."),
    Ending.AGREED: gettext_lazy("The remaining players ended this game on turn %(turn)d."),
    Ending.STAFF: gettext_lazy("A site administrator ended this game on turn %(turn)d."),
}


def ending_sentence(table: Table) -> str:
    """Return who ended a game early and when, with the reason they gave."""
    sentence = str(_SENTENCES.get(table.ending, _SENTENCES[Ending.GIVEN_UP])) % {"turn": table.turn}
    return with_reason(sentence, table.ending_reason)


def with_reason(sentence: str, reason: str) -> str:
    """Return a sentence followed by a moderator's reason, if there is one."""
    return _("%(sentence)s Reason: %(reason)s") % {"sentence": sentence, "reason": reason} if reason else sentence

"""Why something is refused, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.studies.errors import Refused
from games.studies.models.collections import MOST_COLLECTIONS, MOST_ENTRIES
from games.studies.models.notes import MOST_NOTES


def refusal_words(reason: Refused) -> str:
    """Say why."""
    match reason:
        case Refused.NOTES_FULL:
            return _("You have %(most)d notes on this game, which is the most. Delete one first.") % {
                "most": MOST_NOTES
            }
        case Refused.COLLECTIONS_FULL:
            return _("You keep %(most)d collections, which is the most. Delete one first.") % {"most": MOST_COLLECTIONS}
        case Refused.ENTRIES_FULL:
            return _("A collection has %(most)d turns at most. Remove one first.") % {"most": MOST_ENTRIES}
        case Refused.THERE:
            return _("This turn is in that collection already.")
        case Refused.REMOVED:
            return _("The site has removed this, so it cannot be changed.")
        case Refused.REPORTED:
            return _("You have reported this already.")
        case Refused.GONE:
            return _("Its author has deleted this.")
        case Refused.NOTHING_TO_DO:
            return _("This has been done already.")


def turns_words(count: int) -> str:
    """How many turns a collection has."""
    return ngettext("%(count)d turn", "%(count)d turns", count) % {"count": count}


def notes_words(count: int) -> str:
    """How many notes a turn has."""
    return ngettext("%(count)d note", "%(count)d notes", count) % {"count": count}

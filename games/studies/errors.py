"""Refusals of notes, collections and reports, and their sentences."""

from __future__ import annotations

from enum import Enum, auto

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.studies.models.collections import MOST_COLLECTIONS, MOST_ENTRIES
from games.studies.models.notes import MOST_NOTES


class StudyRefusalReason(Enum):
    """Refusal codes; `words.py` has the messages."""

    NOTES_FULL = auto()
    COLLECTIONS_FULL = auto()
    ENTRIES_FULL = auto()
    EXISTS = auto()
    POSITION_EXISTS = auto()
    REMOVED = auto()
    REPORTED = auto()
    GONE = auto()
    NOTHING_TO_DO = auto()
    DECIDED = auto()
    NOT_ALLOWED = auto()
    MUTED = auto()


class StudyRefusal(Exception):
    """Raised when an action is refused, with the reason."""

    def __init__(self, reason: StudyRefusalReason) -> None:
        super().__init__(reason.name)
        self.reason = reason


def refusal_words(reason: StudyRefusalReason) -> str:
    """Say why."""
    match reason:
        case StudyRefusalReason.NOTES_FULL:
            return _("You’ve reached the limit of %(most)d notes for this game. Delete one first.") % {
                "most": MOST_NOTES
            }
        case StudyRefusalReason.COLLECTIONS_FULL:
            return _("You’ve reached the limit of %(most)d collections. Delete one first.") % {"most": MOST_COLLECTIONS}
        case StudyRefusalReason.ENTRIES_FULL:
            return _("A collection can have at most %(most)d turns. Remove one first.") % {"most": MOST_ENTRIES}
        case StudyRefusalReason.EXISTS:
            return _("This turn is already in the collection.")
        case StudyRefusalReason.POSITION_EXISTS:
            return _("This position is already in the collection.")
        case StudyRefusalReason.REMOVED:
            return _("A moderator removed this, so you can’t edit it.")
        case StudyRefusalReason.REPORTED:
            return _("You’ve already reported this.")
        case StudyRefusalReason.GONE:
            return _("The author deleted this.")
        case StudyRefusalReason.NOTHING_TO_DO:
            return _("This has already been done.")
        case StudyRefusalReason.DECIDED:
            return _("Another moderator has already decided this case. Check the history below.")
        case StudyRefusalReason.NOT_ALLOWED:
            return _("You can’t decide cases about yourself or about someone with more permissions than you.")
        case StudyRefusalReason.MUTED:
            return _(
                "A moderator has muted you, so you can’t save this now. “Warnings and restrictions” in your profile "
                "shows why and until when."
            )


def turns_words(count: int) -> str:
    """Return the number of turns in a collection, in words."""
    return ngettext("%(count)d turn", "%(count)d turns", count) % {"count": count}


def notes_words(count: int) -> str:
    """Return the number of notes on a turn, in words."""
    return ngettext("%(count)d note", "%(count)d notes", count) % {"count": count}

"""Refused actions on catalog entries: reasons, HTTP statuses and messages."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class CatalogRefusalReason(StrEnum):
    """Reason for a refusal."""

    STALE = "stale"
    """Another user has saved or published it in the meantime."""
    NOT_OPEN = "not_open"
    """It is not a draft, or not anymore."""
    NOT_IN_REVIEW = "not_in_review"
    NOT_IN_PLAY = "not_in_play"
    NOT_RETIRED = "not_retired"
    OWN_WORK = "own_work"
    """A user who contributed to a draft can't publish it."""
    NO_WORDS = "no_words"
    """A draft was returned or a component was retired without a reason."""
    IN_USE = "in_use"
    """An active component needs it."""
    SUGGESTED = "suggested"
    """It was suggested, submitted or asked for already."""
    NOT_SUGGESTED = "not_suggested"
    MUTED = "muted"
    """A moderator has muted its author."""
    COMMENT_MUTED = "comment_muted"
    """The same for a comment."""
    COMMENT_REMOVED = "comment_removed"
    """A moderator has removed it."""

    @property
    def status(self) -> int:
        """Return 422 if the user asked for something impossible, 409 if their page was outdated."""
        return 422 if self in _IMPOSSIBLE else 409


_IMPOSSIBLE: Final = frozenset(
    {
        CatalogRefusalReason.NO_WORDS,
        CatalogRefusalReason.IN_USE,
        CatalogRefusalReason.OWN_WORK,
        CatalogRefusalReason.MUTED,
        CatalogRefusalReason.COMMENT_MUTED,
        CatalogRefusalReason.COMMENT_REMOVED,
    }
)


class CatalogRefusal(Exception):  # a refusal is an answer
    """Refused catalog action; `details` are the names in its message."""

    def __init__(self, reason: CatalogRefusalReason, details: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details


_WORDS: Final[dict[CatalogRefusalReason, str | Promise]] = {
    CatalogRefusalReason.STALE: _("This page was out of date. Check the current state, then decide."),
    CatalogRefusalReason.NOT_OPEN: _("This version is no longer a draft. Create a new draft to change it."),
    CatalogRefusalReason.NOT_IN_REVIEW: _("This version isn’t in review."),
    CatalogRefusalReason.NOT_IN_PLAY: _("This version isn’t active."),
    CatalogRefusalReason.NOT_RETIRED: _("This version isn’t retired."),
    CatalogRefusalReason.OWN_WORK: _("You worked on this draft, so someone else has to publish it."),
    CatalogRefusalReason.NO_WORDS: _("Enter a short reason."),
    CatalogRefusalReason.IN_USE: _("Active components use it: %(names)s. Remove it there first."),
    CatalogRefusalReason.SUGGESTED: _("This was already suggested for publication."),
    CatalogRefusalReason.NOT_SUGGESTED: _("This is no longer suggested for publication."),
    CatalogRefusalReason.MUTED: _("A moderator has muted you. You can suggest this without a message."),
    CatalogRefusalReason.COMMENT_MUTED: _(
        "A moderator has muted you, so you can’t save this now. For the reason and the end date, see “Warnings "
        "and restrictions” in your profile."
    ),
    CatalogRefusalReason.COMMENT_REMOVED: _("A moderator removed this, so you can’t edit it."),
}


def refusal_words(refusal: CatalogRefusal) -> str:
    """Return a sentence that explains a refused action."""
    return str(_WORDS[refusal.reason]) % {"names": ", ".join(refusal.details)}

"""Refusals of game nights, with their reasons in words."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.nights.models import MOST_NIGHTS, MOST_PEOPLE


class NightRefusalReason(StrEnum):
    """Refusal codes."""

    TOO_MANY_NIGHTS = "too_many_nights"
    TOO_MANY_PEOPLE = "too_many_people"
    KEPT_APART = "kept_apart"
    ENDED = "ended"
    BEHIND = "behind"


class NightRefusal(Exception):
    """Raised when a game night refuses an action."""

    def __init__(self, reason: NightRefusalReason) -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def behind(self) -> bool:
        """True if the visitor acted on an outdated state."""
        return self.reason in {NightRefusalReason.ENDED, NightRefusalReason.BEHIND}


_WORDS: Final[dict[NightRefusalReason, Promise]] = {
    NightRefusalReason.TOO_MANY_NIGHTS: _("You already host %(nights)d game nights. End one of them first."),
    NightRefusalReason.TOO_MANY_PEOPLE: _("A game night has room for %(people)d people."),
    NightRefusalReason.KEPT_APART: _("You can’t join this game night."),
    NightRefusalReason.ENDED: _("This game night has ended."),
    NightRefusalReason.BEHIND: _("This date has changed. Check the next date, then try again."),
}


def refusal_words(refusal: NightRefusal) -> str:
    """Return why something was refused."""
    return str(_WORDS[refusal.reason]) % {"nights": MOST_NIGHTS, "people": MOST_PEOPLE}

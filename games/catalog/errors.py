"""Errors of actions on catalog entries."""

from __future__ import annotations

from enum import StrEnum


class Refused(StrEnum):
    """The reasons; the words are in `words.py`."""

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


class CatalogRefusal(Exception):  # a refusal is an answer
    """Something is not done; `details` are names that the sentence speaks of."""

    def __init__(self, reason: Refused, details: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details

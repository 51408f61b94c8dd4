"""Reasons why a note, collection or report is refused."""

from __future__ import annotations

from enum import Enum, auto


class Refused(Enum):
    """The reasons; `words.py` has the sentences."""

    NOTES_FULL = auto()
    COLLECTIONS_FULL = auto()
    ENTRIES_FULL = auto()
    THERE = auto()
    REMOVED = auto()
    REPORTED = auto()
    GONE = auto()
    NOTHING_TO_DO = auto()


class StudyRefusal(Exception):
    """Something was not done, and why."""

    def __init__(self, reason: Refused) -> None:
        super().__init__(reason.name)
        self.reason = reason

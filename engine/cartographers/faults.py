"""What can be wrong with a recorded game."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.cartographers.events import Event


class Fault(StrEnum):
    """What can be wrong with a recorded event."""

    NO_START = "no_start"
    DIFFERS = "differs"
    REFUSED = "refused"
    NOT_A_COMMAND = "not_a_command"
    MISSING = "missing"
    MALFORMED = "malformed"


class ReplayFault(Exception):
    """The first event (`number` from 1) that the rules would not have written; `expected` is what they write instead,
    where that is known, and `detail` the code of a refusal or what is malformed.
    """

    def __init__(self, number: int, reason: Fault, expected: Event | None = None, detail: str = "") -> None:
        super().__init__(f"event {number}: {reason.value}")
        self.number, self.reason, self.expected, self.detail = number, reason, expected, detail


MALFORMATIONS: Final = (TypeError, ValueError, LookupError, AttributeError, AssertionError)
"""What the rules stumble over where events hold what no game stores: values of other types, cards of no game."""

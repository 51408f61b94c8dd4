"""Data with which anyone can verify the shuffle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from engine.contract import Rules
from engine.differences import Difference, event_differences
from engine.randomness import SEED_BYTES, commitment
from engine.records import Record, RecordError, RecordProblem
from engine.verification import Fault, RecordFault, Verification, verify
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fingerprint of the number that all chance follows from, and the number itself, "" before the game is over.
    It is `missing` for a record that was brought without it, whose deck is not checked.
    It `is_seed_secret` after a game that was ended early, as its deck can still be played."""

    commitment: str
    seed: str
    is_seed_secret: bool = False
    missing: bool = False


def fairness(seated: Seated, *, over: bool) -> Fairness:
    """Return the shuffle data that may be shown; the seed stays hidden until the game is over."""
    table = seated.table
    seed = bytes(table.seed or b"").hex() if over else ""
    return Fairness(table.commitment, seed, seated.ended_early, missing=over and not table.seed)


StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked; `note` marks what is not wrong, but not as published, and `number` is that of the
    event that is at fault, if it is one; `differences` are those from the event that the rules give.
    """

    good: bool
    words: str
    note: bool = False
    number: int | None = None
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedRecord(Generic[StateT, EventT]):
    """A record held against the rules of its game; `promised` is whether its seed is the one that was promised, None
    where it has no seed. The methods find what reads alike whatever the game is; the game puts its own between.
    """

    rules: Rules[Any, StateT, EventT, Any, Any, Any]
    record: Record[EventT]
    verification: Verification[StateT]
    promised: bool | None

    def beginning(self) -> Iterator[Finding]:
        """Yield findings on the seed, and on a number of seats that differs from the number of names."""
        if self.promised is None:
            yield Finding(True, _("Card order not checked: the file has no seed."))
        elif self.promised:
            yield Finding(True, _("The seed matches the hash published before the first card."))
        else:
            yield Finding(
                False, _("The seed doesn’t match the hash published before the first card: its SHA-256 is different.")
            )
        state = self.verification.state
        if state is not None and len(self.rules.standings(state).places) != len(self.record.seats):
            yield Finding(False, _("The number of players in the file doesn’t match the number of seats."))

    def findings(self) -> list[Finding]:
        """Return all findings of a game that has none of its own."""
        orders = [self.order(label, label) for label in sorted(self.verification.shuffled)]
        return [
            *self.beginning(),
            *orders,
            *(list(self.faults()) or [Finding(True, _("All events follow the rules."))]),
        ]

    def order(self, label: str, name: str) -> Finding:
        """Return a finding on the order shuffled under a label; `name` is its display name."""
        if label in self.verification.differing:
            return Finding(False, _("%(name)s: order doesn’t match the seed.") % {"name": name})
        return Finding(True, _("%(name)s: order matches the seed.") % {"name": name})

    def faults(self) -> Iterator[Finding]:
        """Return the first event that breaks the rules, if any."""
        if self.verification.fault is not None:
            fault = self.verification.fault
            differences = self._differences(fault) if fault.reason is Fault.DIFFERS else ()
            yield Finding(False, self._fault(fault), number=fault.number, differences=differences)
            yield Finding(False, _("Later events were not checked."))

    def _differences(self, fault: RecordFault) -> tuple[Difference, ...]:
        given = self.record.events[fault.number - 1]
        return event_differences(self.rules.encode(fault.expected), self.rules.encode(given))

    def _fault(self, fault: RecordFault) -> str:
        events = self.record.events
        match fault.reason:
            case Fault.NO_START:
                words = _("the file doesn’t begin with the start of a game.")
            case Fault.DIFFERS:
                words = _("expected %(expected)s by the rules, but the file has %(recorded)s.")
            case Fault.REFUSED:
                words = _("not allowed by the rules (%(detail)s): %(recorded)s.")
            case Fault.NOT_AN_ANSWER:
                words = _("no player action leads to this event: %(recorded)s.")
            case Fault.MISSING:
                words = _("the file ends before the game is over.")
        values = {
            "expected": self._text(fault.expected),
            "recorded": self._text(events[fault.number - 1] if fault.number <= len(events) else None),
            "detail": fault.detail,
        }
        return _("Event %(number)d: ") % {"number": fault.number} + words % values

    def _text(self, event: EventT | None) -> str:
        """Return an event as one line, truncated if long."""
        if event is None:
            return "-"
        kind, data = self.rules.encode(event)
        text = json.dumps(data, ensure_ascii=False)
        return f"{kind} {text if len(text) <= 400 else text[:400] + '...'}"


def check_record(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], record: Record[EventT]
) -> CheckedRecord[StateT, EventT]:
    """Hold a finished game's record against the rules. Without a seed its decks only have to be possible. Raises
    RecordError where a seed comes without its commitment, and if the rules have no way to check records.
    """
    if rules.records is None:
        raise RecordError("records of this game cannot be checked", reason=RecordProblem.UNCHECKED)
    if record.seed is None:
        checked = verify(rules, record.events, bytes(SEED_BYTES))
        return CheckedRecord(rules, record, replace(checked, shuffled=(), differing=()), None)
    if record.commitment is None:
        raise _no_promise()
    promised = commitment(record.seed) == record.commitment
    return CheckedRecord(rules, record, verify(rules, record.events, record.seed), promised)


def require_seed(record: Record[Any]) -> None:
    """Raise RecordError unless a record has both its seed and the commitment to it."""
    if record.seed is None or record.commitment is None:
        raise _no_promise()


def _no_promise() -> RecordError:
    return RecordError("seed and commitment: a finished game's record has both", reason=RecordProblem.PROMISE)

"""Record checks for any rules: every event is produced again from those before it, and compared.

Random decisions are taken from the record, so that one wrong deck doesn't hide other faults. A separate check tells if
a seed yields these decks.

Only content of a record is a fault: `decode` refuses data that is no event, and any other error is a bug in the rules
and is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from engine.contract import RecordRules, Rules, RuleViolation
from engine.randomness import SEED_BYTES, RecordedShuffler, Shuffler

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


class Fault(StrEnum):
    """Kind of fault in a recorded event."""

    NO_START = "no_start"
    DIFFERS = "differs"
    REFUSED = "refused"
    NOT_AN_ANSWER = "not_an_answer"
    MISSING = "missing"


class RecordFault(Exception):
    """First event (`number` from 1) that the rules would not produce; `expected` is what they produce instead, if
    known, and `detail` the code of a refusal.
    """

    def __init__(self, number: int, reason: Fault, expected: Any = None, detail: str = "") -> None:
        super().__init__(f"event {number}: {reason.value}")
        self.number, self.reason, self.expected, self.detail = number, reason, expected, detail


@dataclass(frozen=True, slots=True)
class Verification(Generic[StateT]):
    """Result of checking a record against a seed.

    `shuffled` are the labels of the decks that were shuffled again, `differing` those that the seed shuffles
    differently. `fault` is the first event that the rules would not have written. `state` is the final state, or None
    after a fault.
    """

    shuffled: tuple[str, ...]
    differing: tuple[str, ...]
    fault: RecordFault | None
    state: StateT | None


def check(rules: Rules[Any, StateT, EventT, Any, Any, Any], events: Sequence[EventT]) -> StateT:
    """Return the state after checking a game's events against the rules; it may be in progress. Raises RecordFault."""
    return _walk(rules, events, RecordedShuffler(bytes(SEED_BYTES), _records(rules).decks(events)))


def verify(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], events: Sequence[EventT], seed: bytes
) -> Verification[StateT]:
    """Verify a finished game: random decisions against the seed (32 bytes), all else against the rules."""
    rng = RecordedShuffler(seed, _records(rules).decks(events))
    state: StateT | None = None
    fault: RecordFault | None = None
    try:
        state = _walk(rules, events, rng)
        if not rules.progress(state).over:
            raise RecordFault(len(events) + 1, Fault.MISSING)
    except RecordFault as error:
        state, fault = None, error
    differing = tuple(label for label, holds in rng.claims.items() if not holds(Shuffler(seed)))
    return Verification(tuple(rng.claims), differing, fault, state)


def _records(rules: Rules[Any, StateT, EventT, Any, Any, Any]) -> RecordRules[StateT, EventT]:
    assert rules.records is not None, "only records of games with `records` are checked"
    return rules.records


def _walk(rules: Rules[Any, StateT, EventT, Any, Any, Any], events: Sequence[EventT], rng: RecordedShuffler) -> StateT:
    number, state = 1, rules.initial
    try:
        opening = _records(rules).start(events, rng)
        if not opening:
            raise RecordFault(1, Fault.NO_START)
        for number, event in enumerate(events, 1):
            expected = opening[number - 1] if number <= len(opening) else _expected(rules, state, event, rng)
            if expected is None:
                raise RecordFault(number, Fault.NOT_AN_ANSWER)
            if expected != event:
                raise RecordFault(number, Fault.DIFFERS, expected)
            state = rules.evolve(state, event)
        number = len(events) + 1
        missing = opening[len(events)] if len(events) < len(opening) else rules.next_event(state, rng)
    except RuleViolation as refusal:
        raise RecordFault(number, Fault.REFUSED, detail=refusal.code) from None
    if missing is not None:
        raise RecordFault(number, Fault.MISSING, missing)
    return state


def _expected(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], state: StateT, event: EventT, rng: Shuffler
) -> EventT | None:
    """Return the event that the rules write here: an automatic one, or the recorded answer made again.

    None if the recorded event is not an answer.
    """
    forced = rules.next_event(state, rng)
    return _records(rules).answer(state, event) if forced is None else forced

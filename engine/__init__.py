"""Rules of the games as a pure library: no Django, no clock, no I/O, and only the randomness passed in.

The modules here work for any game; each game has a package of its own. See docs/engine.md for usage.
"""

from engine.contract import Ask, Rules, RuleViolation, Seat, Standings
from engine.randomness import Shuffler, commitment
from engine.records import Record, RecordError, RecordProblem, read_record
from engine.runner import Run, advance, begin
from engine.verification import Fault, RecordFault, Verification, check, verify

__all__ = [
    "Ask",
    "Fault",
    "Record",
    "RecordError",
    "RecordFault",
    "RecordProblem",
    "RuleViolation",
    "Rules",
    "Run",
    "Seat",
    "Shuffler",
    "Standings",
    "Verification",
    "advance",
    "begin",
    "check",
    "commitment",
    "read_record",
    "verify",
]

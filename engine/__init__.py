"""The rules of the games as a pure library: no Django, no clock, no I/O, no chance but what it is handed.

Here is what is the same for any game; a game's own names are in its package. docs/engine.md shows how they are used.
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

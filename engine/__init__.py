"""Rules of the games as a pure library: no Django, no clock, no I/O, and only the randomness passed in.

The modules here work for any game; each game has a package of its own. See docs/engine.md for usage.
"""

from engine.contract import Ask, Level, Progress, Rules, RuleViolation, Seat, Standing, Standings, Viewer
from engine.randomness import Shuffler, commitment
from engine.records import Record, RecordError, RecordProblem, read_record
from engine.runner import Run, advance, begin, play_game, play_out
from engine.verification import Fault, RecordFault, Verification, check, verify

__all__ = [
    "Ask",
    "Fault",
    "Level",
    "Progress",
    "Record",
    "RecordError",
    "RecordFault",
    "RecordProblem",
    "RuleViolation",
    "Rules",
    "Run",
    "Seat",
    "Shuffler",
    "Standing",
    "Standings",
    "Verification",
    "Viewer",
    "advance",
    "begin",
    "check",
    "commitment",
    "play_game",
    "play_out",
    "read_record",
    "verify",
]

"""Signals from tables to other apps.

Each is sent inside the transaction that it reports, so that receivers' writes commit with it or not at all. A
receiver may write a row or two, and must be quick.
"""

from typing import Final

from django.dispatch import Signal

seats_awaited: Final = Signal()
"""A game waits for these seats from now: `table` (locked, as it is now), `seats` (a list, with their people). Of a fork
nobody is told: who plays there has it before them, and the other seats are nobody's.
"""
game_over: Final = Signal()
"""A game has ended, or was ended: `table`, `seats` (all of them, with their people), and where it came to its end its
`state`. Not sent where a fork comes to its end; where the staff ends one, `seats` is its person's alone.
"""
seats_taken_over: Final = Signal()
"""Somebody has taken over another person's seat: `table` (locked), `old` and `new` (people)."""
time_short: Final = Signal()
"""The time of a seat at a table by the day runs out soon: `table`, `seat` (with its person)."""
seat_kept: Final = Signal()
"""The stand-in keeps a seat from now, for the seat's `away_cause`: `table`, `seat` (with its person)."""
player_removed: Final = Signal()
"""A moderator took a player out of a game: `table`, `seat` (with its person, and the reason)."""
seat_taken: Final = Signal()
"""Somebody else plays on in a seat that was free: `table`, `seat`, `former` (the person who had it)."""
rematch_offered: Final = Signal()
"""Somebody wants to play again: `old` (the finished table), `table` (the new one), `by` (a person), `people` (the
others who sat at the old one).
"""
pace_proposed: Final = Signal()
"""A player proposes another pace for a game in progress: `table`, `by` (a person), `seats` (a list of those that have
to answer, with their people).
"""
pace_settled: Final = Signal()
"""These seats no longer have to answer a proposed pace, or did so: `table`, `seats`."""
person_invited: Final = Signal()
"""Somebody is asked to sit down at a table that gathers, or to take a seat that is free in a game: `table`, `by` (a
person), `person`.
"""
table_unlisted: Final = Signal()
"""An open table that gathered nobody is not listed any more: `table`."""
tables_deleted: Final = Signal()
"""Tables are about to be deleted with all that happened there: `tables` (their keys)."""
host_changed: Final = Signal()
"""Somebody else is the host from now: `table`."""
clock_set_back: Final = Signal()
"""The clock was ahead and has been set right: `begin` (what it showed), `end` (what it shows now, which is earlier).
"""

"""Signals from tables to other apps.

Each is sent inside the transaction that it reports, so that receivers' writes commit with it or not at all. A
receiver may write a row or two, and must be quick.
"""

from typing import Final

from django.dispatch import Signal

seats_awaited: Final = Signal()
"""Sent when a game starts to wait for seats: `table` (locked, in its current state), `seats` (a list, with their
users). Not sent for a fork, because its player already sees it and the other seats have no user.
"""
game_over: Final = Signal()
"""Sent when a game is over or was ended early: `table`, `seats` (all of them, with their users) and, if it was played
to the end, its `state`. Not sent when a fork is played to its end. If staff ends a fork, `seats` only has the seat
of its user.
"""
seats_taken_over: Final = Signal()
"""Sent when a user has taken over another user's seat: `table` (locked), `old` and `new` (users)."""
guest_moved: Final = Signal()
"""Sent when a guest's data moves to the account they signed in to, before their seats do: `old`
(the guest), `new` (the account), both locked.
"""
guest_returned: Final = Signal()
"""Sent before a guest who has signed in to an account is asked what moves there: `old` (the guest). A receiver returns
a sentence about its data of the guest, "" for none.
"""
time_short: Final = Signal()
"""Sent when the time of a seat at a turn-based table is about to run out: `table`, `seat` (with its user)."""
seat_kept: Final = Signal()
"""Sent when the stand-in starts to play a seat, for the reason in the seat's `away_cause`: `table`, `seat` (with its
user).
"""
player_removed: Final = Signal()
"""Sent when a moderator has removed a player from a game: `table`, `seat` (with its user, and the reason)."""
seat_taken: Final = Signal()
"""Sent when another user takes a free seat in a game: `table`, `seat`, `former` (the user who had it)."""
rematch_offered: Final = Signal()
"""Sent when a player offers a rematch: `old` (the finished table), `table` (the new one), `by` (a user), `people`
(the other users at the old one).
"""
pace_proposed: Final = Signal()
"""Sent when a player proposes another time control for a game in progress: `table`, `by` (a user), `seats` (a list of
those that have to answer, with their users).
"""
pace_settled: Final = Signal()
"""Sent when seats have answered a proposed time control, or no longer have to: `table`, `seats`."""
person_invited: Final = Signal()
"""Sent when a user is invited to join a table that is waiting for players, or to take a free seat in a game: `table`,
`by` (a user), `person`.
"""
seat_named: Final = Signal()
"""Sent when the host of a game on one device asks an account whether it plays there: `table`, `by`, `person`."""
table_unlisted: Final = Signal()
"""Sent when an open table that did not fill is no longer listed: `table`."""
tables_deleted: Final = Signal()
"""Sent before tables and everything that happened there are deleted: `tables` (their primary keys)."""
deal_closed: Final = Signal()
"""Sent when the results of a deal have become final and its games visible to everyone: `deal`."""
host_changed: Final = Signal()
"""Sent when a table gets a new host: `table`."""
host_lost: Final = Signal()
"""Sent when the host of a table that waits for players is gone, as their account was closed: `table`, with its new
host, `seats` (a list, with their users).
"""
name_replaced: Final = Signal()
"""Sent when a moderator has replaced the name of a table: `table`, `former` (the name)."""
clock_set_back: Final = Signal()
"""Sent when a clock that was ahead has been corrected: `begin` (the time it showed), `end` (the time it shows now,
which is earlier).
"""

"""Signals from accounts to other apps, sent inside the transaction that they report."""

from typing import Final

from django.dispatch import Signal

person_erased: Final = Signal()
"""Sent when a user is permanently deleted: `user`. Receivers must delete their data about the user now, because the
row may stay.
"""

account_closed: Final = Signal()
"""Sent when an account is closed, by a moderator or in the admin: `user`, whose row is locked."""

time_zone_noted: Final = Signal()
"""Sent when the time zone of a user becomes known for the first time: `user`."""

"""Signals from accounts to other apps, sent inside the transaction that they report."""

from typing import Final

from django.dispatch import Signal

person_erased: Final = Signal()
"""A person goes for good: `user`. Whoever keeps anything of theirs deletes it now, as their row may stay."""

time_zone_noted: Final = Signal()
"""The time zone of a person who had none is known now: `user`."""

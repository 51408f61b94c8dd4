"""Signals from follows and blocks to other apps, sent inside the transaction that they report."""

from typing import Final

from django.dispatch import Signal

person_blocked: Final = Signal()
"""Sent when one user blocks another: `blocker` and `blocked`, whose rows are both locked. Receivers must separate the
two: they may lock tables, which come after users.
"""

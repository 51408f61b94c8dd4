"""Signals from game nights to other apps, sent inside the transaction that they report."""

from typing import Final

from django.dispatch import Signal

answers_needed: Final = Signal()
"""Sent when people have an invitation or a date of a game night to answer: `night`, `people`, whose rows are locked."""
night_opened: Final = Signal()
"""Sent when the table of a game night has opened: `table`, `people` (those with a seat or an invitation)."""

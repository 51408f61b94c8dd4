"""Signals of the catalog, sent inside the transaction of the change, so that receivers store with it or not at all."""

from typing import Final

from django.dispatch import Signal

review_changed: Final = Signal()
"""A version was submitted for review, sent back or published: `entry`, `change` (the act, who did it, their words)."""

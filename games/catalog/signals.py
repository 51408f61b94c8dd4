"""Signals of the catalog, sent inside the transaction of the change, so that receivers store with it or not at all."""

from typing import Final

from django.dispatch import Signal

review_changed: Final = Signal()
"""Sent when a version is submitted for review, returned or published: `entry`, `change` (the action, its user and
their comment).
"""

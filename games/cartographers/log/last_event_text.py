"""Sentences about the latest events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.play.log import LogEntry

LINES_OF_LOG: Final = 8
"""Number of log lines shown at once."""


def latest_sentences(entries: Sequence[LogEntry], since: int = 0) -> tuple[str, ...]:
    """The last of the log’s lines, the latest first, of no earlier turn than `since`; so are the `entries`."""
    return tuple(_logged(entry) for entry in entries[:LINES_OF_LOG] if entry.turn >= since)


def _logged(entry: LogEntry) -> str:
    return _("Turn %(turn)s: %(text)s") % {"turn": entry.turn, "text": entry.text} if entry.turn else entry.text

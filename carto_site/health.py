"""Health of the site for `/healthz`: the process, its database, and the background work of all processes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from games import clock
from games.notices.upkeep import outbox_lateness
from games.tables.timeouts.worker import deadline_lateness, sweeper_lateness

LATE: Final = timedelta(minutes=1)
"""Lateness above which a part is reported."""
_NONE: Final = timedelta(0)

_serving_since: float | None = None


def note_start() -> None:
    """Record that this process has started, so that work that became due before is not reported as late."""
    global _serving_since
    _serving_since = time.monotonic()


@dataclass(frozen=True, slots=True)
class Health:
    """Lateness of each background part."""

    sweeper: timedelta
    deadlines: timedelta
    outbox: dict[str, timedelta]

    @property
    def late(self) -> list[str]:
        """Parts that are late by more than a minute."""
        late = {"sweeper": max(self.sweeper, self.deadlines), "outbox": max(self.outbox.values(), default=_NONE)}
        return [part for part, by in late.items() if by > LATE]

    def facts(self) -> dict[str, Any]:
        """Return the status for operators, with the lateness of each part in whole seconds."""
        return {
            "status": "late" if self.late else "ok",
            "late": self.late,
            "seconds": {
                "sweeper": _seconds(self.sweeper),
                "deadlines": _seconds(self.deadlines),
                "outbox": {way: _seconds(by) for way, by in sorted(self.outbox.items())},
            },
        }


def health() -> Health:
    """Measure the lateness of each part with a few indexed statements.

    A process that has just started reports nothing.
    """
    now = clock.read()
    if _serving_since is not None and time.monotonic() - _serving_since < LATE.total_seconds():
        return Health(_NONE, _NONE, {})
    return Health(sweeper_lateness(now), deadline_lateness(now), outbox_lateness(now))


def _seconds(late: timedelta) -> int:
    return int(late.total_seconds())

"""The clock of a server process that runs on `tests.processes.clock_settings`."""

import os
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from games.tables.models import Sweeper


class Clock:
    """How far a server's clock is ahead, as a file tells it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.reset()

    def reset(self) -> None:
        """Let it show what is true; before there is anything in the database that depends on it."""
        self._ahead = timedelta()
        self._write()

    def go_on(self, **span: float) -> None:
        """Let time pass, as if the site had been up all the while; `span` is what a timedelta takes."""
        self._ahead += timedelta(**span)
        # Else the site would think that it was down, and give the time back.
        Sweeper.objects.update(seen_at=timezone.now() + self._ahead)
        self._write()

    def _write(self) -> None:
        # In one step, as the server may be reading.
        beside = self.file.with_suffix(".new")
        beside.write_text(str(self._ahead.total_seconds()))
        os.replace(beside, self.file)

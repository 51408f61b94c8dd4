"""The clock of a server process that uses `tests.processes.clock_settings`."""

import os
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from games.tables.models import Sweeper


class Clock:
    """Offset of a server's clock, stored in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.reset()

    def reset(self) -> None:
        """Set the offset to 0; only before the database has data that depends on it."""
        self._ahead = timedelta()
        self._write()

    def go_on(self, **span: float) -> None:
        """Advance the clock as if the site had been up throughout; `span` has the arguments of timedelta."""
        self._ahead += timedelta(**span)
        # Else the site would think that it was down, and give the time back.
        Sweeper.objects.update(seen_at=timezone.now() + self._ahead)
        self._write()

    def _write(self) -> None:
        # In one step, as the server may be reading.
        new_file = self.file.with_suffix(".new")
        new_file.write_text(str(self._ahead.total_seconds()))
        os.replace(new_file, self.file)

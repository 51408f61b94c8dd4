"""Rate limits per user for writing and reporting."""

from datetime import timedelta
from typing import Final

from games.accounts.limits import Limit

WRITE: Final = Limit("study-write", 240, timedelta(hours=1))
REPORT: Final = Limit("study-report", 20, timedelta(hours=1))

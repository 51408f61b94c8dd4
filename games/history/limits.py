"""Rate limit for checking game files, per address."""

from datetime import timedelta
from typing import Final

from games.accounts.limits import Limit

LOOK: Final = Limit("record-look", 60, timedelta(hours=1))

"""Rate limit for making pictures, per address; cached pictures do not count."""

from datetime import timedelta
from typing import Final

from games.accounts.limits import Limit

PICTURES: Final = Limit("pictures", 240, timedelta(hours=1))

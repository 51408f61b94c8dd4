"""Rate limits per user for adding webhooks and for test calls."""

from datetime import timedelta
from typing import Final

from games.accounts.limits import Limit

SET: Final = Limit("webhook-set", 10, timedelta(hours=1))
TRY: Final = Limit("webhook-try", 10, timedelta(hours=1))

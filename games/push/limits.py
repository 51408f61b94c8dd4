"""Rate limits per user for turning on push notifications and for test notifications."""

from datetime import timedelta
from typing import Final

from games.accounts.limits import Limit

SUBSCRIBE: Final = Limit("push-subscribe", 30, timedelta(hours=1))
TRY: Final = Limit("push-try", 10, timedelta(hours=1))

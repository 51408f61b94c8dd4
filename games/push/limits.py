"""How often one person may switch notices on, and have one sent to try."""

from datetime import timedelta
from typing import Final

from games.accounts.limits import Limit

SUBSCRIBE: Final = Limit("push-subscribe", 30, timedelta(hours=1))
TRY: Final = Limit("push-try", 10, timedelta(hours=1))

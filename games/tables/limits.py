"""Rate limits per user for actions that affect others or are expensive."""

from datetime import timedelta
from typing import Final

from games.accounts.limits import Limit

BY_CODE: Final = Limit("table-by-code", 60, timedelta(hours=1))
CREATE: Final = Limit("table-create", 60, timedelta(hours=1))
INVITE: Final = Limit("table-invite", 40, timedelta(hours=1))
EXPORT: Final = Limit("export", 10, timedelta(hours=1))
PACE: Final = Limit("table-pace", 60, timedelta(hours=1))
JOIN: Final = Limit("table-join", 120, timedelta(hours=1))

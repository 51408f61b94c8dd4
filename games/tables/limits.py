"""How often one person may open tables, sit down and fetch their data."""

from datetime import timedelta
from typing import Final

from games.accounts.limits import Limit

CREATE: Final = Limit("table-create", 60, timedelta(hours=1))
EXPORT: Final = Limit("export", 10, timedelta(hours=1))
JOIN: Final = Limit("table-join", 120, timedelta(hours=1))

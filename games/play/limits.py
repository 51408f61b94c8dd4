"""How often pictures may be made for one address; those that are kept are given to anybody."""

from datetime import timedelta
from typing import Final

from games.accounts.limits import Limit

PICTURES: Final = Limit("pictures", 240, timedelta(hours=1))

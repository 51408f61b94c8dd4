"""Seat columns as they are while a user is away, for tests that put them there without playing so far."""

from datetime import datetime
from typing import Any

from games.tables.models import AwayCause, Person, Player, StandIn, Vacant
from games.tables.models.players import FINAL_CAUSES, columns_of


def away(since: datetime, cause: AwayCause = AwayCause.TIME, *, free: bool = False) -> dict[str, Any]:
    absence = Vacant if free else StandIn
    return without_user(absence(0, since, cause, resigned_at=since if cause in FINAL_CAUSES else None))


def resigned(since: datetime) -> dict[str, Any]:
    return away(since, AwayCause.RESIGNED)


def there() -> dict[str, Any]:
    return without_user(Person(0))


def without_user(player: Player) -> dict[str, Any]:
    columns = columns_of(player)
    del columns["user_id"]
    return columns

"""The pace of a table as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

from games.tables.models import Pace


class Paced(Protocol):
    """A table, or anything else with the columns of a pace."""

    pace: Any
    turn_seconds: Any
    reserve_seconds: Any
    nights_free: Any


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time control of a table: the pace, the seconds of a turn and of the reserve, and whether nights are free."""

    pace: Pace = Pace.NONE
    turn_seconds: int = 0
    reserve_seconds: int = 0
    nights_free: bool = False

    @classmethod
    def of(cls, row: Paced) -> TimeControl:
        """Return the pace that a table has, or that a proposal is about."""
        return cls(Pace(row.pace), row.turn_seconds, row.reserve_seconds, row.nights_free)

    @classmethod
    def parse(cls, data: object) -> TimeControl:
        """Return the pace that was stored as JSON. Raises ValueError."""
        if not isinstance(data, Mapping) or set(data) != set(NO_CLOCK.columns()):
            raise ValueError("not a pace")
        seconds = data["turn_seconds"], data["reserve_seconds"]
        if any(type(count) is not int or count not in range(_LONGEST) for count in seconds):
            raise ValueError("not a number of seconds")
        if type(data["nights_free"]) is not bool:
            raise ValueError("nights_free is true or false")
        return cls(Pace(data["pace"]), *seconds, data["nights_free"])

    def columns(self) -> dict[str, Any]:
        """Return the values by the columns that hold them, which is also the JSON form."""
        return asdict(self)


NO_CLOCK: Final = TimeControl()
_LONGEST: Final = 366 * 24 * 60 * 60

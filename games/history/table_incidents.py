"""Seat times and table incidents, in the lines of exported games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError

from engine.records import RecordError
from games.accounts.models import User
from games.history.line_values import a_list, a_text, a_time, an_object
from games.tables.game_storage import SeatStatus, TableIncidentRow
from games.tables.models import MOST_SEATS, Incident, Seat, Table
from games.tables.time_control import TimeControl

_LEFT: Final = ("stand_in_since", "resigned_at")
_SAID: Final = ("kind", "number", "seat", "by_staff", "reason")
_TEXTS: Final = ("kind", "reason", "person", "by")


def incident_data(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the keys of a line about incidents; users by sign-in name, "" for none and if deleted."""
    incidents = Incident.objects.filter(table=table).select_related("person", "by").order_by("pk")
    return {
        **{name: [_iso(getattr(seat, name)) for seat in seats] for name in _LEFT},
        "incidents": [_incident(incident) for incident in incidents],
    }


def name_of(person: User | None) -> str:
    """A sign-in name as lines have it."""
    return "" if person is None or person.erased_at else person.username


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _incident(incident: Incident) -> dict[str, Any]:
    return {
        **{name: getattr(incident, name) for name in _SAID},
        "person": name_of(incident.person),
        "by": name_of(incident.by),
        "at": incident.at.isoformat(),
        **({"pace": incident.pace} if incident.kind == Incident.Kind.PACE else {}),
    }


def left(told: Mapping[str, Any], seats: int) -> tuple[SeatStatus, ...]:
    """Return the stand-in and resignation times of each seat. Raises RecordError."""
    times = {name: _times(told.get(name, []), name, seats) for name in _LEFT}
    return tuple(SeatStatus(*(times[name][index] for name in _LEFT)) for index in range(seats))


def _times(value: Any, key: str, seats: int) -> list[datetime | None]:
    times = [None if entry is None else a_time(entry) for entry in a_list(value, key)]
    if len(times) > seats:
        raise RecordError(f"{key}: there are not so many seats")
    return [*times, *[None] * seats][:seats]


def befell(told: Mapping[str, Any], events: int) -> tuple[TableIncidentRow, ...]:
    """Return the incidents at a table, after up to `events` events. Raises RecordError."""
    entries = a_list(told.get("incidents", []), "incidents")
    return tuple(_befell(an_object(entry, "incidents"), events) for entry in entries)


def _befell(entry: Mapping[str, Any], events: int) -> TableIncidentRow:
    number, by_staff = entry.get("number"), entry.get("by_staff", False)
    if type(number) is not int or number not in range(events + 1):
        raise RecordError("incidents: there is no event of that number")
    if type(by_staff) is not bool:
        raise RecordError("incidents: by_staff is true or false")
    seat = entry.get("seat")
    if seat is not None and (type(seat) is not int or seat not in range(MOST_SEATS)):
        raise RecordError("incidents: there is no such seat")
    kind, reason, person, by = (a_text(entry.get(key, ""), f"incidents: {key}") for key in _TEXTS)
    incident = Incident(
        pace=_pace(entry) if kind == Incident.Kind.PACE else None,
        kind=kind,
        number=number,
        seat=seat,
        turn=0,
        by_staff=by_staff,
        reason=reason,
        at=a_time(entry.get("at")),
    )
    try:
        incident.clean_fields(exclude=["table", "person", "by"])
    except ValidationError as error:
        name, words = next(iter(error.message_dict.items()))
        raise RecordError(f"incidents: {name}: {words[0]}") from None
    return TableIncidentRow(incident, person, by)


def _pace(entry: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return TimeControl.parse(entry.get("pace")).columns()
    except ValueError as error:
        raise RecordError(f"incidents: pace: {error}") from None

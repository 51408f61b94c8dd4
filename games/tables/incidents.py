"""Incidents at a table outside its game: recorded for all players, and described in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.accounts.models import User
from games.tables.models import Incident, Table
from games.tables.results import with_reason
from games.tables.time_control import TimeControl, new_pace_sentence
from games.tables.turn_words import has_rounds

Kind = Incident.Kind


@dataclass(frozen=True, slots=True)
class IncidentLine:
    """Incident after event `number`, in turn `turn`, as a sentence."""

    number: int
    turn: int
    text: str


def record_incident(
    table: Table,
    kind: Kind,
    *,
    person: User | None = None,
    seat: int | None = None,
    by: User | None = None,
    by_staff: bool = False,
    reason: str = "",
    pace: TimeControl | None = None,
) -> None:
    """Record an incident at a locked table; part of a transaction."""
    Incident.objects.create(
        table=table,
        kind=kind,
        number=table.number,
        turn=table.turn,
        person=person,
        seat=seat,
        by=by,
        by_staff=by_staff,
        reason=reason,
        pace=pace and pace.columns(),
        at=clock.now(),
    )
    Table.objects.filter(pk=table.pk).update(incidents_count=F("incidents_count") + 1)
    table.incidents_count += 1


def incident_lines(table: Table) -> Sequence[IncidentLine]:
    """Return the incidents of a table in order; one query, or none without incidents."""
    if not table.incidents_count:
        return ()
    rows = Incident.objects.filter(table=table).select_related("person", "by").order_by("pk")
    return tuple(IncidentLine(row.number, row.turn, _words(row)) for row in rows)


def lost_seat_words(table: Table, viewer: int | None) -> str:
    """Return who plays on in the seat that the viewer once had, "" for anybody else."""
    if not viewer or not table.incidents_count:
        return ""
    rows = Incident.objects.filter(table=table, kind=Kind.TAKEN, person=viewer).select_related("by").order_by("-pk")
    taken = rows.first()
    if has_rounds(table):
        words = _("%(name)s took over your seat in round %(turn)d. You can still watch the game.")
    else:
        words = _("%(name)s took over your seat on turn %(turn)d. You can still watch the game.")
    return words % {"name": _name(taken.by), "turn": taken.turn} if taken else ""


def _words(incident: Incident) -> str:
    if incident.kind == Kind.PACE:
        return new_pace_sentence(TimeControl.parse(incident.pace))
    names = {"name": _name(incident.person), "other": _name(incident.by)}
    words = _BY_PLAYERS | (_BY_STAFF if incident.by_staff else {})
    sentence = str(words[incident.kind]) % names
    return with_reason(sentence, incident.reason)


def _name(person: User | None) -> str:
    return str(person) if person else _("A player")


_BY_PLAYERS: Final[dict[str, str | Promise]] = {
    Kind.KEPT: gettext_lazy("%(name)s ran out of time. A stand-in keeps the seat."),
    Kind.KEPT_LATE: gettext_lazy("%(name)s was away too long. The other players let a stand-in take the seat."),
    Kind.CAME_BACK: gettext_lazy("%(name)s is back."),
    Kind.RESIGNED: gettext_lazy("%(name)s resigned."),
    Kind.VACANT: gettext_lazy("%(name)s’s seat is free."),
    Kind.TAKEN: gettext_lazy("%(other)s took over from %(name)s."),
    Kind.GIVEN_UP: gettext_lazy("%(name)s ended the game early."),
    Kind.ENDED: gettext_lazy("The players ended the game early."),
    Kind.TIME_GIVEN: gettext_lazy("%(name)s got more time."),
    Kind.REMOVED: gettext_lazy("%(name)s was removed from the game."),
    Kind.NO_PACE: gettext_lazy("%(name)s declined the new time control."),
}
_BY_STAFF: Final[dict[str, str | Promise]] = {
    Kind.KEPT: gettext_lazy("A moderator let a stand-in play for %(name)s."),
    Kind.TIME_GIVEN: gettext_lazy("A moderator gave %(name)s more time."),
    Kind.REMOVED: gettext_lazy("A moderator removed %(name)s from the game."),
    Kind.ENDED: gettext_lazy("A moderator ended the game."),
}

"""Interventions of staff in a stalled game.

They do not change what was played. Each is recorded, and the players see the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.locks import writing
from games.tables import signals
from games.tables.changes import announce, touch
from games.tables.clocks import clocks
from games.tables.clocks.pace_changes import change_pace_if_agreed
from games.tables.clocks.stand_ins import keep
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.holders import is_solo
from games.tables.incidents import Kind, record_incident
from games.tables.models import AwayCause, Ending, Exclusion, Pace, Seat, Status, Table
from games.tables.models.players import holder_of, is_away, is_present
from games.tables.seats.absences import close_game


class InterventionAction(models.TextChoices):
    """Kind of intervention."""

    GIVE_TIME = "give_time", _("Add time for a seat")
    STAND_IN = "stand_in", _("Let a stand-in play until the player returns")
    REMOVE = "remove", _("Remove the player and free the seat")
    END = "end", _("End the game without a result")


@dataclass(frozen=True, slots=True)
class AdminIntervention:
    """Intervention of staff: the action, the seat and the reason.

    `seat` is an index, or None for the whole table. `hours` is the time given.
    """

    act: InterventionAction
    reason: str
    seat: int | None = None
    hours: int = 0


def intervene(*, table: str, intervention: AdminIntervention) -> Table:
    """Do it. Raises Table.DoesNotExist, and TableRefusal where no game is under way or nothing of the kind can be done.

    Whoever calls this has to have looked whether they may, and writes down who it was.
    """
    with writing():
        rescued = Table.objects.locked().get(code=table)
        seats = list(Seat.objects.at(rescued))
        if rescued.status != Status.PLAYING:
            raise TableRefusal(RefusalReason.NO_GAME)
        if intervention.act == InterventionAction.END:
            record_incident(rescued, Kind.ENDED, by_staff=True, reason=intervention.reason)
            close_game(rescued, seats, Ending.STAFF, intervention.reason)
        else:
            own = next((seat for seat in seats if seat.index == intervention.seat), None)
            if own is None:
                raise TableRefusal(RefusalReason.NOT_THERE)
            if is_solo(seats) or holder_of(own.player) is None:
                raise TableRefusal(RefusalReason.ONLY_ONE)
            kind = _ACTS[intervention.act](rescued, seats, own, intervention, clock.now())
            record_incident(rescued, kind, person=own.user, seat=own.index, by_staff=True, reason=intervention.reason)
            change_pace_if_agreed(rescued, seats)
        touch(rescued)
    announce(rescued.code, rescued.version)
    return rescued


def _give_time(table: Table, seats: list[Seat], own: Seat, intervention: AdminIntervention, now: datetime) -> Kind:
    if table.pace == Pace.NONE or not own.awaited or not is_present(own.player):
        raise TableRefusal(RefusalReason.NO_CLOCK)
    clocks.give_time(table, own, intervention.hours * 3600, now)
    own.save(update_fields=clocks.PARTS)
    return Kind.TIME_GIVEN


def _stand_in(table: Table, seats: list[Seat], own: Seat, intervention: AdminIntervention, now: datetime) -> Kind:
    if is_away(own.player):
        raise TableRefusal(RefusalReason.KEPT_ALREADY)
    keep(table, seats, own, now, AwayCause.STAFF, intervention.reason)
    signals.seat_kept.send(Table, table=table, seat=own)
    return Kind.KEPT


def _remove(table: Table, seats: list[Seat], own: Seat, intervention: AdminIntervention, now: datetime) -> Kind:
    keep(table, seats, own, now, AwayCause.REMOVED, intervention.reason)
    Exclusion.objects.get_or_create(table=table, user=own.user)
    signals.player_removed.send(Table, table=table, seat=own)
    return Kind.REMOVED


_ACTS: dict[str, Callable[[Table, list[Seat], Seat, AdminIntervention, datetime], Kind]] = {
    InterventionAction.GIVE_TIME: _give_time,
    InterventionAction.STAND_IN: _stand_in,
    InterventionAction.REMOVE: _remove,
}

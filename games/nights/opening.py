"""The worker of game nights: reminds people, opens tables, and goes on to the next date."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError

from games import clock
from games.accounts.models import User
from games.locks import writing
from games.nights.models import GameNight, NightDate, NightMember
from games.nights.night_settings import new_table_of
from games.nights.services import hand_over, plan_next_date
from games.nights.signals import answers_needed, night_opened
from games.people.blocks import is_blocked_among
from games.tables.changes import announce
from games.tables.clocks.clocks import PUT_OFF
from games.tables.errors import TableRefusal
from games.tables.game import UnknownGame, game_named
from games.tables.lobby import services
from games.tables.lobby.cards import game_name
from games.tables.models import Invited, Seat, Status, Table
from games.tables.signals import name_replaced

MOST: Final = 20
"""Number of game nights that one sweep handles."""

_log: Final = logging.getLogger(__name__)


def run_nights() -> int:
    """Do what is due for game nights, and return for how many that was. One statement if nothing is due."""
    now = clock.now()
    due = list(GameNight.objects.due(now)[:MOST])
    for night in due:
        try:
            _close_unused_table(night, now)
            _act(night, now)
        except Exception:
            _log.exception("failed to act for game night %s", night.pk)
            GameNight.objects.filter(pk=night.pk, acts_at=night.acts_at).update(acts_at=now + PUT_OFF)
    return len(due)


def _act(night: GameNight, now: datetime) -> None:
    """Remind, open the table, or go on to the next date; each happens once, as it is stored in the same transaction."""
    with writing():
        people = _lock_people(night)
        locked = GameNight.objects.locked().due(now).filter(pk=night.pk).first()
        if locked is None:  # another process was faster
            return
        if locked.host_id not in people:  # their account has been closed
            hand_over(locked)
        date = locked.current_date(now)
        if date and not date.opened_at and date.opens_at() <= now:
            _open(locked, date, people, now)
        elif date and not date.reminded_at and date.next_action_at() <= now:
            _remind(date, people, now)
        plan_next_date(locked, now)


def _lock_people(night: GameNight) -> dict[int, User]:
    """Lock the people who have joined and can play, and return them by key, as they are now."""
    keys = night.members.exclude(joined_at=None).values("user")
    rows = User.objects.locked().active().filter(pk__in=keys, erased_at=None).order_by("pk")
    return {person.pk: person for person in rows}


def _remind(date: NightDate, people: dict[int, User], now: datetime) -> None:
    date.reminded_at = now
    date.save(update_fields=["reminded_at"])
    answered = set(date.answers.values_list("user", flat=True))
    members = set(NightMember.objects.filter(night=date.night_id).values_list("user", flat=True))
    unanswered = [person for key, person in people.items() if key in members - answered]
    if unanswered:
        answers_needed.send(GameNight, night=date.night, people=unanswered)


def _open(night: GameNight, date: NightDate, people: dict[int, User], now: datetime) -> None:
    """Open the table of a date for those who come, if anybody does; the other people are invited."""
    date.opened_at = date.reminded_at = now
    date.save(update_fields=["opened_at", "reminded_at"])
    answers = dict(date.answers.order_by("at", "pk").values_list("user", "comes"))
    coming = [people[key] for key, comes in answers.items() if comes and key in people]
    coming.sort(key=lambda person: person.pk != night.host_id)  # the host first, the others as they answered
    members = set(night.members.values_list("user", flat=True))
    unanswered = [person for key, person in people.items() if key in members and key not in answers]
    if coming:
        _open_table(night, date, coming, unanswered)


def _open_table(night: GameNight, date: NightDate, coming: Sequence[User], unanswered: Sequence[User]) -> None:
    """Open a table for locked people: the first hosts it, those of the others who may sit there get a seat or an
    invitation.
    """
    try:
        new = new_table_of(night, len(coming))
        named_by = night.named_by_id or night.host_id
        table = services.create_empty_table(coming[0], game_named(night.game), new, night.name, named_by=named_by)
    except (UnknownGame, ValidationError, TableRefusal):
        _log.exception("no table can be opened for game night %s", night.pk)
        return
    seated: list[User] = []
    for person in coming:
        if len(seated) < table.capacity and not _is_kept_apart(person, seated):
            services.seat_user(table, person)
            seated.append(person)
    others = [person for person in (*coming, *unanswered) if person not in seated]
    invited = [person for person in others if not _is_kept_apart(person, seated)]
    now = clock.now()
    Invited.objects.bulk_create(Invited(table=table, user=person, by=coming[0], at=now) for person in invited)
    date.table = table
    date.save(update_fields=["table"])
    night_opened.send(GameNight, table=table, people=[*seated, *invited])
    announce(table.code, table.version)


def _is_kept_apart(person: User, seated: Iterable[User]) -> bool:
    return is_blocked_among(person.pk, (other.pk for other in seated))


def open_for(*, night: GameNight, user: User) -> None:
    """Give a person who comes after the opening a seat at the table of the current date, and open it if there is none.

    Nothing happens before the opening, nor if the table doesn't take them.
    """
    now = clock.now()
    with writing():
        people = _lock_people(night)
        locked = GameNight.objects.locked().get(pk=night.pk)
        date = locked.current_date(now)
        if date is None or not date.opened_at or user.pk not in people:
            return
        table = date.table
        if table is None or table.status == Status.CLOSED:
            answers = dict(date.answers.values_list("user", "comes"))
            coming = [people[user.pk]]
            # Others may have said yes before the first table was closed.
            others = [person for key, person in people.items() if key != user.pk and answers.get(key, True)]
            _open_table(locked, date, coming, others)
            return
    with suppress(TableRefusal):
        services.join(table=table.code, user=user)


def leave_table(date: NightDate, user: User) -> None:
    """Free the seat of a person who can't come after all, if the game hasn't started."""
    table = Table.objects.filter(pk=date.table_id or 0, seats__user=user).first()
    if table:
        with suppress(TableRefusal, Seat.DoesNotExist, Table.DoesNotExist):
            services.leave(table=table.code, user=user)


def _close_unused_table(night: GameNight, now: datetime) -> None:
    """Close the table of a date that is over, if no game has begun there."""
    over = night.dates.filter(table__status=Status.GATHERING).exclude(pk__in=night.dates.current(now).values("pk"))
    for date in over.select_related("table__host"):
        if date.table:
            with suppress(TableRefusal, Table.DoesNotExist):
                services.close(table=date.table.code, host=date.table.host)


def connect() -> None:
    """Connect the receiver, once."""
    name_replaced.connect(_on_name_replaced, dispatch_uid="nights")


def _on_name_replaced(*, table: Table, former: str, **_: Any) -> None:
    """Replace the name of the night too, or its next table would have the former one again."""
    nights = GameNight.objects.filter(dates__table=table, name=former)
    keys = list(nights.values_list("pk", flat=True))
    GameNight.objects.filter(pk__in=keys).update(name=game_name(table), named_by=None)

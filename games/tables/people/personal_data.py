"""Export and deletion of a person's tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.module_loading import import_string

from games.accounts.models import User
from games.accounts.personal_data import erase_person, profile_data, session_data
from games.locks import writing
from games.push.subscriptions import device_data, forget
from games.tables.errors import TableRefusal
from games.tables.lobby import services
from games.tables.lobby.cards import game_name, table_url
from games.tables.lobby.device_players import delete_device_players
from games.tables.models import (
    Exclusion,
    Invited,
    KeptChoices,
    Origin,
    Seat,
    SeatClaim,
    Status,
    Table,
    TableCommand,
    TableEvent,
    TableQuerySet,
)
from games.tables.models.players import is_away
from games.tables.signals import tables_deleted


class StillPlaying(Exception):
    """Raised when a person still plays with others, who would wait for them forever."""


def running_with_others(user: User) -> TableQuerySet:
    """Return a person's running games with others that they haven't resigned from."""
    plays = Seat.objects.returnable().filter(table=OuterRef("pk"), user=user)
    return Table.objects.of(user).filter(Exists(plays), _has_other_players(user), status=Status.PLAYING)


def erase(*, user: User) -> None:
    """Delete a user permanently.

    They leave tables that gather, and games in which nobody else took part are deleted too. Games shared with others
    are kept, with "Former player" in the seat. Deleting a user twice has no further effect. Raises StillPlaying, and
    changes nothing, if the user is in a running game with others.
    """
    with writing():
        person = User.objects.locked().filter(pk=user.pk, erased_at=None).first()
        if person is None:
            return
        if running_with_others(person).exists():
            raise StillPlaying
        # Lock the games that the user resigned from. If one ended in the meantime, its summary would add their
        # results again.
        list(Table.objects.locked().filter(seats__user=person, status=Status.PLAYING).order_by("pk").values_list("pk"))
        _leave_tables(person)
        _delete_alone(person)
        _take_name_from_tables(person)
        _take_name_from_forks(person)
        Seat.objects.filter(user=person).exclude(clock_zone="").update(clock_zone="")
        # No more tables are locked after this. From here on, no new row may refer to the user either.
        User.objects.select_for_update().get(pk=person.pk)
        Exclusion.objects.filter(user=person).delete()
        KeptChoices.objects.filter(user=person).delete()
        forget(user=person)
        Invited.objects.filter(user=person).delete()
        SeatClaim.objects.filter(user=person).delete()
        Table.objects.filter(named_by=person).update(named_by=None)
        Invited.objects.filter(by=person).update(by=None)
        erase_person(user=person)


def tables_of(user: User) -> TableQuerySet:
    """Return the tables that a person opened or sits at."""
    # Two lookups by index. With a single condition, the database would scan all tables.
    hosted = user.hosted_tables.values_list("pk", flat=True)
    return Table.objects.filter(pk__in={*hosted, *user.seats.values_list("table", flat=True)})


def shared_tables(user: User) -> TableQuerySet:
    """Return a person's tables that others opened or have a seat at.

    Uploaded games are left out.
    """
    theirs = tables_of(user).exclude(origin=Origin.UPLOADED)
    return theirs.filter(_has_other_players(user) | ~Q(host=user))


def delete_tables(ids: Collection[int]) -> None:
    """Delete tables with all their data, and those who played there on a device; part of a transaction.

    Forks of them stay, without their origin. Raises ProtectedError if another object refers to one of them otherwise.
    """
    # Lock first: a user who continues one of these games holds the lock until the fork is stored.
    list(Table.objects.locked().filter(pk__in=ids).order_by("pk").values_list("pk"))
    tables_deleted.send(sender=Table, tables=ids)
    TableCommand.objects.filter(table__in=ids).delete()
    # The log is append-only while its game is kept. Only a plain QuerySet can bypass that.
    models.QuerySet(TableEvent).filter(table__in=ids).delete()
    tables = Table.objects.filter(pk__in=ids)
    at_devices = list(Seat.objects.filter(table__in=ids, user__on_device=True).values_list("user", flat=True))
    tables.update(rematch_of=None, deck_of=None, fork_of=None)
    forks = Table.objects.filter(fork_of__in=ids)
    # Without the original game, nothing would show whose names these are when those users are deleted.
    Seat.objects.filter(table__in=forks).exclude(name="").update(name="")
    forks.update(fork_of=None)
    tables.delete()
    delete_device_players(at_devices)


def _has_other_players(user: User) -> Exists:
    """Return a condition for tables at which other users have seats. Players at somebody's device are no users."""
    others = Seat.objects.filter(table=OuterRef("pk"), user__isnull=False, user__on_device=False)
    return Exists(others.exclude(user=user))


def _leave_tables(user: User) -> None:
    gathering = Table.objects.of(user).filter(status=Status.GATHERING).order_by("pk")
    for code in gathering.values_list("code", flat=True):
        try:
            services.leave(table=code, user=user)
        except TableRefusal:  # the game has begun this moment
            raise StillPlaying from None
        except Table.DoesNotExist:  # the host has sent them away this moment
            continue
    # Only games that never started: in all others, players can still see who sat there.
    never_started = Q(table__status=Status.CLOSED, table__started_at=None)
    Seat.objects.filter(never_started, user=user).delete()


def _delete_alone(user: User) -> None:
    """Delete solo games, except those that others replay."""
    alone = set(tables_of(user).exclude(pk__in=shared_tables(user)).values_list("pk", flat=True))
    while kept := _referred_to(alone):
        alone -= kept
    delete_tables(alone)


def _referred_to(ids: set[int]) -> set[int]:
    """Return the ids of those tables that other tables refer to."""
    referring = Table.objects.exclude(pk__in=ids).filter(Q(rematch_of__in=ids) | Q(deck_of__in=ids))
    return {pk for pair in referring.values_list("rematch_of", "deck_of") for pk in pair if pk in ids}


def _take_name_from_tables(user: User) -> None:
    """Rename tables that bear the person's name after their game: those they opened, and forks by others under the same
    name.
    """
    bearing = Table.objects.filter(Q(name__icontains=user.display_name) | Q(name__icontains=user.username))
    named = list(bearing.filter(host=user))
    while named:
        for table in named:
            Table.objects.filter(pk=table.pk).update(name=game_name(table), is_default_name=False)
        named = list(bearing.filter(rematch_of__in=named))


def _take_name_from_forks(user: User) -> None:
    """Remove the user's name from the seats of forks that repeat the user's moves."""
    places = set(user.seats.values_list("table", "index"))
    while places:
        forks = Table.objects.filter(fork_of__in={table for table, _ in places}).values_list("pk", "fork_of")
        indexes = defaultdict[int, set[int]](set)
        for table, index in places:
            indexes[table].add(index)
        places = {(fork, index) for fork, original in forks for index in indexes[original or 0]}
        for fork, index in places:
            Seat.objects.filter(table=fork, index=index).update(name="")


FORMAT: Final = "carto-person"
VERSION: Final = 13
_OF_A_TABLE: Final = (
    *("code", "name", "game", "status", "access", "options", "capacity"),
    *("created_at", "started_at", "finished_at", "origin", "fork_turn", "kept_until", "hints", "on_device"),
    *("ending", "ending_reason", "talk", "guests_write"),
)
_OF_CHOICES: Final = ("game", "name", "fields", "changed_at")
_Answers = dict[int, list[dict[str, Any]]]


def export_user_data(user: User) -> dict[str, Any]:
    """Return the user's data for export.

    It contains no data of other users, and of running games only the user's own answers.
    """
    seats = {seat.table_id: seat for seat in Seat.objects.filter(user=user)}
    answers = _answers(user)
    tables = tables_of(user).order_by("created_at", "pk")
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": timezone.now(),
        "profile": profile_data(user),
        "sessions": session_data(user),
        "devices": device_data(user),
        "tables": [_table(table, user, seats.get(table.pk), answers) for table in tables],
        "kept_choices": list(KeptChoices.objects.filter(user=user).order_by("pk").values(*_OF_CHOICES)),
        "invited_to": list(Invited.objects.filter(user=user).order_by("pk").values("at", code=F("table__code"))),
        "invited": list(Invited.objects.filter(by=user).order_by("pk").values("at", code=F("table__code"))),
        "claims": _claims(user),
        "sent_away_from": list(Exclusion.objects.filter(user=user).values_list("table__code", flat=True)),
        **_of_others(user),
    }


def _claims(user: User) -> list[dict[str, Any]]:
    """Return the questions of hosts whether the user plays a seat at their device."""
    rows = SeatClaim.objects.filter(user=user).order_by("pk")
    found = rows.values_list("seat__table__code", "seat__index", "asked_at", "confirmed_at")
    return [dict(zip(("code", "seat", "asked_at", "confirmed_at"), row, strict=True)) for row in found]


def _of_others(user: User) -> dict[str, Any]:
    """Return the data of other apps, from the exporters named in the settings."""
    return {key: value for path in settings.CARTO_EXPORTS for key, value in import_string(path)(user).items()}


def _table(table: Table, user: User, seat: Seat | None, answers: _Answers) -> dict[str, Any]:
    """Return a table with the user's activity there.

    The number of events seen is left out while the game is running: it would reveal how many answers of others are
    hidden.
    """
    return {
        **{name: getattr(table, name) for name in _OF_A_TABLE},
        "name": table.shown_name,
        "url": table_url(table),
        "host": table.host_id == user.pk,
        "seat": seat and seat.index,
        "rank": seat and seat.rank,
        "score": seat and seat.score,
        "handicap": seat and seat.handicap,
        "as_on_paper": seat and (seat.as_on_paper or table.as_on_paper),
        "left": seat and (seat.away_cause or None),
        "left_reason": seat and seat.away_reason,
        "seen": seat and seat.seen if table.is_over else None,
        "stand_in": seat and is_away(seat.player),
        "answers": answers[table.pk],
    }


def _answers(user: User) -> _Answers:
    """Return what the person drew, chose and took back, by table id.

    The event's data tell whose it is; the column `seat` only tells whose command caused it, even for the next card.
    Numbers are None while a game is in progress, as they would reveal secret answers of others.
    """
    # Before the turn from which a fork was continued, another player gave the answers.
    own = Q(table__fork_turn=None) | Q(turn__gte=F("table__fork_turn"))
    # Somebody else may have the device on which this file is asked for.
    own &= ~Q(table__on_device=True, table__status=Status.PLAYING)
    mine = (
        TableEvent.objects.filter(own, table__seats__user=user, seat=F("table__seats__index"))
        .order_by("table", "number")
        .select_related("table")
    )
    answers: _Answers = defaultdict(list)
    for event in mine:
        if event.data.get("seat") == event.seat:
            number = event.number if event.table.is_over else None
            answer = {"number": number, "turn": event.turn, "at": event.at, "kind": event.kind, "data": event.data}
            answers[event.table_id].append(answer)
    return answers

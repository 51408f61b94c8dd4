"""Export of everything stored about a person, as the JSON document in docs/data.md."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from django.conf import settings
from django.db.models import F, Q
from django.utils import timezone
from django.utils.module_loading import import_string

from games.accounts.export import profile_data, session_data
from games.accounts.models import User
from games.push.export import device_data
from games.tables.cards import table_url
from games.tables.models import Exclusion, Invited, KeptChoices, Seat, Table, TableEvent
from games.tables.results import has_left
from games.tables.table_deletion import tables_of

FORMAT: Final = "carto-person"
VERSION: Final = 6
_OF_A_TABLE: Final = (
    *("code", "name", "game", "status", "access", "options", "capacity"),
    *("created_at", "started_at", "finished_at", "origin", "fork_turn", "kept_until", "ending", "ending_reason"),
)
_OF_CHOICES: Final = ("game", "name", "fields", "changed_at")
_Answers = dict[int, list[dict[str, Any]]]


def data_of(user: User) -> dict[str, Any]:
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
        "sent_away_from": list(Exclusion.objects.filter(user=user).values_list("table__code", flat=True)),
        **_of_others(user),
    }


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
        "url": table_url(table),
        "host": table.host_id == user.pk,
        "seat": seat and seat.index,
        "rank": seat and seat.rank,
        "score": seat and seat.score,
        "left": seat and (seat.away_cause or None),
        "left_reason": seat and seat.away_reason,
        "seen": seat and seat.seen if table.is_over else None,
        "stand_in": seat and has_left(seat),
        "answers": answers[table.pk],
    }


def _answers(user: User) -> _Answers:
    """Return what the person drew, chose and took back, by table id.

    The event's data tell whose it is; the column `seat` only tells whose command caused it, even for the next card.
    Numbers are None while a game is in progress, as they would reveal secret answers of others.
    """
    # Before the turn from which a fork was continued, another player gave the answers.
    own = Q(table__fork_turn=None) | Q(turn__gte=F("table__fork_turn"))
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

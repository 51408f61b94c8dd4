"""Rank seats that were left behind those that stayed, and mark players who drew fewer than half of their turns."""

from typing import Any

from django.db import migrations, models
from django.db.models import Exists, OuterRef, Q

from games.tables.game import UnknownGame, game_named
from games.tables.log.turns_drawn import LoggedEvent, answers_by_turn


def rank_anew(apps: Any, _schema_editor: Any) -> None:
    table, seat = apps.get_model("tables", "Table"), apps.get_model("tables", "Seat")
    left = Q(resigned_at__isnull=False) | Q(stand_in_since__isnull=False)
    some = table.objects.filter(Exists(seat.objects.filter(left, table=OuterRef("pk"))), status="finished")
    for pk in some.values_list("pk", flat=True).iterator():
        seats = list(seat.objects.filter(table=pk).exclude(rank=None).order_by("index"))
        if len(seats) < 2:
            continue
        gone = [one for one in seats if one.resigned_at or one.stand_in_since]
        stayed = [one for one in seats if one not in gone]
        for some_seats, ahead in ((stayed, 0), (gone, max(1, len(stayed)))):
            ranks = [one.rank for one in some_seats]
            for one in some_seats:
                one.rank = 1 + ahead + sum(rank < one.rank for rank in ranks)
        seat.objects.bulk_update(seats, ["rank"])


def mark_absent(apps: Any, _schema_editor: Any) -> None:
    table, event, incident = (apps.get_model("tables", name) for name in ("Table", "TableEvent", "Incident"))
    by_stand_in = Exists(event.objects.filter(table=OuterRef("pk"), stand_in=True))
    taken = Exists(incident.objects.filter(table=OuterRef("pk"), kind="taken"))
    some = table.objects.filter(by_stand_in | taken, status="finished").exclude(origin="fork")
    for one in some.iterator():
        try:
            _mark(apps, one)
        except (UnknownGame, ValueError, LookupError):
            continue  # a game that cannot be read any more keeps its result


def _mark(apps: Any, table: Any) -> None:
    seat, event, incident = (apps.get_model("tables", name) for name in ("Seat", "TableEvent", "Incident"))
    rules = game_named(table.game).rules
    rows = event.objects.filter(table=table.pk).order_by("number").values_list(
        "number", "seat", "stand_in", "kind", "data", "definition__data"
    )
    answers = answers_by_turn(
        rules,
        (
            LoggedEvent(number, index, stand_in, rules.decode(kind, {**(shared or {}), **data}))
            for number, index, stand_in, kind, data, shared in rows
        ),
    )
    taken = list(
        incident.objects.filter(table=table.pk, kind="taken").order_by("-pk").values_list("number", "person", "by")
    )
    seats = list(seat.objects.filter(table=table.pk))
    for one in seats if len(seats) > 1 else ():
        drawn = [answer for (index, _turn), answer in answers.items() if index == one.index]
        own = sum(not each.stand_in and _holder(one.user_id, each.number, taken) == one.user_id for each in drawn)
        if 2 * own < len(drawn):
            seat.objects.filter(pk=one.pk).update(drew_less_than_half=True)


def _holder(user: Any, number: int, changes: Any) -> Any:
    for after, former, newcomer in changes:
        if number > after:
            break
        if user is not None and newcomer == user:
            user = former
    return user


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0014_where_games_come_from'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='drew_less_than_half',
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name='drew less than half of the turns'),
        ),
        migrations.RunPython(rank_anew, migrations.RunPython.noop),
        migrations.RunPython(mark_absent, migrations.RunPython.noop),
    ]

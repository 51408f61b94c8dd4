"""Rows of finished games by the fair ranks of their seats: gains and figures count only for those who drew them."""

from typing import Any

from django.db import migrations, models
from django.db.models import Count, Exists, Max, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce


def as_today(apps: Any, _schema_editor: Any) -> None:
    names = ("Gain", "SeatSummary", "Piece", "Summary", "PlayedWith")
    gain, row, piece, summary, played = (apps.get_model("history", name) for name in names)
    seat = apps.get_model("tables", "Seat")
    own = seat.objects.filter(table=OuterRef("summary__table"), user=OuterRef("user"))
    counted = row.objects.filter(result__in=["won", "lost"])
    # By keys, as some databases update no rows that they look for in the same table.
    for result, condition in (
        ("absent", Q(drew_less_than_half=True)),
        ("won", Q(rank=1)),
        ("lost", Q(rank__gt=1)),
    ):
        found = counted.exclude(result=result).filter(Exists(own.filter(condition)))
        for keys in _batches(list(found.values_list("pk", flat=True))):
            row.objects.filter(pk__in=keys).update(result=result)
            if result == "absent":
                gain.objects.filter(seat__in=keys).delete()
    _best_of_winners(summary, played, seat)
    of_piece = gain.objects.filter(piece=OuterRef("pk")).order_by().values("piece")
    piece.objects.update(
        seats=Coalesce(Subquery(of_piece.annotate(count=Count("pk")).values("count")), 0),
        total=Coalesce(Subquery(of_piece.annotate(sum=Sum("score")).values("sum")), 0),
    )


def _best_of_winners(summary: Any, played: Any, seat: Any) -> None:
    left = Q(resigned_at__isnull=False) | Q(stand_in_since__isnull=False)
    some = summary.objects.filter(Exists(seat.objects.filter(left, table=OuterRef("table"))))
    for pk, table in list(some.values_list("pk", "table")):
        best = seat.objects.filter(table=table, rank=1).aggregate(best=Max("score"))["best"]
        if best is not None:
            summary.objects.filter(pk=pk).update(best=best)
            played.objects.filter(summary=pk).update(best=best)


def _batches(keys: list[int]) -> Any:
    return (keys[at : at + 500] for at in range(0, len(keys), 500))


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0003_known_decks'),
        ('tables', '0015_fair_results'),
    ]

    operations = [
        migrations.AlterField(
            model_name='seatsummary',
            name='result',
            field=models.CharField(choices=[('won', 'Won'), ('lost', 'Lost'), ('alone', 'Alone'), ('practice', 'Practice'), ('left', 'Left early'), ('absent', 'Drew less than half of their turns')], max_length=8),
        ),
        migrations.RunPython(as_today, migrations.RunPython.noop),
    ]

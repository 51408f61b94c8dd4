"""Rows of before as they would be written today: gains tell whether their game is open, games whose deck was known count
in no figure, and everybody's totals are what is left.
"""

from typing import Any

from django.db import migrations
from django.db.models import Count, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce


def as_today(apps: Any, _schema_editor: Any) -> None:
    gain, seat, piece = (apps.get_model("history", name) for name in ("Gain", "SeatSummary", "Piece"))
    known = seat.objects.filter(summary__table__deck_of__isnull=False)
    gain.objects.filter(seat__in=known.values("pk")).delete()
    seat.objects.filter(pk__in=known.values("pk")).update(result="practice", title="")
    gain.objects.filter(seat__in=seat.objects.filter(open=True).values("pk")).update(open=True)
    of_piece = gain.objects.filter(piece=OuterRef("pk")).order_by().values("piece")
    piece.objects.update(
        seats=Coalesce(Subquery(of_piece.annotate(count=Count("pk")).values("count")), 0),
        total=Coalesce(Subquery(of_piece.annotate(sum=Sum("score")).values("sum")), 0),
    )


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0002_open_gains'),
        ('tables', '0014_where_games_come_from'),
    ]

    operations = [migrations.RunPython(as_today, migrations.RunPython.noop)]

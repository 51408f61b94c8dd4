"""Scores in lists and statistics without handicaps, as they are written today."""

from typing import Any

from django.db import migrations
from django.db.models import Exists, OuterRef


def without_handicaps(apps: Any, _schema_editor: Any) -> None:
    summary, row, played = (apps.get_model("history", name) for name in ("Summary", "SeatSummary", "PlayedWith"))
    seat = apps.get_model("tables", "Seat")
    some = summary.objects.filter(
        Exists(seat.objects.filter(table=OuterRef("table"), handicap__gt=0)), unfinished=False
    )
    for pk in list(some.values_list("pk", flat=True)):
        seats = list(seat.objects.filter(table=pk, user__isnull=False))
        scores = {one: (one.score or 0) - one.handicap for one in seats}
        for one, score in scores.items():
            row.objects.filter(summary=pk, user=one.user_id).update(score=score)
        best = max((scores[one] for one in seats if one.rank == 1), default=max(scores.values(), default=0))
        summary.objects.filter(pk=pk).update(best=best)
        played.objects.filter(summary=pk).update(best=best)


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0007_absent_wording'),
        ('tables', '0033_help_and_handicaps'),
    ]

    operations = [
        migrations.RunPython(without_handicaps, migrations.RunPython.noop),
    ]

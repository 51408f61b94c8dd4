from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce


def from_turns_to_events(apps: Any, _schema: Any) -> None:
    """Who had looked at a turn has seen what had happened until it was over."""
    events = apps.get_model("tables", "TableEvent").objects
    until = events.filter(table=OuterRef("table"), turn__lte=OuterRef("seen")).order_by("-number")
    number = Coalesce(Subquery(until.values("number")[:1]), Value(0))
    apps.get_model("tables", "Seat").objects.filter(seen__isnull=False).update(seen=number)


def from_events_to_turns(apps: Any, _schema: Any) -> None:
    events = apps.get_model("tables", "TableEvent").objects
    last = events.filter(table=OuterRef("table"), number=OuterRef("seen"))
    turn = Coalesce(Subquery(last.values("turn")[:1]), Value(0))
    apps.get_model("tables", "Seat").objects.filter(seen__isnull=False).update(seen=turn)


class Migration(migrations.Migration):
    """What somebody has seen of a game is counted in events: the last turn alone does not tell whether they saw its end."""

    dependencies = [("tables", "0007_kept_choices")]

    operations = [
        migrations.AlterField(
            "seat",
            "seen",
            models.PositiveIntegerField(blank=True, null=True, verbose_name="seen up to event"),
        ),
        migrations.RunPython(from_turns_to_events, from_events_to_turns),
    ]

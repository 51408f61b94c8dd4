"""Tables of several people that existed before the chat get one, as new tables do."""

from typing import Any

from django.db import migrations
from django.db.models import Count, Q


def open_chats(apps: Any, schema_editor: Any) -> None:
    """Allow phrases and text at tables that wait for players, and at those of at least two people."""
    table, seat = apps.get_model("tables", "Table"), apps.get_model("tables", "Seat")
    people = seat.objects.filter(user__isnull=False).order_by().values("table").annotate(count=Count("pk"))
    several = people.filter(count__gt=1).values("table")
    shared = Q(status="gathering", capacity__gt=1) | Q(pk__in=several)
    table.objects.filter(shared, origin="", talk="off").update(talk="text")


class Migration(migrations.Migration):
    dependencies = [("tables", "0037_talk")]

    operations = [migrations.RunPython(open_chats, migrations.RunPython.noop)]

"""What a game is played with moves from its first event to where all games share it; and back."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from django.db import migrations, transaction

TABLES = 500
"""Tables whose first events are moved in one transaction: one that is broken off goes on where it was."""


def first_events(apps: Any) -> Iterator[list[Any]]:
    """The first events of all tables, some at a time, in the order of their tables."""
    tables, events = apps.get_model("tables", "Table").objects, apps.get_model("tables", "TableEvent").objects
    last = 0
    while ids := list(tables.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:TABLES]):
        with transaction.atomic():
            yield list(events.filter(table__in=ids, number=1).select_related("definition"))
        last = ids[-1]


def share(apps: Any, _schema: Any) -> None:
    definitions, events = apps.get_model("tables", "Definition").objects, apps.get_model("tables", "TableEvent").objects
    known: dict[str, Any] = {}
    for batch in first_events(apps):
        moved = []
        for event in batch:
            shared = {key: value for key, value in event.data.items() if isinstance(value, dict)}
            if not shared or event.definition_id:
                continue
            digest = digest_of(shared)
            if digest not in known:
                known[digest] = definitions.get_or_create(digest=digest, defaults={"data": shared})[0]
            event.definition = known[digest]
            event.data = {key: value for key, value in event.data.items() if key not in shared}
            moved.append(event)
        events.bulk_update(moved, ["definition", "data"], batch_size=100)


def unshare(apps: Any, _schema: Any) -> None:
    events = apps.get_model("tables", "TableEvent").objects
    for batch in first_events(apps):
        moved = [event for event in batch if event.definition_id]
        for event in moved:
            event.data = {**event.definition.data, **event.data}
            event.definition = None
        events.bulk_update(moved, ["definition", "data"], batch_size=100)


def digest_of(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Migration(migrations.Migration):
    """Of 15 kB that a game alone took, 7 were this. A batch is a transaction of its own."""

    atomic = False
    dependencies = [("tables", "0012_definitions")]
    operations = [migrations.RunPython(share, unshare)]

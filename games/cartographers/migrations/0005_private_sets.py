from django.db import migrations


def move_sets(apps, schema_editor):
    """Make each player's own set a private entry of the catalog, under its number, so that its address stays."""
    own_sets = apps.get_model("cartographers", "OwnSet")
    entries = apps.get_model("catalog", "CatalogEntry")
    numbers = {}
    for one in own_sets.objects.order_by("pk").iterator():
        entry = entries.objects.create(
            kind="set",
            box="workshop",
            key=str(one.pk),
            name=one.name,
            position=0,
            definition={**one.definition, "id": str(one.pk)},
            state="draft",
            saves=one.saves,
            link=one.link,
            owner_id=one.owner_id,
            asked_at=one.asked_at,
            published_as=one.published_as,
        )
        # Both times are set automatically on creation.
        dates = {"created_at": one.created_at, "changed_at": one.changed_at}
        entries.objects.filter(pk=entry.pk).update(**dates)
        numbers[str(one.pk)] = str(entry.pk)
    renumber(apps, numbers)


def renumber(apps, numbers):
    """Let the admin's log name the sets by their new numbers."""
    log = apps.get_model("admin", "LogEntry").objects.filter(
        content_type__app_label="cartographers", content_type__model="ownset"
    )
    # Listed first, as old and new numbers overlap.
    for pk, number in list(log.values_list("pk", "object_id")):
        log.filter(pk=pk).update(object_id=numbers.get(number))


def move_back(apps, schema_editor):
    """Restore the sets as they were stored before."""
    own_sets = apps.get_model("cartographers", "OwnSet")
    entries = apps.get_model("catalog", "CatalogEntry")
    numbers = {}
    for entry in entries.objects.filter(owner__isnull=False, box="workshop", kind="set").order_by("pk"):
        one = own_sets.objects.create(
            **({"pk": int(entry.key)} if entry.key.isdecimal() and len(entry.key) < 16 else {}),
            owner_id=entry.owner_id,
            name=entry.name,
            definition={**entry.definition, "id": "own_set"},
            saves=entry.saves,
            link=entry.link,
            asked_at=entry.asked_at,
            published_as=entry.published_as,
        )
        dates = {"created_at": entry.created_at, "changed_at": entry.changed_at}
        own_sets.objects.filter(pk=one.pk).update(**dates)
        # Nothing refers to a private entry, so related rows need not be collected.
        entries.objects.filter(pk=entry.pk)._raw_delete(schema_editor.connection.alias)
        numbers[str(entry.pk)] = str(one.pk)
    renumber(apps, numbers)


class Migration(migrations.Migration):
    dependencies = [
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("cartographers", "0004_voted_sheets"),
        ("catalog", "0010_private_entries"),
    ]

    operations = [migrations.RunPython(move_sets, move_back)]

from django.db import migrations

from games.catalog.models import CardSet
from games.catalog.published import published

SETS = (CardSet.HEROES, CardSet.PREVIEW)


def load(apps, schema_editor):
    entries = apps.get_model("catalog", "CatalogEntry").objects.using(schema_editor.connection.alias)
    known = set(entries.values_list("set", "kind", "key"))
    for entry in published(*SETS):
        if (entry.set.value, entry.kind.value, entry.key) not in known:
            entries.create(**entry.fields())


def unload(apps, schema_editor):
    # Before, an id was one among all sets: what shares one with the base box has to go, and its box with it.
    entries = apps.get_model("catalog", "CatalogEntry").objects.using(schema_editor.connection.alias)
    entries.filter(set__in=[of.value for of in SETS]).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0003_boxes"),
    ]

    operations = [
        migrations.RunPython(load, unload, elidable=False),
    ]

from django.db import migrations

from games.catalog.models import CardSet
from games.catalog.published import published


def load(apps, schema_editor):
    entries = apps.get_model("catalog", "CatalogEntry").objects.using(schema_editor.connection.alias)
    known = set(entries.values_list("kind", "key"))
    for entry in published(CardSet.CARTOGRAPHERS):
        if (entry.kind.value, entry.key) not in known:
            entries.create(**entry.fields())


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(load, migrations.RunPython.noop, elidable=False),
    ]

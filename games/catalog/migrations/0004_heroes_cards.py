from django.db import migrations

SETS = ("heroes", "heroes_preview")


def unload(apps, schema_editor):
    # Before, an id was one among all sets: what shares one with the base box has to go, and its box with it.
    entries = apps.get_model("catalog", "CatalogEntry").objects.using(schema_editor.connection.alias)
    entries.filter(set__in=SETS).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0003_boxes"),
    ]

    # Forwards nothing is to be done: `load_cards` loads what is missing.
    operations = [
        migrations.RunPython(migrations.RunPython.noop, unload, elidable=False),
    ]

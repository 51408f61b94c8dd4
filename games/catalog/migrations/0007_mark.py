import uuid

from django.db import migrations, models


def mark_what_is_there(apps, _editor):
    """Without a mark a catalog counts as empty."""
    if apps.get_model("catalog", "CatalogEntry").objects.exists():
        apps.get_model("catalog", "CatalogMark").objects.create(pk=1)


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0006_workshop"),
    ]

    operations = [
        migrations.CreateModel(
            name="CatalogMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.UUIDField(default=uuid.uuid4, verbose_name="value")),
            ],
            options={
                "verbose_name": "mark of the catalog",
                "verbose_name_plural": "marks of the catalog",
            },
        ),
        migrations.RunPython(mark_what_is_there, migrations.RunPython.noop),
    ]

"""The vacations that people announce."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_refused_email"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="vacations",
            field=models.TextField(blank=True, db_default="", default="", editable=False, verbose_name="vacations"),
        ),
    ]

"""Answers of seats to the questions that a host leaves to the players."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0017_sweeper_clock")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="setup_answers",
            field=models.JSONField(blank=True, editable=False, null=True, verbose_name="setup answers"),
        ),
    ]

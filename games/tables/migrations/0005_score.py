from django.db import migrations, models


class Migration(migrations.Migration):
    """What a game counts is its own affair: points, stars or else."""

    dependencies = [("tables", "0004_indexes_of_lists")]

    operations = [
        migrations.RenameField("seat", "stars", "score"),
        migrations.AlterField(
            "seat", "score", models.IntegerField(blank=True, null=True, verbose_name="score")
        ),
    ]

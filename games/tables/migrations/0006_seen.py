from django.db import migrations, models


class Migration(migrations.Migration):
    """Of seats that are older than this, nobody knows how far their people have looked."""

    dependencies = [("tables", "0005_score")]

    operations = [
        migrations.AddField(
            "seat",
            "seen",
            models.PositiveIntegerField(blank=True, null=True, verbose_name="seen up to turn"),
        )
    ]

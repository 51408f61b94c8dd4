from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="format",
            field=models.CharField(
                choices=[
                    ("json", "Carto’s JSON, for a program of your own"),
                    ("slack", "Slack"),
                    ("discord", "Discord"),
                ],
                db_default="json",
                default="json",
                max_length=8,
                verbose_name="format",
            ),
        ),
    ]

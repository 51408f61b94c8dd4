from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0016_ended_early"),
    ]

    operations = [
        migrations.AddField(
            model_name="sweeper",
            name="clock_at",
            field=models.DateTimeField(null=True),
        ),
    ]

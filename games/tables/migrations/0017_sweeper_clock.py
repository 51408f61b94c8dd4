from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0014_where_games_come_from"),
    ]

    operations = [
        migrations.AddField(
            model_name="sweeper",
            name="clock_at",
            field=models.DateTimeField(null=True),
        ),
    ]

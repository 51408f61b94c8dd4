from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0016_shape_lines"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="star_previews",
            field=models.BooleanField(db_default=True, default=True, verbose_name="previews of stars"),
        ),
    ]

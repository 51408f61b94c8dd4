from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0031_bot_levels'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='hints',
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name='hints'),
        ),
    ]

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('coach', '0001_reviews_of_games'),
    ]

    operations = [
        migrations.AddField(
            model_name='review',
            name='progressed_at',
            field=models.DateTimeField(default=django.utils.timezone.now, verbose_name='last progress'),
        ),
    ]

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='gain',
            name='history_gains_of',
        ),
        migrations.RemoveIndex(
            model_name='seatsummary',
            name='history_figures_of',
        ),
        migrations.AddField(
            model_name='gain',
            name='open',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name='gain',
            index=models.Index(fields=['user', 'piece', 'score', 'open'], name='history_gains_of'),
        ),
        migrations.AddIndex(
            model_name='seatsummary',
            index=models.Index(condition=models.Q(('result__in', ['won', 'lost', 'alone'])), fields=['user', 'result', 'game', 'set', 'seats', 'score', 'open'], name='history_figures_of'),
        ),
    ]

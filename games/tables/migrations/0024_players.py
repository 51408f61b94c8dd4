"""Add the columns that store the player of a seat, and let seats have no user."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        # Reads the columns that this renames.
        ('history', '0004_fair_results'),
        ('tables', '0023_wording'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='seat',
            name='tables_free_seats',
        ),
        migrations.RenameField(
            model_name='seat',
            old_name='stand_in_since',
            new_name='away_since',
        ),
        migrations.AddField(
            model_name='seat',
            name='bot_level',
            field=models.CharField(blank=True, db_default='', default='', max_length=20, verbose_name='bot level'),
        ),
        migrations.AddField(
            model_name='seat',
            name='played_by',
            field=models.CharField(choices=[('person', 'Player'), ('bot', 'Bot'), ('stand_in', 'Stand-in'), ('recording', 'Moves of another game'), ('vacant', 'Free seat')], db_default='person', default='person', max_length=9, verbose_name='played by'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='user'),
        ),
    ]

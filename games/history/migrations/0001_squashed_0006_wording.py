from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

unfinished = import_module('games.history.migrations.0005_unfinished')


class Migration(migrations.Migration):
    """Create all tables. There are no rows to correct, but an older database may have unfinished games to list."""

    replaces = [
        ('history', '0001_initial'),
        ('history', '0002_open_gains'),
        ('history', '0003_known_decks'),
        ('history', '0004_fair_results'),
        ('history', '0005_unfinished'),
        ('history', '0006_wording'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0005_erased_people'),
        ('tables', '0016_ended_early'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Piece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=32)),
                ('kind', models.CharField(max_length=32)),
                ('key', models.CharField(max_length=64)),
                ('seats', models.PositiveIntegerField(default=0)),
                ('total', models.BigIntegerField(default=0)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'kind', 'key'), name='history_piece_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Summary',
            fields=[
                ('set', models.CharField(blank=True, max_length=32)),
                ('seats', models.PositiveSmallIntegerField()),
                ('open', models.BooleanField()),
                ('finished_at', models.DateTimeField()),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='summary', serialize=False, to='tables.table')),
                ('game', models.CharField(max_length=32)),
                ('best', models.IntegerField()),
                ('unfinished', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('open', True), ('unfinished', True)), fields=['-finished_at', '-table'], name='history_open_unfinished'),
                    models.Index(condition=models.Q(('open', True)), fields=['-finished_at', '-table', 'seats', 'set', 'best', 'game', 'open', 'unfinished'], name='history_open_games'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PlayedWith',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('set', models.CharField(blank=True, max_length=32)),
                ('seats', models.PositiveSmallIntegerField()),
                ('open', models.BooleanField()),
                ('finished_at', models.DateTimeField()),
                ('summary', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pieces', to='history.summary')),
                ('piece', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='history.piece')),
                ('best', models.IntegerField()),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('open', True)), fields=['piece', '-finished_at', '-summary', 'seats', 'set', 'best', 'open'], name='history_open_with'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('summary', 'piece'), name='history_with_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SeatSummary',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('set', models.CharField(blank=True, max_length=32)),
                ('seats', models.PositiveSmallIntegerField()),
                ('open', models.BooleanField()),
                ('finished_at', models.DateTimeField()),
                ('summary', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='people', to='history.summary')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.CharField(max_length=32)),
                ('score', models.IntegerField()),
                ('result', models.CharField(choices=[('won', 'Won'), ('lost', 'Lost'), ('alone', 'Solo'), ('practice', 'Practice'), ('left', 'Left early'), ('stopped', 'Unfinished'), ('absent', 'Drew less than half of their turns')], max_length=8)),
                ('title', models.CharField(blank=True, max_length=40)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['user', '-finished_at', '-summary'], name='history_games_of'),
                    models.Index(condition=models.Q(('result__in', ['won', 'lost', 'alone'])), fields=['user', 'result', 'game', 'set', 'seats', 'score', 'open'], name='history_figures_of'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('summary', 'user'), name='history_seat_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Gain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='gains', to='history.seatsummary')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('piece', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='history.piece')),
                ('score', models.IntegerField()),
                ('open', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['user', 'piece', 'score', 'open'], name='history_gains_of'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('seat', 'piece'), name='history_gain_once'),
                ],
            },
        ),
        migrations.RunPython(unfinished.list_unfinished, migrations.RunPython.noop),
    ]

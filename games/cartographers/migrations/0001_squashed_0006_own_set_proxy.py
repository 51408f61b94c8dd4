from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

voted_sheets = import_module('games.cartographers.migrations.0004_voted_sheets')


class Migration(migrations.Migration):
    """Create all tables. An older database may have votes to mark."""

    replaces = [
        ('cartographers', '0001_lesson'),
        ('cartographers', '0002_sets'),
        ('cartographers', '0003_wording'),
        ('cartographers', '0004_voted_sheets'),
        ('cartographers', '0005_private_sets'),
        ('cartographers', '0006_own_set_proxy'),
    ]

    initial = True

    dependencies = [
        ('catalog', '0010_private_entries'),
        ('tables', '0023_wording'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Lesson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='lesson', to='tables.table', verbose_name='table')),
                ('left_at', models.DateTimeField(blank=True, null=True, verbose_name='closed at')),
            ],
            options={
                'verbose_name': 'tutorial',
                'verbose_name_plural': 'tutorials',
            },
        ),
        migrations.CreateModel(
            name='OwnSet',
            fields=[
            ],
            options={
                'verbose_name': 'player set',
                'verbose_name_plural': 'player sets',
                'ordering': ['pk'],
                'proxy': True,
            },
            bases=('catalog.catalogentry',),
        ),
        migrations.RunPython(voted_sheets.mark_voted, migrations.RunPython.noop),
    ]

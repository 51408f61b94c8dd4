"""Proposals of another pace for a game in progress, and the log's lines about them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0017_sweeper_clock'),
    ]

    operations = [
        migrations.AddField(
            model_name='incident',
            name='pace',
            field=models.JSONField(blank=True, null=True, verbose_name='pace'),
        ),
        migrations.AddField(
            model_name='seat',
            name='agreed_pace',
            field=models.PositiveIntegerField(blank=True, editable=False, null=True, verbose_name='agrees to proposal'),
        ),
        migrations.AlterField(
            model_name='incident',
            name='kind',
            field=models.CharField(choices=[('kept', 'The stand-in keeps a seat'), ('kept_late', 'The others let the stand-in keep a seat'), ('came_back', 'Somebody came back'), ('resigned', 'Somebody resigned'), ('vacant', 'A seat is free to be taken'), ('taken', 'Somebody took a seat'), ('ended', 'The game was ended'), ('given_up', 'A solo player ended the game'), ('time_given', 'A seat was given time'), ('removed', 'Somebody was taken out of a seat'), ('pace', 'The players changed the pace'), ('no_pace', 'Somebody declined another pace')], max_length=10, verbose_name='kind'),
        ),
        migrations.CreateModel(
            name='PaceProposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('pace', models.CharField(choices=[('live', 'Live'), ('days', 'By the day'), ('none', 'No clock')], max_length=4, verbose_name='pace')),
                ('turn_seconds', models.PositiveIntegerField(verbose_name='seconds a turn')),
                ('reserve_seconds', models.PositiveIntegerField(verbose_name='seconds in reserve')),
                ('nights_free', models.BooleanField(verbose_name='nights do not count')),
                ('state', models.CharField(blank=True, choices=[('', 'Open'), ('accepted', 'Accepted'), ('closed', 'Declined, withdrawn or lapsed')], default='', max_length=8, verbose_name='state')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pace_proposal', to='tables.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'proposed pace',
                'verbose_name_plural': 'proposed paces',
            },
        ),
    ]

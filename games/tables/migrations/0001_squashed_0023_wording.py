import django.db.models.deletion
import games.tables.names
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Create all tables. There are no rows to correct yet."""

    replaces = [
        ('tables', '0001_initial'),
        ('tables', '0002_opened_once'),
        ('tables', '0002_deck_of'),
        ('tables', '0003_merge'),
        ('tables', '0004_indexes_of_lists'),
        ('tables', '0005_score'),
        ('tables', '0006_seen'),
        ('tables', '0007_kept_choices'),
        ('tables', '0008_seen_events'),
        ('tables', '0009_paces'),
        ('tables', '0010_lobby'),
        ('tables', '0011_incidents'),
        ('tables', '0012_definitions'),
        ('tables', '0013_definitions_once'),
        ('tables', '0014_where_games_come_from'),
        ('tables', '0015_fair_results'),
        ('tables', '0016_ended_early'),
        ('tables', '0017_sweeper_clock'),
        ('tables', '0018_pace_proposals'),
        ('tables', '0019_setup_answers'),
        ('tables', '0020_visible_pages'),
        ('tables', '0021_nudged'),
        ('tables', '0022_clock_zone'),
        ('tables', '0023_wording'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Definition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True, verbose_name='hash')),
                ('data', models.JSONField(verbose_name='data')),
            ],
            options={
                'verbose_name': 'definition',
                'verbose_name_plural': 'definitions',
            },
        ),
        migrations.CreateModel(
            name='Sweeper',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('holder', models.UUIDField()),
                ('seen_at', models.DateTimeField()),
                ('clock_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.tables.names.new_code, max_length=8, unique=True, verbose_name='code')),
                ('game', models.CharField(max_length=32, verbose_name='game')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('access', models.CharField(choices=[('open', 'Public'), ('invitation', 'Invite only')], default='open', max_length=10, verbose_name='access')),
                ('invitation', models.CharField(default=games.tables.names.new_invitation, max_length=22, unique=True, verbose_name='invitation')),
                ('capacity', models.PositiveSmallIntegerField(verbose_name='seats')),
                ('start_when_full', models.BooleanField(default=True, verbose_name='starts when full')),
                ('status', models.CharField(choices=[('gathering', 'Waiting for players'), ('playing', 'In progress'), ('finished', 'Finished'), ('closed', 'Closed')], default='gathering', max_length=9, verbose_name='status')),
                ('seed', models.BinaryField(max_length=32, null=True, verbose_name='seed')),
                ('commitment', models.CharField(blank=True, max_length=64, verbose_name='seed hash')),
                ('version', models.PositiveIntegerField(default=1, verbose_name='version')),
                ('number', models.PositiveIntegerField(default=0, verbose_name='events')),
                ('turn', models.PositiveIntegerField(default=0, verbose_name='turn')),
                ('phase', models.CharField(blank=True, max_length=32, verbose_name='phase')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('changed_at', models.DateTimeField(verbose_name='updated')),
                ('command_id', models.UUIDField(editable=False, null=True, verbose_name='command')),
                ('ending', models.CharField(blank=True, choices=[('given_up', 'Abandoned'), ('resigned', 'All players resigned'), ('agreed', 'Ended by the remaining players'), ('staff', 'Ended by an administrator')], db_default='', default='', max_length=8, verbose_name='end reason')),
                ('nights_free', models.BooleanField(db_default=False, default=False, verbose_name='nights paused')),
                ('pace', models.CharField(choices=[('live', 'Real time'), ('days', 'Turn-based'), ('none', 'No time limit')], db_default='none', default='none', max_length=4, verbose_name='time control')),
                ('reserve_seconds', models.PositiveIntegerField(db_default=0, default=0, verbose_name='time bank (seconds)')),
                ('turn_seconds', models.PositiveIntegerField(db_default=0, default=0, verbose_name='seconds per turn')),
                ('language', models.CharField(blank=True, db_default='', default='', max_length=5, verbose_name='language')),
                ('listed_until', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='listed until')),
                ('set', models.CharField(blank=True, db_default='', default='', max_length=32, verbose_name='set')),
                ('incidents_count', models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ('fork_turn', models.PositiveIntegerField(blank=True, null=True, verbose_name='continued from turn')),
                ('kept_until', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='kept until')),
                ('origin', models.CharField(blank=True, choices=[('', 'Played here'), ('brought', 'Uploaded game'), ('fork', 'Continued from another game')], db_default='', default='', max_length=7, verbose_name='origin')),
                ('ending_reason', models.CharField(blank=True, db_default='', default='', max_length=200, verbose_name='reason')),
                ('nudged_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='nudged')),
                ('deck_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='deck_games', to='tables.table', verbose_name='same deck as')),
                ('fork_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='forks', to='tables.table', verbose_name='continued from')),
                ('host', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hosted_tables', to=settings.AUTH_USER_MODEL, verbose_name='host')),
                ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematches', to='tables.table', verbose_name='rematch of')),
            ],
            options={
                'verbose_name': 'table',
                'verbose_name_plural': 'tables',
                'permissions': [('moderate_table', 'Can resolve stalled games')],
                'indexes': [
                    models.Index(fields=['access', 'status', '-changed_at'], name='tables_watched'),
                    models.Index(condition=models.Q(('listed_until__isnull', False)), fields=['listed_until'], name='tables_listed'),
                    models.Index(condition=models.Q(('listed_until__isnull', False)), fields=['-created_at'], name='tables_open'),
                    models.Index(condition=models.Q(('commitment', ''), _negated=True), fields=['commitment'], name='tables_promised'),
                    models.Index(condition=models.Q(('kept_until__isnull', False)), fields=['kept_until'], name='tables_kept'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('capacity__gte', 1), ('capacity__lte', 12)), name='tables_table_capacity'),
                    models.UniqueConstraint(condition=models.Q(('status', 'closed'), _negated=True), fields=('rematch_of',), name='tables_table_one_rematch'),
                    models.UniqueConstraint(fields=('host', 'command_id'), name='tables_table_once'),
                    models.CheckConstraint(condition=models.Q(('listed_until__isnull', True), models.Q(('access', 'open'), ('status', 'gathering')), _connector='OR'), name='tables_table_listed'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField(verbose_name='number')),
                ('awaited', models.BooleanField(default=False, verbose_name='waiting since')),
                ('awaited_since', models.DateTimeField(blank=True, null=True, verbose_name='waiting since')),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rank')),
                ('score', models.IntegerField(blank=True, null=True, verbose_name='score')),
                ('seen', models.PositiveIntegerField(blank=True, null=True, verbose_name='last event seen')),
                ('alarm_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='next reminder')),
                ('clock_turn', models.PositiveIntegerField(db_default=0, default=0, verbose_name='clock turn')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='time runs out at')),
                ('left', models.PositiveIntegerField(blank=True, null=True, verbose_name='seconds left')),
                ('reserve', models.PositiveIntegerField(db_default=0, default=0, verbose_name='time bank (seconds)')),
                ('resigned_at', models.DateTimeField(blank=True, null=True, verbose_name='resigned at')),
                ('stand_in_since', models.DateTimeField(blank=True, null=True, verbose_name='stand-in since')),
                ('timeouts', models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name='timeouts')),
                ('vacant', models.BooleanField(db_default=False, default=False, verbose_name='free seat')),
                ('vote', models.CharField(blank=True, choices=[('', 'Keep waiting'), ('stand', 'Let a stand-in play for the late player'), ('end', 'End the game now'), ('invite', 'Let another player take the seat')], db_default='', default='', max_length=6, verbose_name='vote')),
                ('name', models.CharField(blank=True, db_default='', default='', max_length=24, verbose_name='name')),
                ('drew_less_than_half', models.BooleanField(db_default=False, default=False, editable=False, verbose_name='drew less than half of the turns')),
                ('away_reason', models.CharField(blank=True, db_default='', default='', max_length=200, verbose_name='reason')),
                ('away_cause', models.CharField(blank=True, choices=[('', 'Plays'), ('time', 'Time ran out'), ('vote', 'The other players let a stand-in play'), ('staff', 'A moderator let a stand-in play'), ('resigned', 'Resigned'), ('removed', 'Removed by a moderator')], db_default='', default='', max_length=8, verbose_name='stand-in reason')),
                ('agreed_pace', models.PositiveIntegerField(blank=True, editable=False, null=True, verbose_name='agrees to proposal')),
                ('setup_answers', models.JSONField(blank=True, editable=False, null=True, verbose_name='setup answers')),
                ('visible_until', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='page visible until')),
                ('clock_zone', models.CharField(blank=True, db_default='', default='', editable=False, max_length=40, verbose_name='time zone of the clock')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tables.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'indexes': [
                    models.Index(condition=models.Q(('alarm_at__isnull', False)), fields=['alarm_at'], name='tables_alarms'),
                    models.Index(condition=models.Q(('vacant', True)), fields=['table'], name='tables_free_seats'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'index'), name='tables_seat_one_place'),
                    models.UniqueConstraint(fields=('table', 'user'), name='tables_seat_one_person'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PaceProposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('pace', models.CharField(choices=[('live', 'Real time'), ('days', 'Turn-based'), ('none', 'No time limit')], max_length=4, verbose_name='time control')),
                ('turn_seconds', models.PositiveIntegerField(verbose_name='seconds per turn')),
                ('reserve_seconds', models.PositiveIntegerField(verbose_name='time bank (seconds)')),
                ('nights_free', models.BooleanField(verbose_name='nights paused')),
                ('state', models.CharField(blank=True, choices=[('', 'Open'), ('accepted', 'Accepted'), ('closed', 'Declined, withdrawn or expired')], default='', max_length=8, verbose_name='state')),
                ('at', models.DateTimeField(verbose_name='time')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pace_proposal', to='tables.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'time control proposal',
                'verbose_name_plural': 'time control proposals',
            },
        ),
        migrations.CreateModel(
            name='Invited',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='time')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='invited by')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='invited', to='tables.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'user'), name='tables_invited_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Incident',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('kept', 'Stand-in keeps the seat'), ('kept_late', 'Seat given to a stand-in by vote'), ('came_back', 'Player returned'), ('resigned', 'Player resigned'), ('vacant', 'Seat is free'), ('taken', 'Player took a seat'), ('ended', 'Game ended early'), ('given_up', 'Solo game ended early'), ('time_given', 'Time added'), ('removed', 'Player removed'), ('pace', 'Time control changed'), ('no_pace', 'Time control proposal declined')], max_length=10, verbose_name='type')),
                ('number', models.PositiveIntegerField(verbose_name='after event')),
                ('turn', models.PositiveIntegerField(verbose_name='turn')),
                ('by_staff', models.BooleanField(default=False, verbose_name='by staff')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(verbose_name='time')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                ('pace', models.JSONField(blank=True, null=True, verbose_name='time control')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='incidents', to='tables.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'incident',
                'verbose_name_plural': 'incidents',
            },
        ),
        migrations.CreateModel(
            name='Exclusion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='exclusions', to='tables.table')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'user'), name='tables_exclusion_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TableCommand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('command_id', models.UUIDField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('ask', models.CharField(max_length=80)),
                ('turn', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('standing', models.BooleanField()),
                ('at', models.DateTimeField()),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='commands', to='tables.table')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'command_id'), name='tables_command_once'),
                    models.UniqueConstraint(condition=models.Q(('standing', True)), fields=('table', 'seat', 'ask'), name='tables_command_one_standing'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TableEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('kind', models.CharField(max_length=40, verbose_name='type')),
                ('data', models.JSONField(verbose_name='data')),
                ('turn', models.PositiveIntegerField(verbose_name='turn')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                ('command_id', models.UUIDField(blank=True, null=True, verbose_name='command')),
                ('at', models.DateTimeField(verbose_name='time')),
                ('stand_in', models.BooleanField(db_default=False, default=False, verbose_name='by stand-in')),
                ('definition', models.ForeignKey(db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.definition')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tables.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['table', 'number'],
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'number'), name='tables_event_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='KeptChoices',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=32, verbose_name='game')),
                ('name', models.CharField(blank=True, max_length=40, verbose_name='name')),
                ('fields', models.JSONField(verbose_name='settings')),
                ('changed_at', models.DateTimeField(verbose_name='updated')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='kept_choices', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'saved settings',
                'verbose_name_plural': 'saved settings',
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'game', 'name'), name='tables_kept_once'),
                ],
            },
        ),
    ]

import django.db.models.deletion
import django.utils.timezone
import games.tables.names
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('studies', '0001_initial'),
        ('studies', '0002_wording'),
    ]

    initial = True

    dependencies = [
        ('tables', '0014_where_games_come_from'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Collection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('written_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='written at')),
                ('changed_at', models.DateTimeField(blank=True, null=True, verbose_name='updated')),
                ('removed_at', models.DateTimeField(blank=True, null=True, verbose_name='removed at')),
                ('removal', models.CharField(blank=True, default='', max_length=500, verbose_name='removal reason')),
                ('code', models.CharField(default=games.tables.names.new_invitation, editable=False, max_length=22, unique=True, verbose_name='code')),
                ('keeper', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('title', models.CharField(max_length=80, verbose_name='title')),
                ('words', models.TextField(blank=True, max_length=4000, verbose_name='text')),
                ('visibility', models.CharField(choices=[('public', 'Public'), ('link', 'Anyone with the link'), ('private', 'Only me')], default='private', max_length=7, verbose_name='visibility')),
                ('command_id', models.UUIDField(editable=False, null=True, verbose_name='command')),
            ],
            options={
                'verbose_name': 'collection',
                'verbose_name_plural': 'collections',
                'indexes': [
                    models.Index(fields=['keeper', '-written_at'], name='studies_kept'),
                    models.Index(condition=models.Q(('visibility', 'public')), fields=['-written_at', '-id'], name='studies_public'),
                    models.Index(condition=models.Q(('removed_at__isnull', False)), fields=['removed_at'], name='studies_removed_colls'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('keeper', 'command_id'), name='studies_collection_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('written_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='written at')),
                ('changed_at', models.DateTimeField(blank=True, null=True, verbose_name='updated')),
                ('removed_at', models.DateTimeField(blank=True, null=True, verbose_name='removed at')),
                ('removal', models.CharField(blank=True, default='', max_length=500, verbose_name='removal reason')),
                ('collection', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='studies.collection', verbose_name='collection')),
                ('place', models.PositiveIntegerField(verbose_name='position')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tables.table', verbose_name='table')),
                ('turn', models.PositiveIntegerField(verbose_name='turn')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('words', models.TextField(blank=True, max_length=4000, verbose_name='text')),
            ],
            options={
                'verbose_name': 'turn in a collection',
                'verbose_name_plural': 'turns in collections',
                'indexes': [
                    models.Index(fields=['collection', 'place'], name='studies_entries'),
                    models.Index(condition=models.Q(('removed_at__isnull', False)), fields=['removed_at'], name='studies_removed_entries'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('collection', 'table', 'turn', 'seat'), name='studies_entry_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('written_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='written at')),
                ('changed_at', models.DateTimeField(blank=True, null=True, verbose_name='updated')),
                ('removed_at', models.DateTimeField(blank=True, null=True, verbose_name='removed at')),
                ('removal', models.CharField(blank=True, default='', max_length=500, verbose_name='removal reason')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tables.table', verbose_name='table')),
                ('turn', models.PositiveIntegerField(verbose_name='turn')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('words', models.TextField(max_length=2000, verbose_name='text')),
            ],
            options={
                'verbose_name': 'note',
                'verbose_name_plural': 'notes',
                'indexes': [
                    models.Index(fields=['table', 'turn', 'written_at'], name='studies_notes_of_turn'),
                    models.Index(condition=models.Q(('removed_at__isnull', False)), fields=['removed_at'], name='studies_removed_notes'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('note', 'Note on a turn'), ('collection', 'Collection'), ('entry', 'Turn in a collection')], max_length=10, verbose_name='subject')),
                ('note', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='case', to='studies.note', verbose_name='note')),
                ('collection', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='case', to='studies.collection', verbose_name='collection')),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='case', to='studies.entry', verbose_name='turn')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('open_since', models.DateTimeField(blank=True, null=True, verbose_name='open since')),
                ('handled_at', models.DateTimeField(blank=True, null=True, verbose_name='resolved')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'permissions': [('moderate_words', 'Can moderate reported content')],
                'indexes': [
                    models.Index(condition=models.Q(('open_since__isnull', False)), fields=['open_since'], name='studies_open_cases'),
                    models.Index(fields=['-handled_at'], name='studies_handled_cases'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='studies.case', verbose_name='report')),
                ('act', models.CharField(choices=[('remove', 'Remove'), ('leave', 'Keep'), ('restore', 'Restore')], max_length=7, verbose_name='action')),
                ('words', models.CharField(max_length=500, verbose_name='text')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='moderator')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='time')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('case', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='studies.case', verbose_name='case')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('reason', models.CharField(choices=[('insult', 'Insults or threats'), ('hate', 'Hate speech'), ('private', 'Private information'), ('spam', 'Advertising or spam'), ('other', 'Something else')], max_length=7, verbose_name='reason')),
                ('words', models.CharField(blank=True, max_length=500, verbose_name='text')),
                ('text', models.TextField(blank=True, verbose_name='reported content')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='time')),
                ('decision', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='studies.decision', verbose_name='decision')),
            ],
            options={
                'verbose_name': 'user report',
                'verbose_name_plural': 'user reports',
                'constraints': [
                    models.UniqueConstraint(fields=('case', 'reporter'), name='studies_report_once'),
                ],
            },
        ),
    ]

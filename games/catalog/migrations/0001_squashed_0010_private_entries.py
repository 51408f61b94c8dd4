import django.db.models.deletion
import games.catalog.shelves
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Create all tables. There are no entries to convert yet."""

    replaces = [
        ('catalog', '0001_initial'),
        ('catalog', '0002_published_cards'),
        ('catalog', '0003_boxes'),
        ('catalog', '0004_heroes_cards'),
        ('catalog', '0005_shelves'),
        ('catalog', '0006_workshop'),
        ('catalog', '0007_mark'),
        ('catalog', '0008_changes_kept_whole'),
        ('catalog', '0009_wording'),
        ('catalog', '0010_private_entries'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CatalogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=games.catalog.shelves.kind_names, max_length=32, verbose_name='type')),
                ('box', models.CharField(choices=games.catalog.shelves.box_names, max_length=32, verbose_name='box')),
                ('key', models.CharField(max_length=64, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=1, verbose_name='version')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('position', models.PositiveSmallIntegerField(verbose_name='position')),
                ('definition', models.JSONField(verbose_name='definition')),
                ('examples', models.JSONField(blank=True, default=list, verbose_name='examples')),
                ('state', models.CharField(choices=[('draft', 'Draft'), ('review', 'In review'), ('published', 'Published'), ('retired', 'Retired')], default='published', max_length=12, verbose_name='state')),
                ('current', models.BooleanField(default=False, verbose_name='active')),
                ('official', models.BooleanField(default=False, verbose_name='as published')),
                ('notes', models.TextField(blank=True, max_length=4000, verbose_name='notes')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
                ('licence', models.CharField(blank=True, max_length=100, verbose_name='license')),
                ('saves', models.PositiveIntegerField(default=0, editable=False, verbose_name='revision')),
                ('link', models.CharField(blank=True, editable=False, max_length=32, null=True, unique=True, verbose_name='link')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('changed_at', models.DateTimeField(auto_now=True, verbose_name='updated')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('owner', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('asked_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='permission requested')),
                ('published_as', models.CharField(blank=True, editable=False, max_length=64, verbose_name='submitted as')),
            ],
            options={
                'verbose_name': 'component',
                'verbose_name_plural': 'components',
                'permissions': [('review_catalogentry', 'Can publish and retire other people’s components'), ('publish_alone', 'Can publish their own components')],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('owner', None)), fields=('box', 'kind', 'key', 'version'), name='catalog_entry_one_version'),
                    models.UniqueConstraint(condition=models.Q(('owner__isnull', False)), fields=('kind', 'key'), name='catalog_entry_one_private'),
                    models.CheckConstraint(condition=models.Q(('owner', None), ('state', 'draft'), _connector='OR'), name='catalog_entry_private_is_draft'),
                    models.UniqueConstraint(condition=models.Q(('current', True)), fields=('box', 'kind', 'key'), name='catalog_entry_one_in_play'),
                    models.UniqueConstraint(condition=models.Q(('owner', None), ('state__in', ('draft', 'review'))), fields=('box', 'kind', 'key'), name='catalog_entry_one_open'),
                    models.CheckConstraint(condition=models.Q(('current', False), ('state', 'published'), _connector='OR'), name='catalog_entry_in_play_is_published'),
                ],
            },
        ),
        migrations.CreateModel(
            name='CatalogMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.UUIDField(default=uuid.uuid4, verbose_name='value')),
            ],
            options={
                'verbose_name': 'catalog version',
                'verbose_name_plural': 'catalog versions',
            },
        ),
        migrations.CreateModel(
            name='Change',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=32, verbose_name='type')),
                ('box', models.CharField(max_length=32, verbose_name='box')),
                ('key', models.CharField(max_length=64, verbose_name='ID')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('act', models.CharField(choices=[('begun', 'created'), ('saved', 'saved'), ('submitted', 'submitted for review'), ('sent_back', 'changes requested'), ('published', 'published'), ('retired', 'retired'), ('brought_back', 'restored'), ('thrown_away', 'discarded'), ('loaded', 'shipped with the site'), ('linked', 'share link created'), ('unlinked', 'share link revoked')], max_length=12, verbose_name='action')),
                ('words', models.TextField(blank=True, verbose_name='text')),
                ('definition', models.JSONField(null=True, verbose_name='definition')),
                ('rest', models.JSONField(null=True, verbose_name='snapshot')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='time')),
            ],
            options={
                'verbose_name': 'change',
                'verbose_name_plural': 'changes',
                'ordering': ['-pk'],
                'indexes': [
                    models.Index(fields=['box', 'kind', 'key'], name='catalog_change_of'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Trial',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='trials', to='catalog.catalogentry', verbose_name='component')),
                ('fingerprint', models.CharField(max_length=64, verbose_name='hash')),
                ('games', models.PositiveIntegerField(verbose_name='games')),
                ('done', models.PositiveIntegerField(default=0, verbose_name='completed')),
                ('outcome', models.JSONField(default=dict, verbose_name='outcome')),
                ('failure', models.CharField(blank=True, max_length=200, verbose_name='failure')),
                ('begun_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('ended_at', models.DateTimeField(null=True, verbose_name='ended')),
            ],
            options={
                'verbose_name': 'balance test',
                'verbose_name_plural': 'balance tests',
                'constraints': [
                    models.UniqueConstraint(fields=('entry', 'fingerprint'), name='catalog_trial_once'),
                ],
            },
        ),
    ]

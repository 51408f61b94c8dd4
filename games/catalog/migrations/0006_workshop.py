import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.catalog.shelves


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("catalog", "0005_shelves"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="catalogentry", name="catalog_entry_one_version"),
        migrations.RemoveConstraint(model_name="catalogentry", name="catalog_entry_one_in_play"),
        migrations.RenameField(model_name="catalogentry", old_name="set", new_name="box"),
        migrations.RenameField(model_name="catalogentry", old_name="published", new_name="official"),
        migrations.AddField(
            model_name="catalogentry",
            name="state",
            field=models.CharField(
                choices=[
                    ("draft", "Draft"),
                    ("review", "In review"),
                    ("published", "Published"),
                    ("retired", "Retired"),
                ],
                default="published",
                max_length=12,
                verbose_name="state",
            ),
        ),
        migrations.AddField(
            model_name="catalogentry",
            name="changed_at",
            field=models.DateTimeField(auto_now=True, default=django.utils.timezone.now, verbose_name="changed"),
            preserve_default=False,
        ),
        migrations.AddField(
            "catalogentry", "examples", models.JSONField(blank=True, default=list, verbose_name="examples")
        ),
        migrations.AddField(
            "catalogentry", "notes", models.TextField(blank=True, max_length=4000, verbose_name="notes")
        ),
        migrations.AddField(
            "catalogentry", "source", models.CharField(blank=True, max_length=200, verbose_name="source")
        ),
        migrations.AddField(
            "catalogentry", "licence", models.CharField(blank=True, max_length=100, verbose_name="licence")
        ),
        migrations.AddField(
            "catalogentry", "saves", models.PositiveIntegerField(default=0, editable=False, verbose_name="saves")
        ),
        migrations.AddField(
            "catalogentry",
            "link",
            models.CharField(
                blank=True, editable=False, max_length=32, null=True, unique=True, verbose_name="link"
            ),
        ),
        migrations.CreateModel(
            name='Change',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=32, verbose_name='kind')),
                ('box', models.CharField(max_length=32, verbose_name='box')),
                ('key', models.CharField(max_length=64, verbose_name='id')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('act', models.CharField(choices=[('begun', 'begun'), ('saved', 'saved'), ('submitted', 'handed in for review'), ('sent_back', 'sent back'), ('published', 'published'), ('retired', 'retired'), ('brought_back', 'brought back into play'), ('thrown_away', 'thrown away'), ('loaded', 'came with the site')], max_length=12, verbose_name='what was done')),
                ('words', models.TextField(blank=True, verbose_name='words')),
                ('definition', models.JSONField(null=True, verbose_name='definition')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='at')),
            ],
            options={
                'verbose_name': 'change',
                'verbose_name_plural': 'changes',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Trial',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fingerprint', models.CharField(max_length=64, verbose_name='fingerprint')),
                ('games', models.PositiveIntegerField(verbose_name='games')),
                ('done', models.PositiveIntegerField(default=0, verbose_name='done')),
                ('outcome', models.JSONField(default=dict, verbose_name='outcome')),
                ('failure', models.CharField(blank=True, max_length=200, verbose_name='failure')),
                ('begun_at', models.DateTimeField(auto_now_add=True, verbose_name='begun')),
                ('ended_at', models.DateTimeField(null=True, verbose_name='ended')),
            ],
            options={
                'verbose_name': 'trial',
                'verbose_name_plural': 'trials',
            },
        ),
        migrations.AlterModelOptions(
            name='catalogentry',
            options={'permissions': [('review_catalogentry', 'Can publish what others have made, and retire it'), ('publish_alone', 'Can publish what they have made themselves')], 'verbose_name': 'game piece', 'verbose_name_plural': 'game pieces'},
        ),
        migrations.AlterField(
            model_name='catalogentry',
            name='box',
            field=models.CharField(choices=games.catalog.shelves.box_names, max_length=32, verbose_name='box'),
        ),
        migrations.AlterField(
            model_name='catalogentry',
            name='created_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author'),
        ),
        migrations.AlterField(
            model_name='catalogentry',
            name='current',
            field=models.BooleanField(default=False, verbose_name='in play'),
        ),
        migrations.AddConstraint(
            model_name='catalogentry',
            constraint=models.UniqueConstraint(fields=('box', 'kind', 'key', 'version'), name='catalog_entry_one_version'),
        ),
        migrations.AddConstraint(
            model_name='catalogentry',
            constraint=models.UniqueConstraint(condition=models.Q(('current', True)), fields=('box', 'kind', 'key'), name='catalog_entry_one_in_play'),
        ),
        migrations.AddConstraint(
            model_name='catalogentry',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ('draft', 'review'))), fields=('box', 'kind', 'key'), name='catalog_entry_one_open'),
        ),
        migrations.AddConstraint(
            model_name='catalogentry',
            constraint=models.CheckConstraint(condition=models.Q(('current', False), ('state', 'published'), _connector='OR'), name='catalog_entry_in_play_is_published'),
        ),
        migrations.AddField(
            model_name='change',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person'),
        ),
        migrations.AddField(
            model_name='trial',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, db_index=False,
                related_name='trials', to='catalog.catalogentry', verbose_name='game piece'),
        ),
        migrations.AddIndex(
            model_name='change',
            index=models.Index(fields=['box', 'kind', 'key'], name='catalog_change_of'),
        ),
        migrations.AddConstraint(
            model_name='trial',
            constraint=models.UniqueConstraint(fields=('entry', 'fingerprint'), name='catalog_trial_once'),
        ),
    ]

import django.db.models.deletion
import django.utils.timezone
import games.notices.webhooks.models
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('webhooks', '0001_initial'),
        ('webhooks', '0002_format'),
        ('webhooks', '0003_wording'),
    ]

    initial = True

    dependencies = [
        ('tables', '0011_incidents'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=2000, verbose_name='URL')),
                ('secret', models.CharField(default=games.notices.webhooks.models.new_secret, editable=False, max_length=64, verbose_name='secret')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
                ('failures', models.PositiveSmallIntegerField(default=0, verbose_name='consecutive failures')),
                ('off_at', models.DateTimeField(blank=True, null=True, verbose_name='disabled at')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tables.table', verbose_name='table')),
                ('format', models.CharField(choices=[('json', 'Carto JSON, for your own program'), ('slack', 'Slack'), ('discord', 'Discord')], db_default='json', default='json', max_length=8, verbose_name='format')),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
                'indexes': [
                    models.Index(fields=['table', 'owner'], name='webhooks_of_table'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(choices=[('awaited', 'Turn started'), ('over', 'The game is over'), ('test', 'Test')], max_length=8, verbose_name='event')),
                ('turn', models.PositiveIntegerField(default=0, verbose_name='turn')),
                ('key', models.UUIDField(default=uuid.uuid4, editable=False, verbose_name='key')),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('sending', 'Sending'), ('sent', 'Sent'), ('dead', 'Failed'), ('void', 'Skipped')], default='waiting', max_length=8, verbose_name='state')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due at')),
                ('claimed_at', models.DateTimeField(blank=True, null=True, verbose_name='claimed at')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('answer', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='response')),
                ('error', models.CharField(blank=True, max_length=200, verbose_name='error')),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='webhooks.webhook', verbose_name='webhook')),
            ],
            options={
                'verbose_name': 'request',
                'verbose_name_plural': 'requests',
                'permissions': [('resend_call', 'Can make a call again')],
                'indexes': [
                    models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='webhooks_due'),
                    models.Index(fields=['created_at'], name='webhooks_old'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('event', 'test'), _negated=True), fields=('webhook', 'event', 'turn'), name='webhooks_once_a_turn'),
                ],
            },
        ),
    ]

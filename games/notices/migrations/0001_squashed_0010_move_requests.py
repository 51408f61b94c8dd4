import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Create all tables. There are no requests, tasks or permissions to move yet."""

    replaces = [
        ('notices', '0001_initial'),
        ('notices', '0002_seats_left'),
        ('notices', '0003_quiet_hours_chosen'),
        ('notices', '0004_nudges'),
        ('notices', '0005_digest'),
        ('notices', '0006_pace_proposed'),
        ('notices', '0007_review_notices'),
        ('notices', '0008_wording'),
        ('notices', '0009_webhook_requests'),
        ('notices', '0010_move_requests'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0010_time_zone'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('catalog', '0008_changes_kept_whole'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('django_tasks_database', '0020_update_db_task_result_ordering'),
        ('tables', '0009_paces'),
        ('webhooks', '0003_wording'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'Your turn'), ('over', 'The game is over'), ('invited', 'Invitations for you'), ('short', 'Your time is running out'), ('kept', 'A stand-in is playing for you'), ('rematch', 'Rematch offered'), ('unlisted', 'Your table is no longer listed'), ('removed', 'A moderator removed you from a game'), ('taken', 'Another player took over your seat'), ('nudge', 'Another player nudges you'), ('pace', 'New time control proposed')], max_length=8, verbose_name='type')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tables.table', verbose_name='table')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                ('turn', models.PositiveIntegerField(default=0, verbose_name='turn')),
                ('number', models.PositiveIntegerField(default=0, verbose_name='events')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due at')),
                ('listed', models.BooleanField(default=False, verbose_name='listed')),
                ('read_at', models.DateTimeField(blank=True, null=True, verbose_name='read')),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
                'indexes': [
                    models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='notices_due'),
                    models.Index(fields=['user', '-id'], name='notices_of_reader'),
                    models.Index(condition=models.Q(('listed', True), ('read_at__isnull', True)), fields=['user'], name='notices_unread'),
                    models.Index(fields=['created_at'], name='notices_old'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ReviewNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.change', verbose_name='change')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('read_at', models.DateTimeField(blank=True, null=True, verbose_name='read')),
            ],
            options={
                'verbose_name': 'review notification',
                'verbose_name_plural': 'review notifications',
                'indexes': [
                    models.Index(fields=['created_at'], name='notices_review_old'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'change'), name='notices_review_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('channel', models.CharField(max_length=12, verbose_name='channel')),
                ('kind', models.CharField(choices=[('turn', 'Your turn'), ('over', 'The game is over'), ('invited', 'Invitations for you'), ('short', 'Your time is running out'), ('kept', 'A stand-in is playing for you'), ('rematch', 'Rematch offered'), ('unlisted', 'Your table is no longer listed'), ('removed', 'A moderator removed you from a game'), ('taken', 'Another player took over your seat'), ('nudge', 'Another player nudges you'), ('pace', 'New time control proposed'), ('digest', 'Daily digest'), ('awaited', 'Turn started'), ('test', 'Test')], max_length=8, verbose_name='type')),
                ('webhook', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='webhooks.webhook', verbose_name='webhook')),
                ('turn', models.PositiveIntegerField(blank=True, null=True, verbose_name='turn')),
                ('key', models.UUIDField(blank=True, editable=False, null=True, verbose_name='key')),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('sending', 'Sending'), ('sent', 'Sent'), ('dead', 'Failed'), ('void', 'Skipped')], default='waiting', max_length=8, verbose_name='state')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created')),
                ('due_at', models.DateTimeField(verbose_name='send after')),
                ('queued', models.BooleanField(db_default=False, default=False)),
                ('claimed_at', models.DateTimeField(blank=True, null=True, verbose_name='claimed at')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('answer', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='response')),
                ('error', models.CharField(blank=True, max_length=200, verbose_name='error')),
                ('notices', models.ManyToManyField(related_name='deliveries', to='notices.notice', verbose_name='notifications')),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
                'permissions': [('resend_delivery', 'Can send a delivery again')],
                'indexes': [
                    models.Index(fields=['user', 'channel', 'kind', 'state'], name='notices_of_person'),
                    models.Index(fields=['state', 'claimed_at'], name='notices_sending'),
                    models.Index(fields=['created_at'], name='notices_delivery_old'),
                    models.Index(condition=models.Q(('queued', False)), fields=['due_at'], name='notices_delivery_due'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('webhook__isnull', False), models.Q(('kind', 'test'), _negated=True)), fields=('webhook', 'kind', 'turn'), name='notices_request_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Preference',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('switches', models.JSONField(default=dict, verbose_name='channel settings')),
                ('quiet_hours', models.BooleanField(default=False, verbose_name='quiet hours')),
                ('quiet_from', models.PositiveSmallIntegerField(db_default=22, default=22, verbose_name='quiet hours from')),
                ('quiet_until', models.PositiveSmallIntegerField(db_default=8, default=8, verbose_name='quiet hours until')),
                ('digest_hour', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='hour of the digest')),
                ('digest_due_at', models.DateTimeField(blank=True, null=True, verbose_name='next digest')),
            ],
            options={
                'verbose_name': 'preference',
                'verbose_name_plural': 'preferences',
                'indexes': [
                    models.Index(condition=models.Q(('digest_due_at__isnull', False)), fields=['digest_due_at'], name='notices_digest_due'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tables.table')),
            ],
            options={
                'verbose_name': 'muted table',
                'verbose_name_plural': 'muted tables',
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'table'), name='notices_mute_once'),
                ],
            },
        ),
    ]

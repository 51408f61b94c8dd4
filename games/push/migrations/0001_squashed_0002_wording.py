import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('push', '0001_initial'),
        ('push', '0002_wording'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('endpoint', models.TextField(editable=False)),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('p256dh', models.CharField(editable=False, max_length=87)),
                ('auth', models.CharField(editable=False, max_length=22)),
                ('label', models.CharField(blank=True, editable=False, max_length=60, verbose_name='browser')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('used_at', models.DateTimeField(editable=False, null=True, verbose_name='last notification')),
                ('failures', models.PositiveSmallIntegerField(default=0, editable=False, verbose_name='failures')),
            ],
            options={
                'verbose_name': 'device',
                'verbose_name_plural': 'devices',
            },
        ),
    ]

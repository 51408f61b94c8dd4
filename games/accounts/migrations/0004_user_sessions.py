from datetime import timedelta
from itertools import islice

import django.db.models.deletion
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone

_BATCH = 500
_LASTED = timedelta(days=30)  # what sessions of accounts did until now


def note_sessions(apps, schema_editor):
    """Note whose the sessions of before are, so that they can be seen and ended too."""
    sessions = apps.get_model("sessions", "Session").objects.filter(expire_date__gt=timezone.now()).iterator(_BATCH)
    while batch := list(islice(sessions, _BATCH)):
        _note(apps, batch)


def _note(apps, batch):
    store, now = SessionStore(), timezone.now()
    owners = {session: store.decode(session.session_data).get("_auth_user_id", "") for session in batch}
    people = apps.get_model("accounts", "User").objects.filter(pk__in=set(filter(None, owners.values())))
    keys = {str(pk): pk for pk in people.values_list("pk", flat=True)}
    noted = apps.get_model("accounts", "UserSession")
    noted.objects.bulk_create(
        noted(session=session, user_id=keys[owner], begun=since, seen=since)
        for session, owner in owners.items()
        if owner in keys
        for since in [min(now, session.expire_date - _LASTED)]
    )


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_themes'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='UserSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('browser', models.CharField(blank=True, max_length=60)),
                ('begun', models.DateTimeField()),
                ('seen', models.DateTimeField()),
                ('session', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={'verbose_name': 'session', 'verbose_name_plural': 'sessions'},
        ),
        migrations.RunPython(note_sessions, migrations.RunPython.noop, elidable=True),
    ]

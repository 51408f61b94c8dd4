import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
import games.accounts.names
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Create all tables. There are no sessions to record yet, as there are no users."""

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_guests'),
        ('accounts', '0003_themes'),
        ('accounts', '0004_user_sessions'),
        ('accounts', '0005_erased_people'),
        ('accounts', '0006_pending_email'),
        ('accounts', '0007_silent_guests'),
        ('accounts', '0008_ways_to_draw'),
        ('accounts', '0009_sounds'),
        ('accounts', '0010_time_zone'),
        ('accounts', '0011_hidden_people'),
        ('accounts', '0012_refused_email'),
        ('accounts', '0013_vacations'),
        ('accounts', '0014_wording'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'This username is taken.'}, help_text='3 to 20 letters (a to z), digits, hyphens or underscores. Visible to everyone.', max_length=20, unique=True, validators=[games.accounts.names.validate_username], verbose_name='username')),
                ('display_name', models.CharField(help_text='Shown to other players; at most 24 characters.', max_length=24, validators=[games.accounts.names.validate_display_name], verbose_name='display name')),
                ('title', models.CharField(blank=True, help_text='Any title; at most 40 characters.', max_length=40, validators=[games.accounts.names.validate_title], verbose_name='title')),
                ('language', models.CharField(blank=True, choices=[('', 'Browser default'), ('en', 'English'), ('fr', 'Français')], max_length=5, verbose_name='language')),
                ('theme', models.CharField(blank=True, choices=[('auto', 'System default'), ('paper', 'Paper'), ('light', 'Light'), ('dark', 'Dark'), ('contrast', 'High contrast')], db_default='', default='', max_length=8, verbose_name='theme')),
                ('time_zone', models.CharField(blank=True, db_default='', default='', max_length=40, verbose_name='time zone')),
                ('vacations', models.TextField(blank=True, db_default='', default='', editable=False, verbose_name='vacations')),
                ('sounds', models.BooleanField(db_default=False, default=False, verbose_name='sounds')),
                ('double_tap', models.BooleanField(db_default=False, default=False, verbose_name='double tap places the shape')),
                ('keys_on_map', models.BooleanField(db_default=False, default=False, verbose_name='keyboard shortcuts on the map only')),
                ('hidden', models.BooleanField(db_default=False, default=False, verbose_name='hidden')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('pending_email', models.EmailField(blank=True, db_default='', default='', editable=False, max_length=254, verbose_name='unconfirmed email address')),
                ('email_refused_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='email rejected since')),
                ('guest', models.BooleanField(db_default=False, default=False, editable=False, verbose_name='guest')),
                ('kept_for_others', models.BooleanField(db_default=False, default=False, editable=False)),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('is_staff', models.BooleanField(default=False, verbose_name='staff')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='member since')),
                ('erased_at', models.DateTimeField(editable=False, null=True, verbose_name='deleted at')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'indexes': [
                    models.Index(django.db.models.functions.comparison.Coalesce('last_login', 'date_joined'), condition=models.Q(('guest', True), ('kept_for_others', False)), name='accounts_user_silent_guests'),
                ],
                'constraints': [
                    models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='accounts_user_username_any_case', violation_error_message='This username is taken.'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RetiredName',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name='UserSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
                ('browser', models.CharField(blank=True, max_length=60)),
                ('begun', models.DateTimeField()),
                ('seen', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
            },
        ),
        migrations.CreateModel(
            name='RateLimit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(max_length=32)),
                ('key', models.CharField(max_length=64)),
                ('started', models.DateTimeField(db_index=True)),
                ('count', models.PositiveIntegerField()),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('scope', 'key'), name='accounts_ratelimit_once'),
                ],
            },
        ),
    ]

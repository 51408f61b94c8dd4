import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0008_changes_kept_whole'),
        ('notices', '0006_pace_proposed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReviewNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('read_at', models.DateTimeField(blank=True, null=True, verbose_name='read')),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.change', verbose_name='change')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'review notice',
                'verbose_name_plural': 'review notices',
                'indexes': [models.Index(fields=['created_at'], name='notices_review_old')],
                'constraints': [models.UniqueConstraint(fields=('user', 'change'), name='notices_review_once')],
            },
        ),
    ]

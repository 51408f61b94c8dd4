from django.db import migrations


class Migration(migrations.Migration):

    replaces = [
        ('staff', '0001_authenticators'),
        ('staff', '0002_wording'),
    ]

    initial = True

    dependencies = [
        ('otp_totp', '0003_add_timestamps'),
    ]

    operations = [
        migrations.CreateModel(
            name='Authenticator',
            fields=[
            ],
            options={
                'verbose_name': 'authenticator app',
                'verbose_name_plural': 'authenticator apps',
                'proxy': True,
            },
            bases=('otp_totp.totpdevice',),
        ),
    ]

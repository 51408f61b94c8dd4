from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0003_quiet_hours_chosen'),
    ]

    operations = [
        migrations.AlterField(
            model_name='delivery',
            name='kind',
            field=models.CharField(choices=[('turn', 'Your turn'), ('over', 'The game is over'), ('invited', 'You are invited'), ('short', 'Your time is short'), ('kept', 'The stand-in plays for you'), ('rematch', 'A rematch is offered'), ('unlisted', 'Your open table is not listed any more'), ('removed', 'A moderator removed you from a game'), ('taken', 'Another player took over your seat'), ('nudge', 'Another player nudges you')], max_length=8, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('turn', 'Your turn'), ('over', 'The game is over'), ('invited', 'You are invited'), ('short', 'Your time is short'), ('kept', 'The stand-in plays for you'), ('rematch', 'A rematch is offered'), ('unlisted', 'Your open table is not listed any more'), ('removed', 'A moderator removed you from a game'), ('taken', 'Another player took over your seat'), ('nudge', 'Another player nudges you')], max_length=8, verbose_name='kind'),
        ),
    ]

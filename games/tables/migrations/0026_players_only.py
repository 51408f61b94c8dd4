"""Drop the column that the players of seats replace, and check the others."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0025_players_of_seats'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='seat',
            name='vacant',
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('played_by', 'vacant')), fields=['table'], name='tables_free_seats'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('played_by', 'person'), ('user__isnull', False), ('bot_level', ''), ('away_cause', ''), ('away_reason', ''), ('away_since__isnull', True), ('resigned_at__isnull', True)), models.Q(('played_by', 'bot'), models.Q(('bot_level', ''), _negated=True), ('user__isnull', True), ('away_cause', ''), ('away_reason', ''), ('away_since__isnull', True), ('resigned_at__isnull', True)), models.Q(('played_by', 'recording'), ('bot_level', ''), ('user__isnull', True), ('away_cause', ''), ('away_reason', ''), ('away_since__isnull', True), ('resigned_at__isnull', True)), models.Q(('away_since__isnull', False), ('played_by__in', ['stand_in', 'vacant']), ('user__isnull', False), ('bot_level', ''), models.Q(models.Q(('away_cause__in', ['removed', 'resigned']), ('resigned_at__isnull', False)), models.Q(('away_cause__in', ['', 'staff', 'time', 'vote']), ('resigned_at__isnull', True)), _connector='OR')), _connector='OR'), name='tables_seat_player'),
        ),
    ]

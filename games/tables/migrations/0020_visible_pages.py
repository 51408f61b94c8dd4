from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0019_setup_answers"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="visible_until",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="page visible until"),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0007_mark"),
    ]

    operations = [
        migrations.AddField(
            model_name="change",
            name="rest",
            field=models.JSONField(null=True, verbose_name="what is kept with it"),
        ),
        migrations.AlterField(
            model_name="change",
            name="act",
            field=models.CharField(
                choices=[
                    ("begun", "begun"),
                    ("saved", "saved"),
                    ("submitted", "handed in for review"),
                    ("sent_back", "sent back"),
                    ("published", "published"),
                    ("retired", "retired"),
                    ("brought_back", "brought back into play"),
                    ("thrown_away", "thrown away"),
                    ("loaded", "came with the site"),
                    ("linked", "opened to others by a link"),
                    ("unlinked", "its link ended"),
                ],
                max_length=12,
                verbose_name="what was done",
            ),
        ),
    ]

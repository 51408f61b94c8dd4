from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0003_wording"),
        ("notices", "0010_move_requests"),
    ]

    operations = [migrations.DeleteModel(name="Call")]

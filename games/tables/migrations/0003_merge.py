from django.db import migrations


class Migration(migrations.Migration):

    # Both came first somewhere.
    dependencies = [
        ("tables", "0002_deck_of"),
        ("tables", "0002_opened_once"),
    ]

    operations = []

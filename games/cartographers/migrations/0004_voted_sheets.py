from django.db import migrations


def mark_voted(apps, schema_editor):
    """Mark the map sheet as voted for at tables that had started before the vote was recorded with them.

    The host's own choice is not known anymore; the sheet that was played stands for it.
    """
    table = apps.get_model("tables", "Table")
    voted = table.objects.filter(game="cartographers", started_at__isnull=False, options__sheet_vote=True)
    for one in voted.only("pk", "options").iterator():
        if "host_sheet" not in one.options:
            one.options["host_sheet"] = one.options.get("sheet", "")
            table.objects.filter(pk=one.pk).update(options=one.options)


class Migration(migrations.Migration):
    dependencies = [
        ("cartographers", "0003_wording"),
        ("tables", "0023_wording"),
    ]

    operations = [migrations.RunPython(mark_voted, migrations.RunPython.noop)]

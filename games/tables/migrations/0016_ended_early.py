"""Why games ended early and why stand-ins play, and which seats incidents are about."""

from django.db import migrations, models
from django.db.models import F

KEPT, KEPT_LATE, RESIGNED, TAKEN, ENDED, REMOVED = "kept", "kept_late", "resigned", "taken", "ended", "removed"


def fill(apps, schema_editor):
    """Tell of the games and seats of before what their incidents tell."""
    tables = apps.get_model("tables", "Table").objects
    noted = apps.get_model("tables", "Incident").objects
    ended = tables.filter(status="closed", started_at__isnull=False)
    ended.filter(finished_at=None).update(finished_at=F("changed_at"))
    for table in tables.filter(incidents_count__gt=0).iterator():
        incidents = list(noted.filter(table=table).order_by("-pk"))
        _fill_table(apps, table, incidents)


def _fill_table(apps, table, incidents):
    tables, all_seats, noted = (apps.get_model("tables", name).objects for name in ("Table", "Seat", "Incident"))
    seats = list(all_seats.filter(table=table))
    holders, caused = {seat.user_id: seat.index for seat in seats}, set()
    for incident in incidents:
        if incident.kind == ENDED and incident.reason and table.status == "closed":
            tables.filter(pk=table.pk).update(ending_reason=incident.reason)
        # Backwards: who was in a seat before somebody else took it.
        if incident.kind == TAKEN:
            index = holders.pop(incident.by_id, None)
            if incident.person_id and index is not None:
                holders[incident.person_id] = index
        else:
            index = holders.get(incident.person_id)
        if index is None:
            continue
        noted.filter(pk=incident.pk).update(seat=index)
        cause = _cause(incident)
        if index not in caused and incident.kind in {TAKEN, "came_back"}:
            caused.add(index)
        if cause and index not in caused:
            caused.add(index)
            reason = incident.reason if cause in {"staff", "removed"} else ""
            rows = all_seats.filter(table=table, index=index, stand_in_since__isnull=False)
            rows.update(away_cause=cause, away_reason=reason)


def _cause(incident):
    if incident.kind == KEPT:
        return "staff" if incident.by_staff else "time"
    return {KEPT_LATE: "vote", RESIGNED: "resigned", REMOVED: "removed"}.get(incident.kind, "")


class Migration(migrations.Migration):
    dependencies = [("tables", "0015_fair_results")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="ending_reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=200, verbose_name="reason"),
        ),
        migrations.AddField(
            model_name="seat",
            name="away_reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=200, verbose_name="reason"),
        ),
        migrations.AddField(
            model_name="incident",
            name="seat",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat"),
        ),
        migrations.AddField(
            model_name="seat",
            name="away_cause",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "Plays"),
                    ("time", "Time ran out"),
                    ("vote", "The other players let a stand-in play"),
                    ("staff", "A moderator let a stand-in play"),
                    ("resigned", "Resigned"),
                    ("removed", "Removed by a moderator"),
                ],
                db_default="",
                default="",
                max_length=8,
                verbose_name="why the stand-in plays",
            ),
        ),
        migrations.AlterField(
            model_name="incident",
            name="kind",
            field=models.CharField(
                choices=[
                    ("kept", "The stand-in keeps a seat"),
                    ("kept_late", "The others let the stand-in keep a seat"),
                    ("came_back", "Somebody came back"),
                    ("resigned", "Somebody resigned"),
                    ("vacant", "A seat is free to be taken"),
                    ("taken", "Somebody took a seat"),
                    ("ended", "The game was ended"),
                    ("given_up", "A solo player ended the game"),
                    ("time_given", "A seat was given time"),
                    ("removed", "Somebody was taken out of a seat"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("vacant", True)), fields=["table"], name="tables_free_seats"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

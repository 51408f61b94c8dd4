"""Store the player of every seat.

Kept apart from the changes of columns: PostgreSQL alters no table with pending checks of foreign keys.
"""

from typing import Any

from django.conf import settings
from django.db import migrations
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

FINAL = ("resigned", "removed")
NO_ABSENCE = {"away_since": None, "away_cause": "", "away_reason": "", "resigned_at": None}


def store_players(apps: Any, _schema_editor: Any) -> None:
    seats = apps.get_model("tables", "Seat").objects
    _store_recordings(seats)
    # Game files tell when a player resigned, but some not since when the stand-in played.
    seats.filter(resigned_at__isnull=False, away_since=None).update(away_since=F("resigned_at"))
    # Older versions of the site did not store the cause.
    seats.filter(resigned_at__isnull=False).exclude(away_cause__in=FINAL).update(away_cause="resigned")
    seats.filter(away_cause__in=FINAL, resigned_at=None).update(resigned_at=F("away_since"))
    seats.filter(away_since=None).update(**NO_ABSENCE)
    seats.filter(away_since__isnull=False).update(played_by="stand_in")
    seats.filter(away_since__isnull=False, vacant=True).update(played_by="vacant")


def _store_recordings(seats: Any) -> None:
    """Take the user from all seats of forks but that of the user who opened the fork."""
    of_host = Exists(seats.filter(table=OuterRef("table"), user=OuterRef("table__host")))
    others = seats.filter(table__origin="fork").exclude(user=F("table__host")).exclude(~of_host, index=0)
    # A seat without a name bore that of its user.
    for seat in others.filter(name="", user__erased_at=None).select_related("user"):
        seats.filter(pk=seat.pk).update(name=seat.user.display_name)
    others.update(played_by="recording", user=None, vacant=False, **NO_ABSENCE)


def restore_columns(apps: Any, _schema_editor: Any) -> None:
    seats, users = apps.get_model("tables", "Seat").objects, apps.get_model(settings.AUTH_USER_MODEL).objects
    seats.filter(played_by="vacant").update(vacant=True)
    gone = {"is_active": False, "erased_at": timezone.now(), "password": "!"}
    without = seats.filter(user=None)
    for index in set(without.values_list("index", flat=True)):
        nobody = users.get_or_create(username=f"former.{index}", defaults=gone)[0]
        without.filter(index=index).update(user=nobody)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0014_wording'),
        ('tables', '0024_players'),
    ]

    operations = [
        migrations.RunPython(store_players, restore_columns),
    ]

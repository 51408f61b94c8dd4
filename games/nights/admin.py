"""Admin of game nights, read-only. It shows no links by which people join or read the calendar."""

from __future__ import annotations

from django.contrib import admin

from games.accounts.staff import NewestFirst, ReadOnly, StaffAdmin
from games.nights.models import GameNight


@admin.register(GameNight)
class GameNightAdmin(ReadOnly, StaffAdmin):
    """Admin for game nights."""

    list_display = ["name", "host", "game", "weekday", "at", "zone", "acts_at", "ended_at"]
    list_select_related = ["host"]
    search_fields = ["code__exact", "name"]
    ordering = ["-pk"]
    sortable_by = ()
    paginator = NewestFirst
    actions = None
    fields = readonly_fields = (
        *("code", "name", "host", "game", "settings", "weekday", "at", "zone", "since", "created_at", "acts_at"),
        "ended_at",
    )

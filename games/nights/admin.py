"""Admin of game nights, read-only. It shows no links by which people join or read the calendar."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.accounts.staff import NewestFirst, StaffAdmin
from games.nights.models import GameNight


@admin.register(GameNight)
class GameNightAdmin(StaffAdmin):
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

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False, because users create game nights."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False, because hosts end their game nights themselves."""
        return False

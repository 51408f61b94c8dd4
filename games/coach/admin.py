"""Admin of puzzles: the list, in which a puzzle is switched off."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.accounts.staff import NewestFirst, StaffAdmin
from games.coach.models import Puzzle


@admin.register(Puzzle)
class PuzzleAdmin(StaffAdmin):
    """Admin for puzzles. Everything but the switch is read-only, and puzzles go with their games."""

    list_display = ["__str__", "table_code", "seat", "turn", "rating", "attempts", "is_off", "created_at"]
    list_filter = ["is_off"]
    list_select_related = ["table"]
    search_fields = ["table__code__exact"]
    search_help_text = gettext_lazy("Table code")
    ordering = ["-pk"]
    sortable_by = ()
    paginator = NewestFirst
    actions = None
    fields = ["is_off", ("table_code", "seat", "turn"), ("rating", "attempts"), ("version", "created_at")]
    readonly_fields = ["table_code", "seat", "turn", "rating", "attempts", "version", "created_at"]

    @admin.display(description=gettext_lazy("table"))
    def table_code(self, puzzle: Puzzle) -> str:
        """Return the code of the table."""
        return puzzle.table.code

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False, because reviews find the puzzles."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False, because the next review would find the puzzle again."""
        return False

"""Tables as the staff may see them: everything to read, nothing to change, and no secret of a game under way."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tables.models import Seat, Status, Table, TableEvent


class _ReadOnly(admin.options.BaseModelAdmin):  # type: ignore[type-arg]  # generic to mypy alone
    """For looking only; the one way to change a table is to play at it."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(_ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic to mypy alone
    """Who sits at a table."""

    model = Seat
    fields = ["index", "user", "awaited", "awaited_since", "rank", "stars"]
    extra = 0


@admin.register(Table)
class TableAdmin(_ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic to mypy alone
    """Tables; the invitation and, until the end, the seed stay hidden."""

    list_display = ["name", "code", "game", "status", "access", "host", "turn", "number", "changed_at"]
    list_filter = ["status", "access", "game"]
    list_select_related = ["host"]
    search_fields = ["code", "name", "host__username"]
    date_hierarchy = "created_at"
    inlines = [SeatInline]
    fields = [
        ("name", "code"),
        ("game", "status", "access"),
        "options",
        ("host", "capacity", "start_when_full"),
        ("version", "number", "turn", "phase"),
        "commitment",
        "seed_when_over",
        ("created_at", "started_at", "finished_at", "changed_at"),
        ("rematch_of", "deck_of"),
    ]
    readonly_fields = ["seed_when_over"]

    @admin.display(description=gettext_lazy("seed"))
    def seed_when_over(self, table: Table) -> str:
        """The seed in hex once it gives nothing away."""
        if table.status != Status.FINISHED:
            return _("hidden until the game is over")
        return bytes(table.seed or b"").hex()


@admin.register(TableEvent)
class TableEventAdmin(_ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic to mypy alone
    """The log; what happened in games under way is named but not shown, as it holds decks and hidden answers."""

    list_display = ["table", "number", "kind", "turn", "seat", "at"]
    list_filter = ["kind", "table__game"]
    list_select_related = ["table"]
    search_fields = ["table__code"]
    ordering = ["-at", "-number"]
    show_full_result_count = False
    fields = ["table", "number", "kind", "turn", "seat", "command_id", "at", "data_when_over"]
    readonly_fields = ["data_when_over"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableEvent]:
        """Every event with its table, in one query."""
        return super().get_queryset(request).select_related("table")

    @admin.display(description=gettext_lazy("data"))
    def data_when_over(self, event: TableEvent) -> str:
        """The event as stored, once its game is over."""
        if event.table.status != Status.FINISHED:
            return _("hidden until the game is over")
        return json.dumps(event.data, ensure_ascii=False)

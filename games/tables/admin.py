"""Admin of tables: read-only, and without secrets of running games for any staff member."""

import json

from django.contrib import admin
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.models import User
from games.accounts.staff import NewestFirst, ReadOnly, StaffAdmin
from games.tables.models import KeptChoices, Seat, Status, Table, TableEvent
from games.tables.staff.admin import ErasingPersonAdmin, IncidentInline, RescuingAdmin

admin.site.register(User, ErasingPersonAdmin)


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic to mypy alone
    """Seats of a table."""

    model = Seat
    fields = [
        "index",
        "played_by",
        "user",
        "name",
        "awaited",
        "awaited_since",
        "due_at",
        "away_since",
        "away_cause",
        "rank",
        "score",
        "seen",
    ]
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, RescuingAdmin):
    """Admin for tables. Hides the invitation and, until the game ends, the seed."""

    list_display = ["__str__", "code", "game", "status", "access", "host", "turn", "awaited", "changed_at"]
    list_filter = ["status", "access", "pace", "origin"]
    list_select_related = ["host"]
    search_fields = ["code", "name", "host__username"]
    ordering = ["-pk"]
    paginator = NewestFirst
    inlines = [SeatInline, IncidentInline]
    fields = [
        ("name", "code"),
        ("game", "status", "access"),
        "options",
        ("host", "capacity", "start_when_full", "practice", "bot_level", "fill_after"),
        ("pace", "turn_seconds", "reserve_seconds", "nights_free"),
        "rescue_link",
        ("ending", "ending_reason"),
        ("version", "number", "turn", "phase"),
        "commitment",
        "seed_when_over",
        ("created_at", "started_at", "finished_at", "changed_at"),
        ("rematch_of", "deck_of"),
        ("origin", "fork_of", "fork_turn", "kept_until"),
    ]
    readonly_fields = ["seed_when_over", "rescue_link"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Return the tables with their seats, which the list needs to show who is awaited."""
        seats = Prefetch("seats", Seat.objects.select_related("user").order_by("awaited_since"))
        return super().get_queryset(request).prefetch_related(seats)

    @admin.display(description=gettext_lazy("waiting since"))
    def awaited(self, table: Table) -> str:
        """Return the awaited players, with how long they have been awaited."""
        waiting = [(seat.shown_name, seat.awaited_since) for seat in table.seats.all() if seat.awaited]
        return ", ".join(f"{name} ({timesince(since)})" for name, since in waiting if since)

    @admin.display(description=gettext_lazy("seed"))
    def seed_when_over(self, table: Table) -> str:
        """Return the seed in hex once it reveals nothing."""
        if table.status != Status.FINISHED:
            return _("hidden until the game is over")
        return bytes(table.seed or b"").hex()


@admin.register(KeptChoices)
class KeptChoicesAdmin(ReadOnly, StaffAdmin):
    """Admin list of users' saved settings for new tables."""

    list_display = ["user", "game", "name", "changed_at"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    ordering = ["-pk"]
    paginator = NewestFirst
    fields = [("user", "game", "name"), "fields", "changed_at"]


@admin.register(TableEvent)
class TableEventAdmin(ReadOnly, StaffAdmin):
    """Event log of finished games. Running games are excluded: their logs hold decks, hidden answers and take-backs."""

    list_display = ["table", "number", "kind", "turn", "seat", "at"]
    search_fields = ["table__code__exact"]
    search_help_text = gettext_lazy("Table code. Events are listed after the game, newest first.")
    # The log is the longest table, so it is listed in storage order and neither sorted nor counted in other ways.
    ordering = ["-pk"]
    sortable_by = ()
    paginator = NewestFirst
    fields = ["table", "number", "kind", "turn", "seat", "command_id", "at", "data_as_text"]
    readonly_fields = ["data_as_text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableEvent]:
        """Return the events of finished games with their tables, in one query."""
        # Checked for each event while the list is read. With a join, all finished games would be collected and sorted
        # first.
        over = Exists(Table.objects.filter(pk=OuterRef("table"), status=Status.FINISHED))
        return super().get_queryset(request).filter(over).select_related("table", "definition")

    @admin.display(description=gettext_lazy("data"))
    def data_as_text(self, event: TableEvent) -> str:
        """Return the event as the game stored it."""
        return json.dumps(event.whole, ensure_ascii=False)

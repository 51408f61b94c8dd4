"""The list of all that games are played with: what it lists, and what a line of it shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.staff import StaffAdmin
from games.catalog.editors import picture_of
from games.catalog.models import CatalogEntry, State


class StateFilter(admin.SimpleListFilter):
    """Shows what is in play and what is being worked on unless all versions are asked for."""

    title = gettext_lazy("state")
    parameter_name = "versions"

    def lookups(self, *_args: Any) -> list[tuple[str, Any]]:
        """Return the choices of the filter."""
        states = [("play", _("Active")), ("open", _("Drafts")), ("review", _("In review"))]
        return [*states, ("retired", _("Retired")), ("all", _("All versions"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """The links; the one without a value is what is in play or worked on."""
        first, *others = super().choices(changelist)
        yield {**first, "display": _("Active and drafts")}
        yield from others

    def queryset(self, _request: HttpRequest, queryset: QuerySet[CatalogEntry]) -> QuerySet[CatalogEntry]:
        """The entries to list."""
        match self.value():
            case "play":
                return queryset.filter(current=True)
            case "open":
                return queryset.filter(state=State.DRAFT)
            case "review":
                return queryset.filter(state=State.IN_REVIEW)
            case "retired":
                return queryset.filter(state=State.RETIRED)
            case "all":
                return queryset
            case _:
                worked_on = queryset.filter(state__in=(State.DRAFT, State.IN_REVIEW))
                return queryset.filter(current=True) | worked_on


def chosen(changelist: ChangeList) -> list[str]:
    """Return the active filters in words: the state always, others only if they exclude entries."""
    return [
        str(choice["display"])
        for spec in changelist.filter_specs
        for at, choice in enumerate(spec.choices(changelist))
        if choice["selected"] and (at or isinstance(spec, StateFilter))
    ]


class PieceList(StaffAdmin):
    """The lines of the list."""

    list_display = ("piece", "standing", "box", "kind", "key", "number", "changed", "author")
    list_filter = (StateFilter, "kind", "box")
    list_select_related = ("created_by",)
    ordering = ("box", "kind", "position", "key", "-version")
    search_fields = ("name", "key")

    @admin.display(description=gettext_lazy("name"), ordering="name")
    def piece(self, entry: CatalogEntry) -> SafeString:
        """Return the name with a small picture, which is hidden from screen readers."""
        picture = format_html('<span class="piece-picture" aria-hidden="true">{}</span>', picture_of(entry))
        return format_html("{}{}", picture, entry.shown_name)

    @admin.display(description=gettext_lazy("state"), ordering="state")
    def standing(self, entry: CatalogEntry) -> SafeString:
        """Render the state of the entry."""
        return render_to_string("admin/catalog/_standing.html", {"entry": entry})

    @admin.display(description=gettext_lazy("version"), ordering="version")
    def number(self, entry: CatalogEntry) -> str:
        """Return the version number as text."""
        return _("version %(number)s") % {"number": entry.version}

    @admin.display(description=gettext_lazy("updated"), ordering="changed_at")
    def changed(self, entry: CatalogEntry) -> str:
        """The day of its last change."""
        return date_format(localtime(entry.changed_at), "Y-m-d")

    @admin.display(description=gettext_lazy("author"), ordering="created_by")
    def author(self, entry: CatalogEntry) -> str:
        """Return the user who began the version; entries that came with the site have none."""
        return _("as published") if entry.official else str(entry.created_by or "–")

"""The admins' workshop: what games are played with, edited by making new versions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.staff import StaffAdmin
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.services import StaleVersion, odd, save_version
from games.catalog.shelves import find_shelf


class InPlayFilter(admin.SimpleListFilter):
    """Shows what is in play unless all versions are asked for."""

    title = gettext_lazy("versions")
    parameter_name = "versions"

    def lookups(self, *_args: Any) -> list[tuple[str, Any]]:
        """What can be asked for."""
        return [("all", _("All versions"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """The links; the one without a value is what is in play."""
        first, *others = super().choices(changelist)
        yield {**first, "display": _("In play")}
        yield from others

    def queryset(self, _request: HttpRequest, queryset: QuerySet[CatalogEntry]) -> QuerySet[CatalogEntry]:
        """The entries to list."""
        return queryset if self.value() == "all" else queryset.filter(current=True)


@admin.register(CatalogEntry)
class EntryAdmin(StaffAdmin):
    """Saving makes a new version; old ones can be read and are never changed or deleted."""

    form = EntryForm
    list_display = ("name", "set", "kind", "key", "version", "current", "published", "created_at", "created_by")
    list_filter = ("set", "kind", InPlayFilter)
    list_select_related = ("created_by",)
    ordering = ("set", "kind", "position", "key", "-version")
    search_fields = ("name", "key")
    fields = ("set", "kind", "key", "version", "current", "name", "definition", "created_at", "created_by", "versions")
    readonly_fields = ("set", "kind", "key", "version", "current", "created_at", "created_by", "versions", "as_text")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Entries come with the site."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: CatalogEntry | None = None) -> bool:
        """A version may have been played with."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: CatalogEntry | None = None) -> bool:
        """Only what is in play is edited, where its game is there to read it."""
        editable = obj is None or (obj.current and find_shelf(obj.set, obj.kind) is not None)
        return super().has_change_permission(request, obj) and editable

    def get_fields(self, request: HttpRequest, obj: CatalogEntry | None = None) -> Any:
        """For those who can only read, the definition in lines instead of the form's field."""
        if obj is None or self.has_change_permission(request, obj):
            return self.fields
        return ["as_text" if field == "definition" else field for field in self.fields]

    @admin.display(description=gettext_lazy("definition"))
    def as_text(self, entry: CatalogEntry) -> str:
        """The definition, to be read."""
        return format_html("<pre>{}</pre>", json.dumps(entry.definition, indent=2, ensure_ascii=False))

    @admin.display(description=gettext_lazy("all versions"))
    def versions(self, entry: CatalogEntry) -> str:
        """Links to every version, the newest first."""
        lines = [
            (_url(version), _line(version))
            for version in CatalogEntry.objects.versions_of(entry).select_related("created_by")
        ]
        return format_html("<ul>{}</ul>", format_html_join("", '<li><a href="{}">{}</a></li>', lines))

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """Edit what is in play; who is late is shown what somebody else has saved."""
        late = self.get_object(request, object_id)
        if request.method == "POST" and late is not None and not late.current:
            return self._newer(request, late)
        try:
            return super().change_view(request, object_id, *args, **kwargs)
        except StaleVersion:
            return self._newer(request, CatalogEntry.objects.get(pk=object_id))

    def _newer(self, request: HttpRequest, late: CatalogEntry) -> HttpResponse:
        newer = CatalogEntry.objects.get(set=late.set, kind=late.kind, key=late.key, current=True)
        self.message_user(
            request,
            _("Somebody has saved a newer version, which is shown here. Your changes were not saved."),
            messages.WARNING,
        )
        return HttpResponseRedirect(_url(newer))

    def save_model(self, request: HttpRequest, obj: CatalogEntry, form: ModelForm[CatalogEntry], change: bool) -> None:
        """Put a new version in play; what Django logs and answers with from here on is that one."""
        saved = save_version(
            entry=obj,
            name=form.cleaned_data["name"],
            definition=form.cleaned_data["definition"],
            user_id=request.user.pk,
        )
        obj.pk = saved.pk
        obj.refresh_from_db()
        for sentence in odd(obj):
            self.message_user(request, sentence, messages.WARNING)


def _url(entry: CatalogEntry) -> str:
    return reverse("admin:catalog_catalogentry_change", args=[entry.pk])


def _line(entry: CatalogEntry) -> str:
    made_by = _("as published") if entry.published else str(entry.created_by or _("somebody"))
    line = _("version %(number)s, %(day)s, %(maker)s") % {
        "number": entry.version,
        "day": entry.created_at.date().isoformat(),
        "maker": made_by,
    }
    return _("%(version)s, in play") % {"version": line} if entry.current else line

"""Admin of the catalog: the list of components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.accounts.models import User
from games.accounts.staff import ReadOnly, StaffAdmin
from games.catalog.editors import picture_of
from games.catalog.models import CatalogEntry, Credit, EntryState
from games.catalog.pages import VERSION, NewDraftForm, build_new_draft_page, editable_kinds, render_page
from games.catalog.pending_reviews import questions
from games.catalog.urls import WORKSHOP


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
                return queryset.filter(state=EntryState.DRAFT)
            case "review":
                return queryset.filter(state=EntryState.IN_REVIEW)
            case "retired":
                return queryset.filter(state=EntryState.RETIRED)
            case "all":
                return queryset
            case _:
                worked_on = queryset.filter(state__in=(EntryState.DRAFT, EntryState.IN_REVIEW))
                return queryset.filter(current=True) | worked_on


def active_filters(changelist: ChangeList) -> list[str]:
    """Return the active filters in words: the state always, others only if they exclude entries."""
    return [
        str(choice["display"])
        for spec in changelist.filter_specs
        for at, choice in enumerate(spec.choices(changelist))
        if choice["selected"] and (at or isinstance(spec, StateFilter))
    ]


@admin.register(Credit)
class CreditAdmin(ReadOnly, StaffAdmin):
    """List of authors who are named on the pages of their work."""

    list_display = ("key", "kind", "box", "author", "at")
    list_display_links = None
    list_select_related = ("author",)
    ordering = ("-at", "-pk")
    search_fields = ("key",)


@admin.register(CatalogEntry)
class EntryAdmin(StaffAdmin):
    """List of components, and page of a version.

    Active entries are edited as a draft, which another person publishes. No published version is ever changed or
    deleted.
    """

    actions = None
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

    def has_delete_permission(self, request: HttpRequest, obj: CatalogEntry | None = None) -> bool:
        """A version may have been played with; drafts are discarded on their page."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """The pages and actions of the workshop, and those of the admin."""
        own = [
            path(address, self.admin_site.admin_view(view), name=f"catalog_catalogentry_{name}")
            for address, view, name in WORKSHOP
        ]
        return [*own, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The list, with the types that can be created."""
        context = {
            "title": capfirst(self.opts.verbose_name_plural),
            "beginnings": list(editable_kinds()),
            "questions": list(questions(request.user)) if isinstance(request.user, User) else [],
        }
        answer = super().changelist_view(request, {**context, **(extra_context or {})})
        if isinstance(answer, TemplateResponse) and answer.context_data:
            answer.context_data["chosen"] = active_filters(answer.context_data["cl"])
        return answer

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Create a draft of something new from its type and name; 422 for invalid data."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        chosen = {key: request.GET.get(key, "") for key in ("kind", "sample")}
        form = NewDraftForm(request.POST if request.method == "POST" else None, **chosen)
        if form.is_bound and form.is_valid():
            draft = form.begin(request.user)
            self.log_addition(request, draft, pgettext("action on a version", "created"))
            return redirect(VERSION, draft.pk)
        return render_page(request, "new_entry", build_new_draft_page(form), 422 if form.is_bound else 200)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Answer 404: the page of a version is in `urls.py`, and no other key is one."""
        raise Http404

"""Admin of the card sets that players share by link; curators can ask to publish one."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.staff import ReadOnly, StaffAdmin
from games.cartographers.models import OwnSet, SetRating
from games.cartographers.workshop.own_sets import ask_to_publish
from games.catalog.publication import REVIEW


@admin.register(SetRating)
class SetRatingAdmin(ReadOnly, StaffAdmin):
    """List of the ratings of sets."""

    list_display = ("ref", "user", "stars", "at")
    list_display_links = None
    list_select_related = ("user",)
    ordering = ("-at", "-pk")
    search_fields = ("ref",)


@admin.register(OwnSet)
class OwnSetAdmin(ReadOnly, StaffAdmin):
    """Admin of shared card sets, read-only. Sets that aren't shared are hidden."""

    list_display = ("name", "owner", "changed_at", "asked_at", "published_as", "trial")
    list_display_links = None
    list_select_related = ("owner",)
    ordering = ("-changed_at",)
    search_fields = ("name",)
    fields = ("name", "owner", "changed_at", "asked_at", "published_as")
    actions = ("ask_for",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[OwnSet]:
        """Return the card sets that are shared."""
        return super().get_queryset(request).filter(link__isnull=False)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return True if the user may review shared card sets."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True if the user may review shared card sets."""
        return bool(request.user.has_perm(REVIEW))

    @admin.display(description=gettext_lazy("page"))
    def trial(self, own_set: OwnSet) -> SafeString:
        """Return a link to the page where the set can be viewed and played."""
        return format_html('<a href="{}">{}</a>', reverse("cartographers:trial", args=[own_set.link]), own_set.name)

    @admin.action(description=gettext_lazy("Ask owner for permission to publish"), permissions=["view"])
    def ask_for(self, request: HttpRequest, queryset: QuerySet[OwnSet]) -> None:
        """Ask the owners for permission to publish, on their pages."""
        for own_set in queryset:
            ask_to_publish(own_set=own_set)
            self.log_change(request, own_set, _("permission requested"))
        self.message_user(request, _("The owners have been notified."), messages.SUCCESS)

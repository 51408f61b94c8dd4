"""The devices that take notices, for members of staff to look at."""

from django.contrib import admin
from django.http import HttpRequest

from games.accounts.staff import StaffAdmin
from games.push.models import PushSubscription


@admin.register(PushSubscription)
class PushSubscriptionAdmin(StaffAdmin):
    """Whose they are and whether they work; nothing by which one could send to them."""

    list_display = ("user", "label", "host", "created_at", "used_at", "failures")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-created_at",)
    fields = ("user", "label", "host", "created_at", "used_at", "failures")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds a device of somebody else."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: PushSubscription | None = None) -> bool:
        """Nobody changes one."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: PushSubscription | None = None) -> bool:
        """Its person removes it."""
        return False

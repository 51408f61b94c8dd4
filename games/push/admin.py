"""The devices that take notices, for members of staff to look at."""

from django.contrib import admin

from games.accounts.staff import ReadOnly, StaffAdmin
from games.push.models import PushSubscription


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly, StaffAdmin):
    """Admin list of push subscriptions: owner and state, without the data needed to send to them."""

    list_display = ("user", "label", "host", "created_at", "used_at", "failures")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-created_at",)
    fields = ("user", "label", "host", "created_at", "used_at", "failures")
    readonly_fields = fields

"""Admin of failed deliveries and of devices: user, table and error, but neither text nor address."""

from typing import Any

import django_tasks_db.admin  # noqa: F401  # so that its page is there to be taken away
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy, ngettext
from django_tasks_db.models import DBTaskResult

from games.accounts.staff import NewestFirst, ReadOnly, StaffAdmin
from games.notices.delivery import send_again
from games.notices.models import Delivery, DeliveryState
from games.push.models import PushSubscription

# Its pages show raw error messages, including addresses. The outcome of each delivery is shown below instead.
admin.site.unregister(DBTaskResult)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, StaffAdmin):
    """Admin list of failed deliveries on all channels, latest first; staff with the permission can retry them."""

    ordering = ["-pk"]
    sortable_by = ()
    paginator = NewestFirst
    actions = ["resend"]
    list_display = ["who", "kind", "channel", "tables", "server", "attempts", "error", "created_at"]
    search_fields = ["user__username", "webhook__table__code"]
    fields = [
        *("who", "kind", "channel", "tables", "turn", "server"),
        *("state", "attempts", "error", "created_at", "claimed_at"),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """Return the failed deliveries with the tables that they are about."""
        dead = Delivery.objects.filter(state=DeliveryState.DEAD).select_related("user", "webhook__table")
        return dead.prefetch_related("notices__table")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the names of all fields."""
        return self.fields

    def has_resend_permission(self, request: HttpRequest) -> bool:
        """Return True if this staff user may retry failed deliveries."""
        return request.user.has_perm("notices.resend_delivery")

    @admin.action(permissions=["resend"], description=gettext_lazy("Retry"))
    def resend(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> None:
        """Return the selected deliveries to the outbox."""
        count = sum(send_again(delivery) for delivery in queryset)
        words = ngettext("%(count)d delivery was queued again.", "%(count)d deliveries were queued again.", count)
        self.message_user(request, words % {"count": count}, messages.SUCCESS if count else messages.WARNING)

    @admin.display(description=gettext_lazy("user"))
    def who(self, delivery: Delivery) -> str:
        """Return the username of its recipient, or of the owner of its webhook."""
        return delivery.user.get_username()

    @admin.display(description=gettext_lazy("tables"))
    def tables(self, delivery: Delivery) -> str:
        """Return the codes of its tables."""
        if delivery.webhook:
            return delivery.webhook.table.code
        return ", ".join(dict.fromkeys(notice.table.code for notice in delivery.notices.all()))

    @admin.display(description=gettext_lazy("server"), empty_value="")
    def server(self, delivery: Delivery) -> str:
        """Return the host name of its webhook, without the path, which may hold a secret."""
        return delivery.webhook.host if delivery.webhook else ""


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly, StaffAdmin):
    """Admin list of push subscriptions: owner and state, without the data needed to send to them."""

    list_display = ("user", "label", "host", "created_at", "used_at", "failures")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-created_at",)
    fields = ("user", "label", "host", "created_at", "used_at", "failures")
    readonly_fields = fields

"""Admin of failed notifications: subject and error, but neither text nor address."""

import django_tasks_db.admin  # noqa: F401  # so that its page is there to be taken away
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy
from django_tasks_db.models import DBTaskResult

from games.notices.dead_letters import DeadLetters
from games.notices.delivery import send_again
from games.notices.models import Delivery, State

# Its pages show raw error messages, including addresses. The outcome of each delivery is shown below instead.
admin.site.unregister(DBTaskResult)


@admin.register(Delivery)
class DeliveryAdmin(DeadLetters):
    """Admin list of failed deliveries, latest first; staff with the permission can retry them."""

    send_again = staticmethod(send_again)
    list_display = ["who", "kind", "channel", "tables", "attempts", "error", "created_at"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    fields = ["who", "kind", "channel", "tables", "state", "attempts", "error", "created_at", "claimed_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """The dead letters, with the tables that they are about."""
        return Delivery.objects.filter(state=State.DEAD).select_related("user").prefetch_related("notices__table")

    @admin.display(description=gettext_lazy("user"))
    def who(self, delivery: Delivery) -> str:
        """The sign-in name of whom it was for."""
        return delivery.user.get_username()

    @admin.display(description=gettext_lazy("tables"))
    def tables(self, delivery: Delivery) -> str:
        """The codes of the tables that it is about."""
        return ", ".join(dict.fromkeys(notice.table.code for notice in delivery.notices.all()))

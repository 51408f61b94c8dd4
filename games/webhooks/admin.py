"""Admin of failed calls: their table, host and reason, but not the full address."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.notices.dead_letters import DeadLetters
from games.notices.models import State
from games.webhooks.delivery import call_again
from games.webhooks.models import Call


@admin.register(Call)
class CallAdmin(DeadLetters):
    """Admin list of failed requests, latest first; staff with the permission can retry them."""

    send_again = staticmethod(call_again)
    list_display = ["who", "table", "event", "host", "attempts", "error", "created_at"]
    search_fields = ["webhook__owner__username", "webhook__table__code"]
    fields = ["who", "table", "event", "turn", "host", "state", "attempts", "error", "created_at", "claimed_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Call]:
        """The calls that were given up."""
        return Call.objects.filter(state=State.DEAD).select_related("webhook__table", "webhook__owner")

    @admin.display(description=gettext_lazy("user"))
    def who(self, call: Call) -> str:
        """The sign-in name of who has set the address."""
        return call.webhook.owner.get_username()

    @admin.display(description=gettext_lazy("table"))
    def table(self, call: Call) -> str:
        """The code of its table."""
        return call.webhook.table.code

    @admin.display(description=gettext_lazy("server"))
    def host(self, call: Call) -> str:
        """Return the host name of the URL, without the path, which may hold a secret."""
        return call.webhook.host

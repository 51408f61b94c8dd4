"""A page of the admin for what was given up: to be read, and to be sent again."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.staff import NewestFirst, ReadOnly, StaffAdmin


class DeadLetters(ReadOnly, StaffAdmin):
    """Admin list of failed deliveries, latest first.

    The model has its own permission, `resend_...`, for retrying them.
    """

    send_again: Callable[[Any], bool]
    """Queues a delivery again and returns True if it was still marked as failed."""

    ordering = ["-pk"]
    sortable_by = ()
    paginator = NewestFirst
    actions = ["resend"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the names of all fields."""
        return self.fields

    def has_resend_permission(self, request: HttpRequest) -> bool:
        """Return True if this staff user may retry failed deliveries."""
        return request.user.has_perm(f"{self.opts.app_label}.resend_{self.opts.model_name}")

    @admin.action(permissions=["resend"], description=gettext_lazy("Retry"))
    def resend(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Have the chosen ones sent again, those that mean something still."""
        count = sum(self.send_again(letter) for letter in queryset)
        words = ngettext("%(count)d delivery was queued again.", "%(count)d deliveries were queued again.", count)
        self.message_user(request, words % {"count": count}, messages.SUCCESS if count else messages.WARNING)

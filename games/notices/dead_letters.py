"""A page of the admin for what was given up: to be read, and to be sent again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.staff import NewestFirst, StaffAdmin


class DeadLetters(StaffAdmin):
    """What was given up, the latest first; its model has a right of its own, `resend_...`, to have it sent again."""

    ordering = ["-pk"]
    sortable_by = ()
    paginator = NewestFirst
    actions = ["resend"]

    def is_sent_again(self, letter: Any) -> bool:
        """Put one on its way anew; return whether it was given up still."""
        raise NotImplementedError

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """All of it."""
        return self.fields

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody writes them by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They go by themselves."""
        return False

    def has_resend_permission(self, request: HttpRequest) -> bool:
        """Whether this member of staff may have them sent again."""
        return request.user.has_perm(f"{self.opts.app_label}.resend_{self.opts.model_name}")

    @admin.action(permissions=["resend"], description=gettext_lazy("Send again"))
    def resend(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Have the chosen ones sent again, those that mean something still."""
        count = sum(self.is_sent_again(letter) for letter in queryset)
        words = ngettext(
            "%(count)d delivery is on its way again.", "%(count)d deliveries are on their way again.", count
        )
        self.message_user(request, words % {"count": count}, messages.SUCCESS if count else messages.WARNING)

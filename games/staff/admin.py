"""Admin of second factors, for superusers, who can remove a lost one."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.accounts import audit
from games.accounts.models import User
from games.accounts.staff import StaffAdmin
from games.staff import services
from games.staff.gate import is_verified
from games.staff.models import Authenticator

# Their admin pages show secrets and recovery codes.
admin.site.unregister([TOTPDevice, StaticDevice])


@admin.register(Authenticator)
class AuthenticatorAdmin(StaffAdmin):
    """Admin for authenticators, without their secrets."""

    list_display = ("person", "since", "used_last")
    list_select_related = ("user",)
    search_fields = ("user__username", "user__display_name")
    ordering = ("user__username",)
    fields = readonly_fields = ("person", "since", "used_last")

    # The fields' own names are not translated.
    @admin.display(description=_("user"), ordering="user__username")
    def person(self, authenticator: Authenticator) -> User:
        """Return the owner."""
        person: User = authenticator.user
        return person

    @admin.display(description=_("set up"), ordering="created_at")
    def since(self, authenticator: Authenticator) -> datetime | None:
        """Return the time of setup."""
        moment: datetime | None = authenticator.created_at
        return moment

    @admin.display(description=_("Last used"), ordering="last_used_at")
    def used_last(self, authenticator: Authenticator) -> datetime | None:
        """Return the time a code was last accepted."""
        moment: datetime | None = authenticator.last_used_at
        return moment

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return True for superusers only."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True for superusers only."""
        return bool(request.user.is_active and request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: users set up their own second factor."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: users renew their own second factor."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True for superusers who have passed the second factor."""
        return self.has_view_permission(request) and is_verified(request)

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        """Remove the authenticator and the recovery codes."""
        _remove(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[Authenticator]") -> None:
        """Remove the authenticators and the recovery codes."""
        for authenticator in queryset.select_related("user"):
            _remove(request, authenticator)


def _remove(request: HttpRequest, authenticator: Authenticator) -> None:
    services.remove(user=authenticator.user)
    by = request.user.get_username()
    audit.record(audit.AuditEvent.SECOND_FACTOR_REMOVED, request, authenticator.user, by=by)

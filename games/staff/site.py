"""Admin site with second factor checks."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.accounts.access import SeeOther
from games.accounts.services import end_sockets
from games.staff.gate import next_step


# The stubs expect the admin's sign-out and password views to return a page, but Django itself redirects from there.
class Workshop(AdminSite):
    """Admits fully verified staff only; sign-in is handled by `games.staff.views.sign_in`."""

    site_title = site_header = gettext_lazy("Carto workshop")

    def has_permission(self, request: HttpRequest) -> bool:
        """Return True for staff who have given the second factor required of them."""
        return super().has_permission(request) and not next_step(request)

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]
        """End the session and its sockets; a GET, such as from the confirmation page, redirects to the admin."""
        if request.method != "POST":
            return SeeOther(reverse("admin:index"))
        user_id = request.user.pk
        answer = super().logout(request, extra_context)
        if user_id is not None and not request.user.is_authenticated:
            end_sockets(user_id=user_id)
        return answer

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]
        """Redirect to the site's own page, where wrong current passwords are counted."""
        return SeeOther(reverse("accounts:password_change"))

    def password_change_done(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]
        """Redirect to the target of the site's own page."""
        return SeeOther(reverse("accounts:profile"))

"""The admin, behind its door."""

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
    """Opens to members of staff who have nothing left to prove; its own sign-in is `games.staff.views.sign_in`."""

    site_title = site_header = gettext_lazy("Carto workshop")

    def has_permission(self, request: HttpRequest) -> bool:
        """Return True for staff who have given the second factor required of them."""
        return super().has_permission(request) and not next_step(request)

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]
        """End the session, and the sockets that hang on it; a GET, as of the page that says so, leads to the admin."""
        if request.method != "POST":
            return SeeOther(reverse("admin:index"))
        user_id = request.user.pk
        answer = super().logout(request, extra_context)
        if user_id is not None and not request.user.is_authenticated:
            end_sockets(user_id=user_id)
        return answer

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]
        """Lead to the site's own page, where guesses of the present password are counted."""
        return SeeOther(reverse("accounts:password_change"))

    def password_change_done(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]
        """Lead to where the site's own page leads."""
        return SeeOther(reverse("accounts:profile"))

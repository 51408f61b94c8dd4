"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from carto_site import views
from games.accounts.views import staff_sign_in, staff_sign_out

_to_our_password_change = RedirectView.as_view(pattern_name="accounts:password_change")

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("admin/login/", staff_sign_in),
    # Only ours counts the tries at the present password.
    path("admin/password_change/", admin.site.admin_view(_to_our_password_change)),
    path("admin/logout/", staff_sign_out),
    path("admin/", admin.site.urls),
    path("", include("games.accounts.urls")),
    path("", include("games.tables.urls")),
    path("", include("games.cartographers.urls")),
    path("", include("games.history.urls")),
]

handler500 = "carto_site.views.server_error"

"""Every address of the site."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

from carto_site import views

# Apps whose pages are still to come have no addresses yet.
LATER = [name for name in ("games.cartographers.urls", "games.catalog.urls", "games.history.urls") if find_spec(name)]

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("games.accounts.urls")),
    path("", include("games.tables.urls")),
    *(path("", include(name)) for name in LATER),
]

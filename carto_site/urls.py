"""Every address of the site."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

from carto_site import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("admin/", admin.site.urls),
    *[
        path(prefix, include(module))
        for prefix, module in [
            ("", "games.accounts.urls"),
            ("", "games.tables.urls"),
            ("", "games.cartographers.urls"),
            ("", "games.catalog.urls"),
            ("", "games.history.urls"),
        ]
        if find_spec(module)
    ],
]

"""The addresses of a site that has tables and no game of its own."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("games.accounts.urls")),
    path("", include("games.tables.urls")),
]

handler500 = "carto_site.views.server_error"

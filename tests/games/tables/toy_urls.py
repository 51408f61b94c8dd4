"""The addresses of a site that has tables and no game but the toy."""

from django.contrib import admin
from django.urls import include, path

from tests.games.tables import toy_views

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("games.accounts.urls")),
    path("", include("games.tables.urls")),
    path("", include("games.play.urls")),
    path("", include("games.history.urls")),
    path("", include("games.notices.urls")),
    path("", include("games.studies.urls")),
    path("tables/<slug:code>/answer/<int:turn>/<slug:kind>", toy_views.answer),
    path("tables/<slug:code>/take-back/<int:turn>/<slug:kind>", toy_views.take_back),
]

handler500 = "carto_site.views.server_error"

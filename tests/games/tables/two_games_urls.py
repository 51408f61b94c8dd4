"""The addresses of a site that has the toy beside Cartographers."""

from django.urls import path

from carto_site.urls import handler500 as handler500
from carto_site.urls import urlpatterns as site
from tests.games.tables import toy_views

urlpatterns = [
    *site,
    path("tables/<slug:code>/answer/<int:turn>/<slug:kind>", toy_views.answer),
    path("tables/<slug:code>/take-back/<int:turn>/<slug:kind>", toy_views.take_back),
]

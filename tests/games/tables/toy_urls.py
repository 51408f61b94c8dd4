"""Addresses of a site whose only game is the toy."""

from carto_site.urls import handler500 as handler500
from carto_site.urls import site_urls
from tests.games.tables.toy import SMALL

urlpatterns = site_urls([SMALL])

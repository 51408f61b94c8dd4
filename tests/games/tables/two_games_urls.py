"""Addresses of a site that has the toy beside the other games."""

from carto_site.urls import handler500 as handler500
from carto_site.urls import site_urls
from games.cartographers.game import CARTOGRAPHERS
from games.gisborne.game import GISBORNE
from tests.games.tables.toy import SMALL

urlpatterns = site_urls([CARTOGRAPHERS, GISBORNE, SMALL])

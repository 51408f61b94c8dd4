"""Addresses of a site that has the toy beside Cartographers."""

from carto_site.urls import handler500 as handler500
from carto_site.urls import site_urls
from games.cartographers.game import CARTOGRAPHERS
from tests.games.tables.toy import SMALL

urlpatterns = site_urls([CARTOGRAPHERS, SMALL])

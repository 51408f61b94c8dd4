"""URLs of the site."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from carto_site import views
from games.staff.views import sign_in
from games.tables.game import Game, games
from games.tables.game_urls import game_urls


def site_urls(games: Iterable[Game]) -> list[URLPattern | URLResolver]:
    """Return the URL patterns of a site with these games."""
    return [*_SITE, *chain.from_iterable(map(game_urls, games))]


_DELIVERIES: Final = admin.site.admin_view(RedirectView.as_view(url="/admin/notices/delivery/"))
_SITE: Final[list[URLPattern | URLResolver]] = [
    path("healthz", views.healthz, name="healthz"),
    path("robots.txt", views.robots, name="robots"),
    path("admin/login/", sign_in),
    # The former list of failed requests to webhooks, which are deliveries now.
    path("admin/webhooks/call/", _DELIVERIES),
    path("admin/webhooks/call/<path:rest>", _DELIVERIES),
    path("admin/", admin.site.urls),
    path("", include("games.accounts.urls")),
    path("", include("games.staff.urls")),
    path("", include("games.people.urls")),
    path("", include("games.tables.urls")),
    path("", include("games.play.urls")),
    path("", include("games.push.urls")),
    path("", include("games.catalog.urls")),
    path("", include("games.history.urls")),
    path("", include("games.notices.urls")),
    path("", include("games.notices.webhooks.urls")),
    path("", include("games.talk.urls")),
    path("", include("games.studies.urls")),
    path("", include("games.coach.urls")),
    path("", include("games.deals.urls")),
    path("", include("games.nights.urls")),
]

urlpatterns = site_urls(games().values())
handler500 = "carto_site.views.server_error"

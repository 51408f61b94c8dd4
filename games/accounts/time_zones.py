"""Time zones: the choices, a user's time zone, and its detection."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.accounts.models import User

Choices = list[tuple[str, str | list[tuple[str, str]]]]

_KEPT: Final = 60 * 60 * 24 * 30
"""Seconds for which a visitor's browser keeps its time zone. It expires because people travel."""
_REGIONS: Final = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)
_SAME_AS_UTC: Final = frozenset({"Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Zulu", "GMT", "UCT", "Zulu"})
"""Other names that browsers use for UTC."""
_NOT_ZONES: Final = frozenset({"Factory", "localtime", "posixrules"})
"""Names in the time zone database that stand for the server's own zone or for no zone."""
_OFFSET_EAST_OR_WEST: Final = ("Etc/GMT+", "Etc/GMT-")
_TURNED: Final = str.maketrans("+-", "-+")
"""Swaps the signs, because in these names "+" means west of Greenwich, unlike anywhere else."""


def zone_of(user: User) -> ZoneInfo:
    """Return the time zone of a person, or the site's where they have none or it is not known any more."""
    return zone_named(user.time_zone)


def zone_named(name: str) -> ZoneInfo:
    """Return the time zone of that name, or the site's where there is none such."""
    return ZoneInfo(name if name in known_zones() else settings.TIME_ZONE)


@lru_cache
def known_zones() -> frozenset[str]:
    """Return the zones that the server knows: those that people may choose, and fixed offsets and old names too."""
    return frozenset(available_timezones() - _NOT_ZONES)


@lru_cache
def zone_names() -> frozenset[str]:
    """Return the zones that people may choose: those of places, and UTC."""
    return frozenset(name for name in available_timezones() if name == "UTC" or _is_place(name))


def zone_choices(stored: str = "") -> Choices:
    """Return the zones by regions, for a list to choose from, with the one that is stored; the first is none."""
    regions = defaultdict[str, list[tuple[str, str]]](list)
    for name in sorted(zone_names()):
        region, _slash, place = name.partition("/")
        regions[region].append((name, (place or name).replace("_", " ")))
    unlisted = known_zones() - zone_names()
    more = [(stored, zone_words(stored))] if stored in unlisted else []
    return [("", _("Detect from my browser")), *more, *regions.items()]


def zone_words(name: str) -> str:
    """Return the name of a zone as people read it: "America/New York", or "UTC-3" for "Etc/GMT+3"."""
    if name.startswith(_OFFSET_EAST_OR_WEST):
        return "UTC" + name.removeprefix("Etc/GMT").translate(_TURNED)
    return name.replace("_", " ")


def known_name(zone: str) -> str:
    """Return the name under which a zone that a browser tells of is known here, "" where it is not."""
    name = "UTC" if zone in _SAME_AS_UTC else zone
    return name if name in known_zones() else ""


def visitor_time_zone(request: HttpRequest) -> ZoneInfo:
    """Return the visitor's time zone: the stored one, else the browser's, else the site's."""
    return zone_named(_person_zone(request) or browser_zone(request))


def browser_zone(request: HttpRequest) -> str:
    """Return the time zone that the browser reported, or "" if it is missing or unknown."""
    return known_name(request.COOKIES.get(settings.ZONE_COOKIE_NAME, ""))


def remember_time_zone(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Store the time zone in a cookie if the visitor is not signed in, for a later guest account."""
    if not isinstance(request.user, User):
        response.set_cookie(
            settings.ZONE_COOKIE_NAME,
            name,
            max_age=_KEPT,
            secure=settings.SECURE,
            httponly=True,
            samesite="Lax",
        )


def time_zone_context(request: HttpRequest) -> dict[str, Any]:
    """Tell every template whether the page is to ask the browser for its time zone."""
    user = getattr(request, "user", None)
    known = user.time_zone if isinstance(user, User) else browser_zone(request)
    return {"asks_time_zone": not known}


def _person_zone(request: HttpRequest) -> str:
    # Without a session cookie no user is signed in, so visitors don't cost a query.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ""
    return getattr(request.user, "time_zone", "")


def _is_place(name: str) -> bool:
    return name.partition("/")[0] in _REGIONS

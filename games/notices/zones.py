"""Time zones of people."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.utils.translation import gettext as _

from games.accounts.models import User

Choices = list[tuple[str, str | list[tuple[str, str]]]]


def zone_of(user: User) -> ZoneInfo:
    """The time zone of a person, that of the site where nobody has said theirs or it is not known any more."""
    name = user.time_zone
    return ZoneInfo(name if name in zone_names() else settings.TIME_ZONE)


@lru_cache
def zone_names() -> frozenset[str]:
    """The zones that people may choose: those of places, and UTC."""
    return frozenset(name for name in available_timezones() if name == "UTC" or _is_place(name))


def zone_choices() -> Choices:
    """The zones by regions, for a list to choose from; the first is none."""
    regions = defaultdict[str, list[tuple[str, str]]](list)
    for name in sorted(zone_names()):
        region, _slash, place = name.partition("/")
        regions[region].append((name, (place or name).replace("_", " ")))
    return [("", _("As the site has it (%(zone)s)") % {"zone": settings.TIME_ZONE}), *regions.items()]


_REGIONS = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


def _is_place(name: str) -> bool:
    return name.partition("/")[0] in _REGIONS

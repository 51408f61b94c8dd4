"""Middleware of tables on one device: the seat that has the device acts, and a covered game shows nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from games.accounts.access import HtmxHttpRequest, SeeOther
from games.accounts.models import DISPLAY_SETTINGS, User
from games.tables.device.handover import find_device, is_played_here
from games.tables.models import Seat, SharedDevice

Handler = Callable[[HttpRequest], HttpResponseBase]

_OF_TABLE: Final = re.compile(r"/tables/([0-9a-z]+)/(?!device/)")


def play_shared_device(get_response: Handler) -> Handler:
    """Let the player who has the device be the user of every request about its table, and nobody while it is covered.

    No view of the table runs while the curtain is drawn, or in another browser of the host. Place this after
    HtmxMiddleware, and before `reload_for_other_user`, so that a page of the player before reloads.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        path = _OF_TABLE.match(request.path_info)
        host = request.user if path else None
        if path is None or not isinstance(host, User) or (device := find_device(path[1], host)) is None:
            return get_response(request)
        if device.covered or not is_played_here(device, request.session):
            curtain = reverse("tables:device", args=[path[1]])
            is_part = cast(HtmxHttpRequest, request).htmx
            return HttpResponseClientRedirect(curtain) if is_part else SeeOther(curtain)
        request.user = _player(device, host)
        try:
            return get_response(request)
        finally:
            request.user = host

    return middleware


def _player(device: SharedDevice, host: User) -> User:
    """Return the user of the seat that has the device, whose pages look like those of the host."""
    if device.seat == 0:
        return host
    seat = Seat.objects.select_related("user").get(table=device.table_id, index=device.seat)
    player = cast(User, seat.user)
    for name in DISPLAY_SETTINGS:
        setattr(player, name, getattr(host, name))
    return player

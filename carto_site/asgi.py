"""The ASGI application: pages through Django, sockets through Channels."""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carto_site.settings")

import django

django.setup()

from channels.auth import AuthMiddlewareStack
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.urls import re_path

from carto_site.guard import Guard
from carto_site.handler import OneHop


class NoSuchSocket(AsyncWebsocketConsumer):
    """Refuses sockets at addresses that have none."""

    async def connect(self) -> None:
        await self.close()


def socket_routes() -> list[Any]:
    """Return the apps' socket addresses, and last one that refuses all others."""
    routes: list[Any] = []
    if find_spec("games.tables.routing"):
        routes += import_module("games.tables.routing").websocket_urlpatterns
    return [*routes, re_path(r"", NoSuchSocket.as_asgi())]


application = Guard(
    ProtocolTypeRouter(
        {
            "http": OneHop(),
            "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(socket_routes()))),
        }
    ),
    max_body=settings.MAX_BODY_BYTES,
    max_requests=settings.MAX_REQUESTS_IN_FLIGHT,
)

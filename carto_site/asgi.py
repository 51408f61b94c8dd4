"""The ASGI application: pages through Django, sockets through Channels."""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carto_site.settings")

import django

django.setup()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.urls import re_path

from carto_site.guard import Guard, Receive, Scope, Send
from carto_site.handler import OneHop


async def no_such_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a socket at an address that has none."""
    await receive()
    await send({"type": "websocket.close"})


def socket_routes() -> list[Any]:
    """Return the apps' socket addresses, and last one that refuses all others."""
    routes: list[Any] = []
    if find_spec("games.tables.routing"):
        routes += import_module("games.tables.routing").websocket_urlpatterns
    return [*routes, re_path(r"", cast(Any, no_such_socket))]


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

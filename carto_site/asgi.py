"""ASGI application: HTTP through Django, WebSockets through Channels."""

import gc
import os
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carto_site.settings")

import django

django.setup()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import re_path

from carto_site.handler import SingleThreadHandler
from carto_site.origin import own_pages_only, refuse
from carto_site.request_limits import BodyLimiter
from carto_site.request_queue import RequestQueue
from games.tables.pages.consumers import websocket_urlpatterns

# The types expect a view, but a WebSocket route accepts any ASGI application.
routes = [*websocket_urlpatterns, re_path(r"", cast(Any, refuse))]

application = BodyLimiter(
    ProtocolTypeRouter(
        {
            "http": SingleThreadHandler(),
            "websocket": own_pages_only(AuthMiddlewareStack(URLRouter(routes))),
        }
    ),
    max_body=settings.MAX_BODY_BYTES,
    larger=settings.LARGE_BODIES,
    max_requests=settings.MAX_REQUESTS_IN_FLIGHT,
    turns=RequestQueue(settings.REQUESTS_AT_ONCE, settings.REQUEST_PATIENCE),
)

# A garbage collection pauses all responses, for about 200 ms if it scans everything. Freezing all objects loaded by
# now excludes them from later scans, and full scans of the rest are rare.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 10, 50)

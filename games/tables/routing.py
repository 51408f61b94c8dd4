"""The addresses of sockets."""

from django.urls import path

from games.tables.consumers import TableConsumer

websocket_urlpatterns = [path("ws/tables/<slug:code>/", TableConsumer.as_asgi())]

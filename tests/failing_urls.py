"""URLs whose views fail, for the tests of error responses."""

from typing import NoReturn

from django.db import OperationalError
from django.http import HttpRequest
from django.urls import path

from carto_site.urls import urlpatterns as site


def fails(request: HttpRequest) -> NoReturn:
    raise ZeroDivisionError


def waits_too_long(request: HttpRequest) -> NoReturn:
    raise OperationalError("database is locked")


urlpatterns = [path("fails", fails), path("busy", waits_too_long), *site]
handler500 = "carto_site.views.server_error"

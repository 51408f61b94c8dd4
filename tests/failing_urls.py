"""An address whose view fails, for the test of what is answered then."""

from typing import NoReturn

from django.http import HttpRequest
from django.urls import path

from carto_site.urls import urlpatterns as site


def fails(request: HttpRequest) -> NoReturn:
    raise ZeroDivisionError


urlpatterns = [path("fails", fails), *site]

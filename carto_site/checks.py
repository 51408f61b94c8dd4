"""Deployment checks of the site for `check --deploy`, in addition to Django's own."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as Warn


@register(Tags.security, deploy=True)
def production_is_safe(**_: Any) -> list[CheckMessage]:
    """Return the problems of serving the site from several processes."""
    messages: list[CheckMessage] = []
    if settings.DATABASE_URL and not settings.REDIS_URL:
        messages.append(Warn("Without CARTO_REDIS_URL only one server process may run.", id="carto.W001"))
    if not settings.SECRET_KEY_IS_GIVEN:
        messages.append(Warn("CARTO_SECRET_KEY is not set; each machine would make its own.", id="carto.W002"))
    if settings.PRIVATE_ADDRESSES:
        messages.append(Warn("CARTO_PRIVATE_ADDRESSES lets people have the site ask its neighbours.", id="carto.W003"))
    if "*" in settings.ALLOWED_HOSTS:
        messages.append(Error("CARTO_HOSTS must name the site's hosts, not *.", id="carto.E001"))
    return messages

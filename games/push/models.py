"""Devices that receive push notices."""

from __future__ import annotations

from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import User

MOST_DEVICES: Final = 10
"""Maximum number of devices per user. A new one replaces the device that was added first."""
MOST_FAILURES: Final = 5
"""Number of consecutive failures after which a device is removed."""


def digest_of(endpoint: str) -> str:
    """Return the hash that finds an endpoint and names it on pages.

    The endpoint itself stays secret, as anyone who knows it could flood it.
    """
    return sha256(endpoint.encode()).hexdigest()


class PushSubscriptionQuerySet(models.QuerySet["PushSubscription"]):
    """Query set of devices, by owner."""

    def of(self, user_id: int) -> PushSubscriptionQuerySet:
        """Return the subscriptions of one user, newest first."""
        return self.filter(user=user_id).order_by("-created_at", "-pk")


class PushSubscription(models.Model):
    """A browser subscribed to a person's notices: its push service URL and encryption keys."""

    user = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions", verbose_name=_("user"))
    endpoint = models.TextField(editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    # In base64url, without padding.
    p256dh = models.CharField(max_length=87, editable=False)
    auth = models.CharField(max_length=22, editable=False)
    label = models.CharField(_("browser"), max_length=60, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    used_at = models.DateTimeField(_("last notification"), null=True, editable=False)
    failures = models.PositiveSmallIntegerField(_("failures"), default=0, editable=False)

    objects = PushSubscriptionQuerySet.as_manager()

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return self.label or self.host

    @property
    def host(self) -> str:
        """Return the host of the push service."""
        return urlsplit(self.endpoint).hostname or ""

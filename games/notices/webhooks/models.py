"""Webhooks: URLs that hosts have set for their tables."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.outbound_requests import LONGEST
from games.tables.models import Table

MOST: Final = 2
"""Maximum number of webhook URLs per table."""
MOST_FAILURES: Final = 10
"""Number of consecutive failed calls after which a webhook is turned off."""


def new_secret() -> str:
    """Return a key for signing calls."""
    return secrets.token_hex(32)


class Format(models.TextChoices):
    """The form in which an address takes what it is told."""

    JSON = "json", _("Carto JSON, for your own program")
    SLACK = "slack", _("Slack")
    DISCORD = "discord", _("Discord")


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Query set of webhooks, by status."""

    def of_host(self, table: Table) -> WebhookQuerySet:
        """Return the table's webhooks set by its current host, oldest first."""
        return self.filter(table=table, owner=table.host_id).order_by("pk")

    def active_at(self, table: Table) -> WebhookQuerySet:
        """Return the table's webhooks that are turned on."""
        return self.of_host(table).filter(off_at=None)


class Webhook(models.Model):
    """URL that is called for one table.

    The receiver recognizes the site by the secret. `failures` counts consecutive failed calls. From `off_at` on it is
    no longer called.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="+", db_index=False, verbose_name=_("table"))
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("user"))
    url = models.CharField(_("URL"), max_length=LONGEST)
    format = models.CharField(_("format"), max_length=8, choices=Format, default=Format.JSON, db_default=Format.JSON)
    secret = models.CharField(_("secret"), max_length=64, default=new_secret, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    failures = models.PositiveSmallIntegerField(_("consecutive failures"), default=0)
    off_at = models.DateTimeField(_("disabled at"), null=True, blank=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        indexes = [models.Index(fields=["table", "owner"], name="webhooks_of_table")]

    def __str__(self) -> str:
        return f"{self.pk}: {self.host}"

    @property
    def host(self) -> str:
        """Host name of the URL, without the parts that are secret to its owner."""
        return urlsplit(self.url).hostname or ""


class Event(models.TextChoices):
    """Event that a webhook is called for."""

    AWAITED = "awaited", _("Turn started")
    OVER = "over", _("The game is over")
    TEST = "test", _("Test")


def note_outcome(webhook_id: int, *, sent: bool, now: datetime) -> None:
    """Count a failed request, or forget earlier failures after a successful one; part of a transaction.

    A webhook is turned off after too many failures, and on again by a successful request.
    """
    webhook = Webhook.objects.filter(pk=webhook_id)
    if sent:
        webhook.update(failures=0, off_at=None)
        return
    webhook.update(failures=F("failures") + 1)
    webhook.filter(failures__gte=MOST_FAILURES, off_at=None).update(off_at=now)

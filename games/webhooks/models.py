"""Addresses of hosts that are called when something happens at their table, and those calls."""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.notices.models import Outgoing
from games.outbound_requests import LONGEST
from games.tables.models import Table

MOST: Final = 2
"""Maximum number of webhook URLs per table."""
MOST_FAILURES: Final = 10
"""Number of consecutive failed calls after which a webhook is turned off."""


def new_secret() -> str:
    """A key by which calls are signed."""
    return secrets.token_hex(32)


class Format(models.TextChoices):
    """The form in which an address takes what it is told."""

    JSON = "json", _("Carto JSON, for your own program")
    SLACK = "slack", _("Slack")
    DISCORD = "discord", _("Discord")


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Webhooks, by what is to be done with them."""

    def of_host(self, table: Table) -> WebhookQuerySet:
        """Return the table's webhooks set by its current host, oldest first."""
        return self.filter(table=table, owner=table.host_id).order_by("pk")

    def called_at(self, table: Table) -> WebhookQuerySet:
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


class CallQuerySet(models.QuerySet["Call"]):
    """Calls, by what is to be done with them."""

    def due(self, now: datetime) -> CallQuerySet:
        """Return the calls that are due by now, oldest first; uses an index."""
        return self.filter(due_at__lte=now).order_by("due_at", "pk")

    def last_of(self, webhooks: list[int]) -> CallQuerySet:
        """The last call of each of those webhooks."""
        newest = self.filter(webhook__in=webhooks).order_by().values("webhook").annotate(last=models.Max("pk"))
        return self.filter(pk__in=newest.values("last"))


class Call(Outgoing):
    """Call to one webhook, stored together with its event, at most one per event and turn.

    `key` identifies the call over all attempts. At `due_at` a waiting call is handed to a worker; it is None from
    then on, as the dispatcher is done with it. For a call in progress, it is the time from which the call counts as
    interrupted.
    """

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="calls", verbose_name=_("webhook"))
    event = models.CharField(_("event"), max_length=8, choices=Event)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    key = models.UUIDField(_("key"), default=uuid.uuid4, editable=False)
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)
    answer = models.PositiveSmallIntegerField(_("response"), null=True, blank=True)

    objects = CallQuerySet.as_manager()

    class Meta:
        verbose_name = _("request")
        verbose_name_plural = _("requests")
        permissions = [("resend_call", "Can make a call again")]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="webhooks_due"),
            models.Index(fields=["created_at"], name="webhooks_old"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "event", "turn"], condition=~Q(event="test"), name="webhooks_once_a_turn"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.event}"


def note_outcome(webhook_id: int, *, taken: bool, now: datetime) -> None:
    """Remember whether a call was taken or given up; part of a transaction. An address that takes one is called again
    where it was switched off.
    """
    webhook = Webhook.objects.filter(pk=webhook_id)
    if taken:
        webhook.update(failures=0, off_at=None)
        return
    webhook.update(failures=F("failures") + 1)
    webhook.filter(failures__gte=MOST_FAILURES, off_at=None).update(off_at=now)

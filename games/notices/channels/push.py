"""Push notifications on users' devices."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.accounts.models import User
from games.notices.channels import PermanentFailure, PersonalChannel, RetryLater
from games.notices.models import ChannelKey, NoticeKind
from games.notices.words import NoticeMessage
from games.push import sender
from games.push.models import PushSubscription
from games.push.sender import PushMessage, Urgency

_NO_DEADLINE: Final = timedelta(days=1)
_SHORTEST: Final = timedelta(minutes=1)
_LONGEST: Final = timedelta(days=28)
"""Longest time to live. Some services refuse more."""
_URGENT: Final = frozenset({NoticeKind.TURN, NoticeKind.SHORT})


@dataclass(frozen=True, slots=True)
class Devices:
    """Number of a user's devices that show notifications, and the URL where they are managed."""

    count: int
    url: str


class Push(PersonalChannel):
    """Push notifications on all devices on which a user has turned them on."""

    key = ChannelKey.PUSH
    name = gettext_lazy("Push")
    panel_template = "notices/_devices.html"

    def reaches(self, users: Collection[User]) -> set[int]:
        """Return the users with a device, or none if the site allows no push services."""
        devices = PushSubscription.objects.filter(user__in=[user.pk for user in users])
        return set(devices.values_list("user", flat=True)) if settings.PUSH_SERVICES else set()

    def hindrance(self, user: User) -> str:
        """Return the reason why no push notice can be sent, or ""."""
        if not settings.PUSH_SERVICES:
            return _("Push notifications are disabled on this site.")
        return "" if self.reaches([user]) else _("No devices receive notifications yet.")

    def panel(self, user: User) -> Devices:
        """Return the device count and a link to the devices page."""
        return Devices(PushSubscription.objects.of(user.pk).count(), reverse("push:devices"))

    def send(self, message: NoticeMessage) -> None:
        """Push the notice to all devices. One success counts as delivered: the others are not retried."""
        try:
            outcome = sender.send(message.user.pk, _message(message))
        except sender.RetryPushLater as later:
            if not later.outcome.sent:
                raise RetryLater(_("The push services can’t be reached"), _seconds(later)) from later
            return
        if not outcome.sent:
            raise PermanentFailure(_("No device accepts notifications anymore"))


PUSH: Final = Push()


def _message(word: NoticeMessage) -> PushMessage:
    """Return the push message; it replaces an older one of the same kind and table."""
    urgency = Urgency.HIGH if word.kind in _URGENT else Urgency.NORMAL
    path = urlsplit(word.url).path
    body = "\n".join(" ".join(line.sentences) for line in word.lines)
    return PushMessage(word.title, body, path, tag=f"{word.kind}:{path}", ttl=_ttl(word), urgency=urgency)


def _ttl(word: NoticeMessage) -> timedelta:
    """Return how long the push service should keep a message: until its deadline, within limits."""
    if word.deadline is None:
        return _NO_DEADLINE
    return min(max(word.deadline - clock.now(), _SHORTEST), _LONGEST)


def _seconds(later: sender.RetryPushLater) -> float:
    return later.retry_after.total_seconds()

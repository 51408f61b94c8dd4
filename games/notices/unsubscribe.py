"""The links in mails by which one hears no more of something, without signing in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.accounts.models import User
from games.notices.models import Subscription, Topic

_SALT: Final = "games.notices.unsubscribe"


@dataclass(frozen=True, slots=True)
class Stop:
    """User and topic of an unsubscribe link."""

    user: User
    topic: Topic | Subscription


def stop_url(user: User, topic: Topic | Subscription) -> str:
    """The whole address that stops mail of a topic to one person."""
    token = _signer().sign_object([user.pk, topic.value])
    return settings.LINKS_ORIGIN + reverse("notices:stop", args=[token])


def stop_of(token: str) -> Stop | None:
    """Return what an unsubscribe link stops, or None if it is forged or the account is gone."""
    try:
        pk, topic = _signer().unsign_object(token)
        user = User.objects.active().filter(pk=pk, erased_at=None).first()
        subject = Subscription(topic) if topic in Subscription.values else Topic(topic)
        return Stop(user, subject) if user else None
    except (signing.BadSignature, ValueError, TypeError):
        return None


def _signer() -> signing.Signer:
    """It notes no time, as letters may be old."""
    return signing.Signer(salt=_SALT)

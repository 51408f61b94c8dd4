"""Services that add, update and remove push subscriptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import F

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.locks import writing
from games.push.models import MOST_DEVICES, MOST_FAILURES, PushSubscription, PushSubscriptionQuerySet, digest_of

_SET_ANEW: Final = ("user", "endpoint", "p256dh", "auth", "label", "created_at", "used_at", "failures")


@dataclass(frozen=True, slots=True)
class Given:
    """Validated subscription of a browser: its address at the push service, and its keys."""

    endpoint: str
    p256dh: str
    auth: str


def subscribe(*, user: User, given: Given, label: str, replaces: str = "") -> None:
    """Register a browser for the user's notifications.

    If it was registered for another user, it no longer gets theirs. `replaces` is its former address. Raises
    AccountDeleted if the account is deleted.
    """
    # The lock keeps two browsers of a user from both taking the last free device slot.
    with lock_person(user):
        if replaces and replaces != given.endpoint:
            PushSubscription.objects.of(user.pk).filter(digest=digest_of(replaces)).delete()
        device = PushSubscription(
            user=user,
            endpoint=given.endpoint,
            digest=digest_of(given.endpoint),
            p256dh=given.p256dh,
            auth=given.auth,
            label=label,
        )
        # A single statement, because two users may register the same browser at the same time.
        PushSubscription.objects.bulk_create(
            [device], update_conflicts=True, unique_fields=["digest"], update_fields=_SET_ANEW
        )
        _make_room(user)


def remove(*, user: User, device: int) -> bool:
    """Let a device of the person take no more notices; return whether there was one of that number."""
    with lock_person(user):
        removed, _ = PushSubscription.objects.of(user.pk).filter(pk=device).delete()
    return bool(removed)


def forget(*, user: User) -> None:
    """Delete all devices of a user whose account is being deleted; part of a transaction."""
    PushSubscription.objects.filter(user=user).delete()


def note_sent(device: PushSubscription) -> None:
    """Remember that a notice was taken."""
    with writing():
        _as_sent_to(device).update(used_at=clock.now(), failures=0)


def note_gone(device: PushSubscription) -> None:
    """Let go of a device whose service knows it no more."""
    with writing():
        _as_sent_to(device).delete()


def note_failure(device: PushSubscription) -> None:
    """Count a notice that was refused; after some in a row the device is given up."""
    with writing():
        _as_sent_to(device).update(failures=F("failures") + 1)
        _as_sent_to(device).filter(failures__gte=MOST_FAILURES).delete()


def _as_sent_to(device: PushSubscription) -> PushSubscriptionQuerySet:
    """Return a query for the device, empty if it has been registered again in the meantime.

    The result of a message sent with its old keys says nothing about the new registration.
    """
    return PushSubscription.objects.filter(pk=device.pk, user=device.user_id, p256dh=device.p256dh)


def _make_room(user: User) -> None:
    kept = PushSubscription.objects.of(user.pk).values_list("pk", flat=True)[:MOST_DEVICES]
    PushSubscription.objects.filter(user=user).exclude(pk__in=list(kept)).delete()

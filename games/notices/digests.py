"""Daily digests: a sweep that puts them on their way at the hour that each person chose."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from games import clock
from games.accounts.models import AccountDeleted, User
from games.accounts.person_lock import lock_person
from games.notices.delivery import enqueue
from games.notices.mail_channel import MAIL
from games.notices.models import Delivery, Preference, Subscription
from games.notices.preferences import schedule_digest

MOST: Final = 50
"""Number of digests that one sweep queues."""


def sweep() -> int:
    """Put the digests that are due on their way, the oldest first, and return how many; one statement where none is."""
    now = clock.now()
    due = Preference.objects.digest_due(now).select_related("user")[:MOST]
    return sum(_start(row.user, now) for row in list(due))


def _start(user: User, now: datetime) -> bool:
    """Create one digest delivery and schedule the next, unless another process has done so."""
    try:
        with lock_person(user) as person:
            row = Preference.objects.digest_due(now).select_for_update().filter(pk=person.pk).first()
            if row is None:
                return False
            schedule_digest(row, person)
            row.save(update_fields=["digest_due_at"])
            fields = {"user": person, "channel": MAIL.key, "kind": Subscription.DIGEST}
            enqueue(Delivery.objects.create(**fields, created_at=now, due_at=now), now)
    except AccountDeleted:
        return False
    return True

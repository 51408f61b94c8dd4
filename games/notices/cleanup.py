"""Notices that nobody will look at again."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games import clock
from games.locks import writing
from games.notices.models import Delivery, Notice, ReviewNotice, State

KEPT: Final = timedelta(days=30)
_AT_ONCE: Final = 2_000


def tidy_notices(*, older_than: timedelta = KEPT) -> int:
    """Delete old notices and what was sent of them, a part at a time; return how many notices. What was given up stays
    as long as its notices.
    """
    moment = clock.now() - older_than
    over = Delivery.objects.filter(created_at__lt=moment).exclude(state__in=[State.WAITING, State.SENDING])
    old = Notice.objects.filter(created_at__lt=moment, due_at=None)
    reviews = ReviewNotice.objects.filter(created_at__lt=moment)
    while keys := list(over.values_list("pk", flat=True)[:_AT_ONCE]):
        with writing():
            Delivery.objects.filter(pk__in=keys).delete()
    deleted = 0
    for model, rows in ((Notice, old), (ReviewNotice, reviews)):
        while keys := list(rows.values_list("pk", flat=True)[:_AT_ONCE]):
            with writing():
                model._default_manager.filter(pk__in=keys).delete()
            deleted += len(keys)
    return deleted

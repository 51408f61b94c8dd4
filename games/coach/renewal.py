"""Sweep that makes reviews by older versions of the coach anew, slowly, while no task waits or runs.

Until then, the puzzles and insights of such a game are hidden, and its players would have to ask for the review again.
"""

from __future__ import annotations

import logging
from functools import reduce
from operator import or_
from time import monotonic
from typing import Final

from django.db.models import Q, QuerySet
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult, get_date_max

from games import clock
from games.coach.models import Review
from games.coach.reviews import begin_review
from games.play.game import played_game
from games.tables.game import games

PAUSE: Final = 30.0
"""Least seconds between two reviews."""
REST: Final = 3600.0
"""Seconds until this process looks again after it has found none. Versions change when a server is updated, but for a
while servers of the older version may run too.
"""

_log: Final = logging.getLogger(__name__)


class Renewal:
    """Time, as `monotonic` tells it, of a process's next look for reviews, and the tables that failed."""

    def __init__(self) -> None:
        self.due_at = 0.0
        self.failed = set[int]()


_renewal = Renewal()


def renew_old_review() -> int:
    """Queue the review of the latest game whose review is by an older version, if that is due.

    Always returns 0, because nobody waits for it. Other tasks go first.
    """
    now = monotonic()
    if now < _renewal.due_at or has_tasks():
        return 0
    review = _old_reviews().order_by("-table").select_related("table").first()
    _renewal.due_at = now + (PAUSE if review else REST)
    if review is None or (coach := played_game(review.table.game).coach) is None:
        return 0
    try:
        begin_review(review.table, coach)
    except Exception:  # a broken game must not keep the others from being reviewed
        _renewal.failed.add(review.table_id)
        _log.exception("the old review of a game could not be renewed")
    return 0


def _old_reviews() -> QuerySet[Review]:
    """Return the reviews by older versions of each game's coach, whatever their progress.

    Not those by newer ones: a server of the newer version may run beside this one.
    """
    coaches = [(key, coach) for key in games() if (coach := played_game(key).coach)]
    old = [Q(table__game=key, version__lt=coach.version) for key, coach in coaches]
    return Review.objects.filter(reduce(or_, old, Q(pk__in=[]))).exclude(table__in=_renewal.failed).defer("results")


def has_tasks() -> bool:
    """Return True if a task runs, or waits and is due."""
    due = Q(run_after=get_date_max()) | Q(run_after__lte=clock.now())
    waiting = DBTaskResult.objects.filter(due, status=TaskResultStatus.READY)
    return waiting.exists() or DBTaskResult.objects.running().exists()

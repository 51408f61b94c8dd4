"""Access to reviews, and the limits for making them and for attempts at their positions."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.http import Http404, HttpRequest

from games.accounts.limits import Limit, count_use_by_address, count_use_by_user
from games.play.coaching import Coach
from games.play.game import played_at
from games.tables.models import Table
from games.tables.pages.access import visible_table

REVIEW: Final = Limit("review", 60, timedelta(hours=1))
ATTEMPT: Final = Limit("review-attempt", 240, timedelta(hours=1))


def reviewed_table(request: HttpRequest, code: str) -> tuple[Table, Coach]:
    """Return the table of a game that is over, with its coach.

    Raises Http404 if the visitor may not see the table, if the game is running or waits for players, or if it has no
    coach.
    """
    table = visible_table(request, code)
    coach = played_at(table).coach if table.is_over else None
    if coach is None:
        raise Http404
    return table, coach


def count_review(request: HttpRequest) -> timedelta:
    """Count a review that a visitor asks for; return the wait, zero if allowed."""
    return _count(REVIEW, request)


def count_attempt(request: HttpRequest) -> timedelta:
    """Count an attempt at an exercise or a puzzle, which takes time to rate; return the wait, zero if allowed."""
    return _count(ATTEMPT, request)


def _count(limit: Limit, request: HttpRequest) -> timedelta:
    return (count_use_by_user if request.user.is_authenticated else count_use_by_address)(limit, request)

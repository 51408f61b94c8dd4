"""Sweep that rates the results that wait: games in the order in which they finished, deals in batches.

It locks the users first, so that no result of a user is lost. A result is stored together with the rating that it
leads to, so a sweep that is killed rates each result once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta
from time import monotonic
from typing import Final

from django.db.models import QuerySet

from games import clock
from games.accounts.models import User
from games.locks import writing
from games.ratings.models import Rating, RatingKind, RatingResult
from games.ratings.skill import rate_table

LONGEST_SWEEP: Final = timedelta(seconds=0.5)


def rate_due_tables() -> int:
    """Rate the results of some finished games, and return of how many; this is a sweep."""
    begun, count = monotonic(), 0
    while monotonic() - begun < LONGEST_SWEEP.total_seconds():
        table = _waiting().order_by("finished_at", "table").values_list("table", flat=True).first()
        if table is None:
            break
        _rate_table(table)
        count += 1
    return count


def _waiting() -> QuerySet[RatingResult]:
    return RatingResult.objects.filter(mu=None)


def _rate_table(table: int) -> None:
    with writing():
        of_table = _waiting().filter(table=table).order_by("user")
        people = lock_people(of_table.values_list("user", flat=True))
        # Read again under the locks, as another process may have rated them in the meantime.
        results = [result for result in of_table if result.user_id in people]
        if len(results) < 2:  # the other accounts were deleted
            of_table.delete()
            return
        ratings = load_ratings(people, results[0].game, RatingKind.TABLES)
        before = [ratings[result.user_id].skill for result in results]
        after = rate_table(before, [result.place for result in results])
        for result, old, new in zip(results, before, after, strict=True):
            result.apply(old, new)
            count_result(ratings[result.user_id], result)
        RatingResult.objects.bulk_update(results, ["mu_before", "sigma_before", "mu", "sigma"])
        save_ratings(ratings.values())


def lock_people(keys: Iterable[int]) -> frozenset[int]:
    """Lock the users with these keys who have accounts, in primary key order, and return their keys."""
    people = User.objects.locked().filter(pk__in=list(keys), erased_at=None, guest=False).order_by("pk")
    return frozenset(person.pk for person in people)


def load_ratings(people: Collection[int], game: str, kind: RatingKind) -> dict[int, Rating]:
    """Return the ratings of users by their keys, stored or new. Their rows are locked by those of the users."""
    stored = {rating.user_id: rating for rating in Rating.objects.filter(user__in=people, game=game, kind=kind)}
    new = {pk: Rating(user_id=pk, game=game, kind=kind) for pk in people if pk not in stored}
    return stored | new


def count_result(rating: Rating, result: RatingResult) -> None:
    """Add a rated result to the rating of its user; does not save."""
    assert result.mu is not None
    assert result.sigma is not None
    rating.mu, rating.sigma = result.mu, result.sigma
    rating.results += 1


def save_ratings(ratings: Collection[Rating]) -> None:
    """Store changed and new ratings in two statements."""
    now = clock.now()
    for rating in ratings:
        rating.updated_at = now
    Rating.objects.bulk_create(rating for rating in ratings if rating.pk is None)
    changed = [rating for rating in ratings if rating.pk is not None]
    Rating.objects.bulk_update(changed, ["mu", "sigma", "results", "updated_at"])

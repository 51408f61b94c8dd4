"""Sweep that rates the results of closed deals, a batch at a time, in the order in which the deals closed."""

from __future__ import annotations

from time import monotonic
from typing import Final

from django.db.models import Count

from games import clock
from games.locks import writing
from games.ratings.fields import FieldResult, RatedField, middle_indices
from games.ratings.models import DealRating, Rating, RatingKind, RatingResult
from games.ratings.rating import LONGEST_SWEEP, count_result, load_ratings, lock_people, save_ratings
from games.ratings.skill import Skill, rate_solo
from games.tables.models import DealEntry

FEWEST: Final = 5
"""Minimum number of results on a deal that is rated."""
BATCH: Final = 200
"""Number of entries rated in one transaction."""


def rate_due_deals() -> int:
    """Rate some results of the deal that waits longest, and return how many batches; this is a sweep."""
    begun, count = monotonic(), 0
    while monotonic() - begun < LONGEST_SWEEP.total_seconds():
        due = DealRating.objects.filter(ended_at=None).order_by("deal__closed_at", "deal").select_related("deal")
        deal_rating = due.first()
        if deal_rating is None:
            break
        _rate_batch(deal_rating)
        count += 1
    return count


def _rate_batch(seen: DealRating) -> None:
    """Rate the next entries of a deal, unless another process has done so since `seen` was loaded."""
    entries = DealEntry.objects.filter(deal=seen.deal_id, score__isnull=False, pk__gt=seen.last_entry).order_by("pk")
    batch = list(entries.values_list("pk", "user")[:BATCH])
    with writing():
        people = lock_people(user for _pk, user in batch)
        current = DealRating.objects.select_for_update().filter(pk=seen.pk, last_entry=seen.last_entry, ended_at=None)
        deal_rating = current.first()
        if deal_rating is None:
            return
        if deal_rating.field is None:
            deal_rating.field = _build_field(seen).to_json()
        field = RatedField.from_json(deal_rating.field)
        if batch and field.total >= FEWEST:
            keys = [pk for pk, _user in batch]
            _rate_entries(list(entries.filter(pk__in=keys, user__in=people).select_related("table")), seen, field)
            deal_rating.last_entry = keys[-1]
        else:
            deal_rating.ended_at = clock.now()
        deal_rating.save()


def _build_field(deal_rating: DealRating) -> RatedField:
    ranked = DealEntry.objects.ranked(deal_rating.deal)
    counted = ranked.order_by("score").values_list("score").annotate(count=Count("pk"))
    counts = {score: count for score, count in counted if score is not None}
    total = sum(counts.values())
    entries = [ranked[index] for index in middle_indices(total)] if total >= FEWEST else []
    own = Rating.objects.filter(user__in=[entry.user_id for entry in entries], kind=RatingKind.SOLO)
    skills = {rating.user_id: rating.skill for rating in own.filter(game=deal_rating.deal.game)}
    middles = (FieldResult(entry.pk, entry.score or 0, skills.get(entry.user_id, Skill())) for entry in entries)
    return RatedField(tuple(middles), counts)


def _rate_entries(entries: list[DealEntry], deal_rating: DealRating, field: RatedField) -> None:
    game = deal_rating.deal.game
    ratings, results = load_ratings({entry.user_id for entry in entries}, game, RatingKind.SOLO), []
    for entry in entries:
        rating, score = ratings[entry.user_id], entry.score or 0
        result = RatingResult(
            user_id=entry.user_id,
            table_id=entry.table_id,
            game=game,
            kind=RatingKind.SOLO,
            place=field.place(score),
            players=field.total,
            finished_at=entry.ended_at or clock.now(),
        )
        result.apply(rating.skill, rate_solo(rating.skill, score, field.opponents(entry.pk, score)))
        count_result(rating, result)
        results.append(result)
    RatingResult.objects.bulk_create(results)
    save_ratings(ratings.values())

"""Results on closed deals: rated against their field, in batches that can be interrupted."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games import clock
from games.accounts.models import User
from games.accounts.services import make_guest
from games.deals.daily import find_daily, today
from games.ratings import deal_rating
from games.ratings.deal_rating import rate_due_deals
from games.ratings.models import DealRating, Rating, RatingKind, RatingResult
from games.tables.deals.services import close_deal
from games.tables.models import Deal
from tests.games.deals.conftest import _no_day_seen as _no_day_seen
from tests.games.deals.playing import play
from tests.games.ratings.test_rating import numbers
from tests.games.tables.clients import people_named

SUNDAY = datetime(2026, 11, 29, 12, tzinfo=UTC)
"""A day with a short game of the toy, before another such day."""


@pytest.fixture
def deal(people: list[User]) -> Any:
    """Return a daily deal that Ann (9), Ben (7), Cas (7), Dee (3), Eve (1) and a guest (5) have played."""
    with time_machine.travel(SUNDAY, tick=False):
        deal = find_daily(today())
        players = [*people, *people_named("Eve"), make_guest(display_name="Gus")]
        for user, number in zip(players, (9, 7, 7, 3, 1, 5), strict=True):
            play(deal, user, number, number, number)
        yield deal


def test_results_are_rated_by_rank_once_the_deal_is_closed(deal: Deal) -> None:
    assert rate_due_deals() == 0
    assert not Rating.objects.exists(), "an open deal has no final ranks"
    close_deal(deal)
    assert not Rating.objects.exists(), "closing rates nothing itself"
    rate_due_deals()
    rated = numbers(RatingKind.SOLO)
    assert sorted(rated) == ["ann", "ben", "cas", "dee", "eve"], "never guests"
    assert rated["ann"] > rated["ben"] == rated["cas"] > rated["dee"] > rated["eve"]
    places = RatingResult.objects.order_by("place", "user").values_list("user__username", "place", "players")
    assert list(places) == [("ann", 1, 6), ("ben", 2, 6), ("cas", 2, 6), ("dee", 5, 6), ("eve", 6, 6)]
    assert DealRating.objects.get().ended_at is not None
    assert rate_due_deals() == 0


def test_batches_lead_to_the_same_ratings_as_one(deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    close_deal(deal)
    rate_due_deals()
    at_once = numbers(RatingKind.SOLO)
    for model in (Rating, RatingResult, DealRating):
        model._default_manager.all().delete()
    DealRating.objects.create(deal=deal)
    monkeypatch.setattr(deal_rating, "BATCH", 2)
    assert rate_due_deals() == 4
    assert numbers(RatingKind.SOLO) == at_once


def test_batch_that_dies_is_rated_once(deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    close_deal(deal)
    monkeypatch.setattr(deal_rating, "BATCH", 2)
    save, calls = deal_rating.save_ratings, []

    def die_in_the_second(ratings: Any) -> None:
        calls.append(ratings)
        if len(calls) == 2:
            raise KeyboardInterrupt
        save(ratings)

    with monkeypatch.context() as patched:
        patched.setattr(deal_rating, "save_ratings", die_in_the_second)
        with pytest.raises(KeyboardInterrupt):
            rate_due_deals()
    assert RatingResult.objects.count() == 2
    rate_due_deals()
    assert set(Rating.objects.values_list("results", flat=True)) == {1}
    assert RatingResult.objects.count() == 5


def test_stale_batch_of_another_process_is_dropped(deal: Deal) -> None:
    close_deal(deal)
    stale = DealRating.objects.select_related("deal").get()
    rate_due_deals()
    before = list(Rating.objects.order_by("pk").values())
    deal_rating._rate_batch(stale)
    assert list(Rating.objects.order_by("pk").values()) == before


def test_small_field_is_not_rated(people: list[User]) -> None:
    deal = find_daily(today())
    for user in people:
        play(deal, user, 5, 5, 5)
    close_deal(deal)
    rate_due_deals()
    assert not Rating.objects.exists()
    assert DealRating.objects.get().ended_at is not None


def test_deals_are_rated_in_the_order_of_closing(deal: Deal, people: list[User]) -> None:
    with time_machine.travel(clock.now() + timedelta(days=1), tick=False):
        later = find_daily(today())
        for user in User.objects.order_by("-pk"):
            play(later, user, user.pk % 10, 1, 1)
        close_deal(later)
    with time_machine.travel(clock.now() + timedelta(days=2), tick=False):
        close_deal(deal)
    rate_due_deals()
    course = RatingResult.objects.filter(user=people[0]).order_by("pk")
    assert [result.table.deal_id for result in course] == [later.pk, deal.pk]
    assert course[0].mu == course[1].mu_before

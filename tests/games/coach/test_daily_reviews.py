"""Reviews of daily games are begun when the game is over, unless other tasks wait."""

from typing import Any

import pytest

from games.accounts.models import User
from games.coach.models import Review
from games.deals.daily import find_daily, today
from games.notices.task_worker import work
from games.tables.deals.services import play_deal
from games.tables.models import Table
from tests.games.cartographers.conftest import people as people
from tests.scenarios import CARTOGRAPHERS

pytestmark = pytest.mark.django_db


def _finish(user: User) -> Table:
    deal = find_daily(today())
    assert deal is not None
    return CARTOGRAPHERS.play(play_deal(deal=deal, user=user), [user])


def test_daily_game_is_reviewed_at_once(people: list[User], django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = _finish(people[0])
    assert Review.objects.get().table == table


def test_reviews_of_a_rush_wait_until_they_are_asked_for(
    people: list[User], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = _finish(people[0])
        _finish(people[1])
    assert Review.objects.get().table == first
    assert work(), "a task of the first review waits"

"""Reviews by older versions of the coach: made anew one by one, while the queue of tasks is empty."""

import pytest

from games.accounts.models import User
from games.coach import renewal
from games.coach.models import Review
from games.coach.renewal import PAUSE, REST, Renewal, renew_old_review
from games.coach.reviews import go_on
from games.notices.task_worker import work
from games.tables.models import Table
from tests.games.cartographers.conftest import people as people
from tests.games.history.playing import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(people: list[User]) -> list[Table]:
    """Two finished games with reviews by an older version of the coach."""
    tables = [played(*people[:2]) for _ in range(2)]
    for table in tables:
        Review.objects.create(table=table, version=0, steps=1, done=1, results=[[]], ended_at=table.finished_at)
    return tables


@pytest.fixture(autouse=True)
def passed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that have passed, in a list; the sweep of the test has not run before."""
    seconds = [0.0]
    monkeypatch.setattr(renewal, "_renewal", Renewal())
    monkeypatch.setattr(renewal, "monotonic", lambda: seconds[0])
    return seconds


def renewed() -> list[int]:
    """Return the tables whose reviews are of the present version."""
    return list(Review.objects.filter(version__gt=0).values_list("table", flat=True))


def test_old_reviews_are_queued_one_by_one_and_the_latest_game_first(games: list[Table], passed: list[float]) -> None:
    renew_old_review()
    assert renewed() == [games[1].pk]
    while work():
        pass
    renew_old_review()
    assert renewed() == [games[1].pk], "not before the pause is over"
    passed[0] += PAUSE
    renew_old_review()
    assert set(renewed()) == {each.pk for each in games}
    assert Review.objects.get(table=games[1]).ended_at is not None


def test_other_tasks_go_first(games: list[Table]) -> None:
    go_on.enqueue(0)
    renew_old_review()
    assert not renewed()
    assert work() == 1
    renew_old_review()
    assert renewed() == [games[1].pk]


def test_reviews_by_a_newer_version_are_left_alone_and_rarely_looked_for(
    games: list[Table], passed: list[float]
) -> None:
    Review.objects.update(version=10_000)
    renew_old_review()
    Review.objects.update(version=0)
    passed[0] += REST - 1
    renew_old_review()
    assert not renewed()
    passed[0] += 1
    renew_old_review()
    assert renewed() == [games[1].pk]


def test_a_broken_game_does_not_block_the_others(
    games: list[Table], passed: list[float], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begin = renewal.begin_review

    def begin_or_fail(table: Table, *others: object) -> Review:
        if table == games[1]:
            raise RuntimeError("the game is broken")
        return begin(table, *others)

    monkeypatch.setattr(renewal, "begin_review", begin_or_fail)
    for _run in range(2):
        renew_old_review()
        passed[0] += PAUSE
    assert renewed() == [games[0].pk]
    assert "the game is broken" in caplog.text

"""Rate limits of accounts."""

import threading
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone

from games.accounts import limits
from games.accounts.models import RateLimit, User

HOUR = timedelta(hours=1)


def tries(count: int, key: str = "k", scope: str = "door", limit: int = 3) -> list[bool]:
    return [not limits.count_use(scope=scope, key=key, limit=limit, window=HOUR) for _ in range(count)]


@pytest.mark.django_db
def test_a_door_opens_so_often_and_no_more() -> None:
    assert tries(5) == [True, True, True, False, False]


@pytest.mark.django_db
def test_keys_and_scopes_are_counted_apart() -> None:
    assert tries(4) == [True, True, True, False]
    assert tries(1, key="other") == [True]
    assert tries(1, scope="other") == [True]


@pytest.mark.django_db
def test_the_wait_is_the_rest_of_the_window() -> None:
    tries(3)
    wait = limits.count_use(scope="door", key="k", limit=3, window=HOUR)
    assert HOUR - timedelta(seconds=10) < wait <= HOUR


@pytest.mark.django_db
def test_a_new_window_begins_when_the_old_is_over() -> None:
    tries(4)
    RateLimit.objects.update(started=timezone.now() - HOUR)
    assert tries(4) == [True, True, True, False]


@pytest.mark.django_db
def test_old_counters_are_forgotten_and_keys_are_not_readable() -> None:
    tries(1, key="192.0.2.1")
    RateLimit.objects.update(started=timezone.now() - timedelta(days=2))
    tries(1, key="192.0.2.2")
    assert RateLimit.objects.count() == 1
    assert "192" not in RateLimit.objects.get().key


@pytest.mark.django_db
def test_the_answer_says_how_long_to_wait() -> None:
    answer = limits.too_many_requests(RequestFactory().get("/"), timedelta(seconds=61.5))
    assert answer.status_code == 429
    assert answer["Retry-After"] == "62"
    assert "2 minutes" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_no_try_is_lost_between_threads() -> None:
    allowed: list[bool] = []
    start = threading.Barrier(8)

    def use() -> None:
        start.wait()
        allowed.extend(tries(5, limit=17))
        connection.close()

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(allowed) == 40
    assert allowed.count(True) == 17


@pytest.mark.django_db
def test_a_window_in_the_future_does_not_count_and_is_mended() -> None:
    tries(4)
    RateLimit.objects.update(started=timezone.now() + timedelta(days=730))
    assert tries(4) == [True, True, True, False]
    assert RateLimit.objects.get().started <= timezone.now()


@pytest.mark.django_db
def test_counters_from_the_future_are_forgotten() -> None:
    tries(1, key="other")
    RateLimit.objects.update(started=timezone.now() + timedelta(days=730))
    tries(1)
    assert RateLimit.objects.count() == 1


@pytest.mark.django_db
def test_the_clocks_of_two_servers_may_differ_a_little() -> None:
    tries(3)
    RateLimit.objects.update(started=timezone.now() + timedelta(seconds=5))
    assert tries(1) == [False]


@pytest.mark.django_db
def test_failures_in_the_future_lock_nobody_out_and_are_forgotten() -> None:
    person = User.objects.create_user("Anne", "correct-horse-9")
    for _ in range(8):
        Client().post("/accounts/sign-in/", {"username": "Anne", "password": "wrong"})
    AccessAttempt.objects.update(attempt_time=timezone.now() + timedelta(days=730))
    assert Client().post("/accounts/sign-in/", {"username": "Anne", "password": "wrong"}).status_code == 422
    assert AccessAttempt.objects.get().failures_since_start == 1
    good = {"username": person.username, "password": "correct-horse-9"}
    assert Client().post("/accounts/sign-in/", good).status_code == 303

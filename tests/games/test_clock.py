"""The clock that all server processes share."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection

from games import clock

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    clock.forget_readings()
    settings.CLOCK = "database"
    yield
    clock.forget_readings()


def test_now_is_the_time_of_the_process_or_the_database() -> None:
    wrong = datetime.now(UTC) + timedelta(days=730)
    with time_machine.travel(wrong):
        off = abs(clock.now() - wrong)
    assert off < clock.CLOSE if connection.vendor == "sqlite" else off > timedelta(days=729)


def test_tests_go_by_the_clock_of_their_process(settings: Any) -> None:
    settings.CLOCK = "process"
    with time_machine.travel(NOON, tick=False):
        assert clock.now() == clock.read() == NOON


@pytest.mark.parametrize("jump", [timedelta(hours=1), -timedelta(hours=1), timedelta(days=730)], ids=str)
def test_clock_is_not_steady_after_it_was_set(jump: timedelta, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([NOON, NOON + timedelta(seconds=1), NOON + jump])
    monkeypatch.setattr(clock, "_database_time", lambda: next(moments))
    monkeypatch.setattr(clock, "_is_of_database", lambda: True)
    clock.read()
    clock.read()
    assert clock.is_steady(timedelta(days=1))
    clock.read()
    assert not clock.is_steady(timedelta(days=1))


def test_now_asks_the_database_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[int] = []

    def ask() -> datetime:
        requests.append(1)
        return NOON

    monkeypatch.setattr(clock, "_database_time", ask)
    monkeypatch.setattr(clock, "_is_of_database", lambda: True)
    readings = [clock.now() for _ in range(100)]
    assert len(requests) == 1
    assert readings == sorted(readings)
    assert readings[-1] - NOON < timedelta(seconds=1)

"""The answer of `/healthz`."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from carto_site import health
from games.accounts.models import User
from games.notices.models import Delivery, Notice, NoticeKind, Preference
from games.notices.webhooks.models import Webhook
from games.tables.models import Seat, Sweeper, Table
from tests.games.cartographers.play import gather
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.django_db
LATE = timedelta(seconds=75)


@pytest.fixture
def people() -> list[User]:
    return people_named("Ann", "Ben")


@pytest.fixture
def table(people: list[User]) -> Table:
    table = gather(*people)
    Notice.objects.all().delete()
    return table


def sweep_at(moment: datetime) -> None:
    Sweeper.objects.update_or_create(pk=1, defaults={"holder": uuid4(), "seen_at": moment, "clock_at": moment})


def plain() -> tuple[int, str]:
    answer = Client().get("/healthz")
    return answer.status_code, answer.content.decode()


def deep() -> tuple[int, dict[str, Any]]:
    answer = Client().get("/healthz?deep=1")
    return answer.status_code, answer.json()


def test_healthz_of_an_empty_site_is_ok() -> None:
    assert plain() == (200, "ok\n")
    nothing = {"status": "ok", "late": [], "seconds": {"sweeper": 0, "deadlines": 0, "outbox": {}}}
    assert deep() == (200, nothing)


def test_healthz_of_a_site_at_work_is_ok(people: list[User], table: Table) -> None:
    now = timezone.now()
    sweep_at(now - timedelta(seconds=30))
    Seat.objects.update(alarm_at=now - timedelta(seconds=30))
    Notice.objects.create(kind=NoticeKind.TURN, user=people[0], table=table, created_at=now, due_at=now)
    Delivery.objects.create(user=people[0], channel="mail", kind=NoticeKind.TURN, due_at=now + timedelta(hours=8))
    assert plain() == (200, "ok\n")
    assert deep()[0] == 200


@pytest.mark.parametrize("seen", [-LATE, LATE, timedelta(days=730)], ids=["silent", "ahead", "two years ahead"])
def test_healthz_says_that_the_sweeper_is_late(seen: timedelta) -> None:
    sweep_at(timezone.now() + seen)
    assert plain() == (200, "late: sweeper\n")
    status, facts = deep()
    assert (status, facts["status"], facts["late"]) == (503, "late", ["sweeper"])
    assert abs(facts["seconds"]["sweeper"] - abs(seen.total_seconds())) <= 2


def test_healthz_says_that_deadlines_are_late(table: Table) -> None:
    sweep_at(timezone.now())
    Seat.objects.filter(index=0).update(alarm_at=timezone.now() - LATE)
    assert plain() == (200, "late: sweeper\n")
    status, facts = deep()
    assert (status, facts["seconds"]["sweeper"]) == (503, 0)
    assert 75 <= facts["seconds"]["deadlines"] <= 77


def test_healthz_says_that_the_outbox_is_late(people: list[User], table: Table) -> None:
    late = timezone.now() - LATE
    Notice.objects.create(kind=NoticeKind.TURN, user=people[0], table=table, created_at=late, due_at=late)
    for channel in ("mail", "push"):
        Delivery.objects.create(user=people[0], channel=channel, kind=NoticeKind.TURN, due_at=late)
    webhook = Webhook.objects.create(table=table, owner=people[0], url="https://elsewhere.example/")
    Delivery.objects.create(user=people[0], channel="webhooks", kind=NoticeKind.OVER, webhook=webhook, due_at=late)
    assert plain() == (200, "late: outbox\n")
    status, facts = deep()
    assert (status, facts["late"]) == (503, ["outbox"])
    assert set(facts["seconds"]["outbox"]) == {"notices", "mail", "push", "webhooks"}
    assert all(75 <= seconds <= 77 for seconds in facts["seconds"]["outbox"].values())


def test_healthz_says_that_digests_are_late(people: list[User]) -> None:
    Preference.objects.create(user=people[0], digest_hour=7, digest_due_at=timezone.now() - LATE)
    assert plain() == (200, "late: outbox\n")
    status, facts = deep()
    assert (status, list(facts["seconds"]["outbox"])) == (503, ["digests"])


def test_process_that_has_just_started_reports_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sweep_at(timezone.now() - timedelta(hours=3))
    monkeypatch.setattr(health, "_serving_since", None)
    health.note_start()
    assert plain() == (200, "ok\n")

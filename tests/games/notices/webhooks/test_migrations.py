"""Requests to webhooks that were stored in a table of their own move into the outbox, and nothing is lost."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.accounts.models import User
from games.notices.models import ChannelKey, Delivery, DeliveryState, NoticeKind
from games.notices.webhooks.models import Webhook
from games.tables.models import Table
from tests.games.notices.webhooks.calls import came, pass_time, requests
from tests.games.push.service import Service
from tests.running.old_migrations import load_old_migrations, migrate_fully, migrate_old

pytestmark = pytest.mark.django_db(transaction=True)
OLD = [("webhooks", "0003_wording"), ("notices", "0008_wording")]
CALL = "games.webhooks.delivery.call"
REVIEW = "games.notices.review_notices.write_review_notice"


def migrate(targets: list[tuple[str, str | None]]) -> Any:
    """Migrate to a state, and return its models."""
    migrate_old(*targets)
    return load_old_migrations().project_state(targets).apps


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    migrate_fully()


def task(path: str) -> DBTaskResult[Any, Any]:
    fields = {"task_path": path, "args_kwargs": {"args": [1], "kwargs": {}}, "backend_name": "default"}
    return DBTaskResult.objects.create(**fields, run_after=timezone.now(), queue_name="default", priority=0)


def test_requests_move_to_the_outbox_and_waiting_ones_are_sent(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    now = timezone.now()
    call = migrate(OLD).get_model("webhooks", "Call")
    later, times = now + timedelta(hours=1), {"created_at": now - timedelta(minutes=1)}
    rows = [
        {"event": "test", "state": "waiting", "due_at": None},  # handed to a worker
        {"event": "awaited", "turn": table.turn, "state": "waiting", "due_at": later, "attempts": 2, "answer": 503},
        {"event": "over", "turn": table.turn, "state": "sending", "claimed_at": now, "due_at": later},
        {"event": "test", "state": "sent", "sent_at": now, "answer": 204},
        {"event": "test", "state": "dead", "attempts": 5, "answer": 404, "error": "answered with 404"},
    ]
    keys = [call.objects.create(webhook_id=webhook.pk, **times, **row).key for row in rows]
    task(CALL)
    task(REVIEW)
    migrate_fully()
    assert list(DBTaskResult.objects.values_list("task_path", flat=True)) == [
        "games.notices.reviews.write_review_notice"
    ]
    moved = requests().order_by("pk")
    assert [row.key for row in moved] == keys
    assert [(row.kind, row.state, row.turn, row.attempts, row.answer, row.error) for row in moved] == [
        ("test", DeliveryState.WAITING, 0, 0, None, ""),
        ("awaited", DeliveryState.WAITING, table.turn, 2, 503, ""),
        ("over", DeliveryState.SENDING, table.turn, 0, None, ""),
        ("test", DeliveryState.SENT, 0, 0, 204, ""),
        ("test", DeliveryState.DEAD, 0, 5, 404, "answered with 404"),
    ]
    assert {(row.user_id, row.webhook_id, row.channel) for row in moved} == {(webhook.owner_id, webhook.pk, "webhooks")}
    DBTaskResult.objects.all().delete()
    pass_time(clock)
    assert [payload["event"] for payload in came(service)] == ["test"]
    pass_time(clock, timedelta(hours=1))
    assert [payload["event"] for payload in came(service)] == ["test", "awaited"]
    assert [sent.headers["X-Carto-Delivery"] for sent in service.came] == [str(key) for key in keys[:2]]


def test_deliveries_of_before_are_sent(people: list[User], table: Table) -> None:
    now = timezone.now()
    old = migrate(OLD).get_model("notices", "Delivery")
    for state in DeliveryState:
        old.objects.create(user_id=people[0].pk, channel="mail", kind=NoticeKind.TURN, state=state, due_at=now)
    migrate_fully()
    assert [row.state for row in Delivery.objects.due(now)] == [DeliveryState.WAITING]
    assert set(Delivery.objects.values_list("channel", "webhook", "key")) == {(ChannelKey.MAIL, None, None)}


def test_requests_return_to_their_table(webhook: Webhook, table: Table) -> None:
    now = timezone.now()
    fields = {"user": webhook.owner, "channel": ChannelKey.WEBHOOKS, "webhook": webhook, "turn": 3, "due_at": now}
    keys = [Delivery.objects.create(kind="test", key=uuid4(), state=state, **fields).key for state in DeliveryState]
    call = migrate(OLD).get_model("webhooks", "Call")
    assert list(call.objects.order_by("pk").values_list("key", "state", "turn")) == [
        (key, state, 3) for key, state in zip(keys, DeliveryState, strict=True)
    ]
    migrate_fully()
    assert sorted(row.key for row in requests()) == sorted(keys)


def test_permissions_move_with_the_requests(people: list[User]) -> None:
    create_permissions(apps.get_app_config("notices"), verbosity=0)
    kind = ContentType.objects.get_or_create(app_label="webhooks", model="call")[0]
    rights = [
        Permission.objects.get_or_create(content_type=kind, codename=f"{verb}_call")[0] for verb in ("view", "resend")
    ]
    people[0].user_permissions.set(rights)
    people[1].user_permissions.set(rights[:1])
    migrate(OLD)
    migrate_fully()
    users = (User.objects.get(pk=person.pk) for person in people)
    held = [[user.has_perm(f"notices.{verb}_delivery") for verb in ("view", "resend")] for user in users]
    assert held == [[True, True], [True, False], [False, False]]
    assert not ContentType.objects.filter(app_label="webhooks", model="call").exists()

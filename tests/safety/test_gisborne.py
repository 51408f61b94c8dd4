"""Leak tests for Gisborne: each viewer is sent the same in two worlds that differ only in what it may not know."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from engine.contract import Viewer
from engine.gisborne.view import View
from games.accounts.models import User
from games.notices import words
from games.notices.models import Notice, NoticeTopic, Preference
from games.notices.webhooks.models import Webhook
from games.play import log as logs
from games.tables.log.state import LoadedState, cache
from games.tables.log.state import log as stored_log
from games.tables.models import Pace, Seat, Table
from tests.engine.gisborne_worlds import other_event, other_state
from tests.games.gisborne.play import answer_one, gather, state_of
from tests.games.tables.clients import seeded, signed_in
from tests.safety.test_canary_notices import told_to
from tests.safety.test_canary_webhooks import bodies_of
from tests.safety.watch import NEW_EACH_TIME, Leak, Viewers, first_difference, sent

HANDED = ("", "?s3=1", "?b1=1&tent=on")
LINES = ("now", "who", "order", "way", "chips", "supplies", "places", "standings", "log", "scoring", "help")


@contextmanager
def elsewhere(table: Table, viewer: Viewer, rng: Random, monkeypatch: pytest.MonkeyPatch) -> Iterator[bool]:
    """Serve another world to a viewer; yield False if there is nothing that it may not know."""
    loaded = LoadedState(state_of(table), Table.objects.get(pk=table.pk).number)
    other = other_state(loaded.state, viewer, rng)
    entries = stored_log(table, up_to=loaded.number)
    events = [entry.event for entry in entries]
    others = tuple(replace(entry, event=other_event(entry.event, viewer, events, rng)) for entry in entries)
    with monkeypatch.context() as patch:
        patch.setattr(logs, "log", lambda _table, *, up_to: others[:up_to])
        cache.clear()
        cache.keep(table.code, LoadedState(other, loaded.number))
        yield other != loaded.state
    cache.clear()
    cache.keep(table.code, loaded)


def looks(table: Table) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield addresses with headers."""
    url = f"/tables/{table.code}/"
    for query in HANDED:
        yield f"{url}{query}", {}
    yield f"{url}?since=0&desk=x", {"HX-Request": "true", "HX-Target": "strip"}
    yield f"{url}?s2=1", {"HX-Request": "true", "HX-Target": "pending"}
    for line in LINES:
        yield f"{url}line?line={line}", {}
    yield f"{url}why/now/1/points", {}
    yield f"{url}record.json", {}


def compare(table: Table, viewer: Viewer, client: Client, rng: Random, monkeypatch: pytest.MonkeyPatch) -> int:
    """Compare a page in both worlds; return how many comparisons could have failed. Raises Leak."""
    address, headers = rng.choice(list(looks(table)))
    with time_machine.travel(timezone.now(), tick=False):
        body = sent(client.get(address, headers=headers))
        with elsewhere(table, viewer, rng, monkeypatch) as differs:
            other = sent(client.get(address, headers=headers))
    if NEW_EACH_TIME.sub(b"", body) != NEW_EACH_TIME.sub(b"", other):
        raise Leak(f"{viewer} at {address}: {first_difference(body, other)}")
    return int(differs)


def watch(people: list[User], number: int, monkeypatch: pytest.MonkeyPatch, **options: Any) -> int:
    """Play a game, compare what viewers are sent all along, and return the number of comparisons."""
    seeded(monkeypatch, number.to_bytes(32, "big"))
    table, rng = gather(*people[:3], **options), Random(number)
    viewers = Viewers.of(people[:3], people[4]).all()
    clients, compared = [signed_in(user) for user in people[:3]], 0
    while answer_one(table, clients):
        viewer, _name, client = rng.choice(viewers)
        compared += compare(table, viewer, client, rng, monkeypatch)
    assert state_of(table).over
    return compared


@pytest.mark.parametrize(("number", "laid"), [(1, "behind"), pytest.param(2, "hidden", marks=pytest.mark.long)])
def test_nobody_is_sent_a_secret(number: int, laid: str, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    assert watch(people, number, monkeypatch, laid_numbers=laid) > 30


def test_planted_leak_of_hand_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    from games.gisborne.table import page

    def leaking(view: View, *arguments: Any) -> Any:
        rows = honest(view, *arguments)
        table = Table.objects.latest("pk")
        hands = cache.get(table.code)
        assert hands
        return tuple(replace(row, hand=replace(row.hand, text=str(hands.state.hands[row.person.seat]))) for row in rows)

    honest = page.seat_rows
    monkeypatch.setattr(page, "seat_rows", leaking)
    with pytest.raises(Leak):
        watch(people, 1, monkeypatch)


def told(people: list[User], table: Table, webhook: Webhook) -> list[str]:
    """Return all notifications and requests to webhooks that could be sent in the current state."""
    fresh = Table.objects.select_related("host").get(pk=table.pk)
    notices = [text for user in people[:3] for text in told_to(User.objects.get(pk=user.pk), fresh)]
    return notices + [body.decode() for body in bodies_of(webhook)]


def compare_notices(people: list[User], monkeypatch: pytest.MonkeyPatch, settings: Any, steps: int) -> int:
    """Compare what is sent about a game in other worlds, after each step; return how many worlds differed."""
    settings.EMAIL_HOST = "mail.example"
    seeded(monkeypatch, bytes(32))
    table, rng, compared = gather(*people[:3]), Random(1), 0
    Table.objects.filter(pk=table.pk).update(pace=Pace.DAYS)
    webhook = Webhook.objects.create(table=table, owner=people[0], url="https://example.org/")
    for person in people[:3]:
        User.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org")
        Preference.objects.create(user=person, switches={f"{topic}.mail": True for topic in NoticeTopic})
    clients = [signed_in(user) for user in people[:3]]
    with time_machine.travel(timezone.now(), tick=False):
        for _ in range(steps):
            answer_one(table, clients)
            mine = told(people, table, webhook)
            assert len(mail.outbox) > 1
            with elsewhere(table, None, rng, monkeypatch) as differs:
                if told(people, table, webhook) != mine:
                    raise Leak("a notice or request tells a secret")
            compared += differs
    return compared


def test_no_notice_or_request_tells_a_secret(
    people: list[User], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    assert compare_notices(people, monkeypatch, settings, steps=8) == 8


def test_planted_leak_in_a_notice_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    original = words.notice_sentences

    def leaking(notice: Notice, seat: Seat | None) -> tuple[str, ...]:
        held = cache.get(notice.table.code)
        assert held
        return (*original(notice, seat), str(held.state.hands))

    monkeypatch.setattr(words, "notice_sentences", leaking)
    with pytest.raises(Leak):
        compare_notices(people, monkeypatch, settings, steps=2)

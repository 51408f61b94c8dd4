"""Leak tests of notifications: after each step, they are the same in another world with other secrets.

Every kind of notification, email and list is compared. Planted leaks are found.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from engine.contract import Seat as SeatNumber
from games.accounts.models import User
from games.notices import upkeep, words
from games.notices.channels import mail as mail_channel
from games.notices.dispatcher import dispatch
from games.notices.models import Delivery, Notice, NoticeKind, NoticeTopic, Preference
from games.notices.task_worker import work
from games.tables import signals
from games.tables.models import Access, Pace, Seat, Table
from tests.engine.tools import seed_of
from tests.games.cartographers.play import gather, state_of
from tests.games.tables.clients import seeded, signed_in
from tests.safety.watch import Viewers, Watch, forms_of_seed
from tests.safety.worlds import ALL, Secret, another_world

SECRETS = ALL - {Secret.INVITATION}


@pytest.fixture(autouse=True)
def _site(settings: Any) -> Iterator[None]:
    """Configure email and stop the clock, as messages contain the time."""
    settings.EMAIL_HOST = "mail.example"
    with time_machine.travel(datetime(2026, 3, 10, 12, tzinfo=UTC), tick=False):
        yield


def watched(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Watch:
    seeded(monkeypatch, seed_of(5))
    table = gather(*people[:2], access=Access.INVITATION)
    Table.objects.filter(pk=table.pk).update(pace=Pace.DAYS)
    for person in people:
        User.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org")
        Preference.objects.create(user=person, switches={f"{topic}.mail": True for topic in NoticeTopic})
    return Watch(Table.objects.get(pk=table.pk), Viewers.of(people[:2], people[4]), Random(5), SECRETS)


def told_to(user: User, table: Table) -> list[str]:
    """Return all emails and list entries a user gets in the current state, and keep none of them."""
    upkeep.forget()
    mail.outbox.clear()
    Notice.objects.all().delete()
    Delivery.objects.all().delete()
    seats = [seat for seat in Seat.objects.at(table) if seat.user_id == user.pk]
    signals.seats_awaited.send(sender=Table, table=table, seats=[seat for seat in seats if seat.awaited])
    signals.game_over.send(sender=Table, table=table, seats=seats)
    for seat in seats:
        signals.time_short.send(sender=Table, table=table, seat=seat)
    signals.rematch_offered.send(sender=Table, old=table, table=table, by=table.host, people=[user])
    Notice.objects.update(due_at=timezone.now())
    dispatch()
    work()
    letters = [f"{letter.subject}\n{letter.body}\n{letter.alternatives}\n{_attached(letter)}" for letter in mail.outbox]
    # Of what is stored, all but the keys and times of the rows themselves.
    stored = [
        str(sorted(row.items())) for row in Notice.objects.order_by("kind").values("kind", "seat", "turn", "number")
    ]
    page = signed_in(user).get("/notices/").content.decode()
    return [*letters, *stored, page.partition("<main")[2].partition("</main>")[0]]


def _attached(letter: Any) -> str:
    """Return the pictures attached to an email; a game in progress has none."""
    return str([part.get_payload() for part in letter.attachments])


def compare(watch: Watch, people: list[User]) -> int:
    """Compare both players' notifications in this world and another; return the number of emails compared."""
    compared = 0
    table = Table.objects.select_related("host").get(pk=watch.table.pk)
    for number, user in enumerate(people[:2]):
        mine = told_to(User.objects.get(pk=user.pk), table)
        compared += len(mail.outbox)
        with another_world(table, SeatNumber(number), Random(3), SECRETS):
            assert told_to(User.objects.get(pk=user.pk), table) == mine
        seed = forms_of_seed(bytes(table.seed or b""))
        assert not [form for form in seed if any(form in text.encode() for text in mine)]
    return compared


def play_a_while(watch: Watch, people: list[User], turns: int) -> int:
    compared = 0
    while (state := state_of(watch.table)).turn <= turns:
        watch.step(state)
        compared += compare(watch, people)
    return compared


def test_no_word_tells_a_secret(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    assert play_a_while(watched(people, monkeypatch), people, turns=4) > 20


def leak_of_drawings(table: Table) -> str:
    return str([drawing.cells for drawing in filter(None, state_of(table).answers)])


def leak_of_deck(table: Table) -> str:
    return str(state_of(table).deck[:1])


def test_a_picture_of_an_open_game_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(people, monkeypatch)

    def drawn(table: Table) -> bytes:
        return str([answer.cells for answer in filter(None, state_of(table).answers)]).encode()

    original = words.build_table_line

    def showing(notice: Notice, seat: Seat | None) -> words.TableLine:
        return replace(original(notice, seat), finished=notice.table if notice.kind == NoticeKind.OVER else None)

    monkeypatch.setattr(words, "build_table_line", showing)
    # The guard of its own holds although the line says that the game is over.
    assert play_a_while(watch, people, turns=1) > 0
    monkeypatch.setattr(mail_channel, "result_picture", drawn)
    with pytest.raises(AssertionError):
        play_a_while(watch, people, turns=4)


@pytest.mark.parametrize("leak", [leak_of_drawings, leak_of_deck])
def test_a_leak_is_found(leak: Any, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(people, monkeypatch)
    original = words.notice_sentences

    def leaking(notice: Notice, seat: Seat | None) -> tuple[str, ...]:
        sentences = original(notice, seat)
        return (*sentences, leak(notice.table)) if notice.kind == NoticeKind.TURN else sentences

    monkeypatch.setattr(words, "notice_sentences", leaking)
    with pytest.raises(AssertionError):
        play_a_while(watch, people, turns=4)

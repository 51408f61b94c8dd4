"""Webhook calls: events, frequency, signatures, and failed deliveries."""

import hashlib
import hmac
import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.locks import writing
from games.notices.delivery import LADDER, deliver, send_again
from games.notices.dispatcher import dispatch
from games.notices.models import STUCK, DeliveryState
from games.notices.task_worker import work
from games.notices.upkeep import EVERY
from games.notices.webhooks.models import MOST_FAILURES, Event, Format, Webhook
from games.notices.webhooks.services import try_out
from games.tables.lobby import services
from games.tables.models import Pace, Status, Table
from tests.games.cartographers.play import gather
from tests.games.notices.telling import await_seats, seat_of, table_of
from tests.games.notices.webhooks.calls import SECONDS, came, end, pass_time, requests, states
from tests.games.push.service import Service
from tests.games.tables.players import away, resigned


def test_an_address_is_called_of_a_turn(webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    later, sooner = (timezone.now() + timedelta(hours=hours) for hours in (30, 20))
    seat_of(table, 0, due_at=later)
    seat_of(table, 1, due_at=sooner)
    await_seats(table)
    pass_time(clock)
    assert came(service) == [
        {
            "event": "awaited",
            "table": {"code": table.code, "name": "Desk", "url": f"http://127.0.0.1:8000/tables/{table.code}/"},
            "game": "cartographers",
            "turn": table.turn,
            "awaited": ["Ann", "Ben"],
            "due": sooner.isoformat(),
            "sent_at": timezone.now().isoformat(),
        }
    ]
    assert states() == [DeliveryState.SENT]


@pytest.mark.parametrize(
    ("form", "field", "table_name"),
    [
        (Format.SLACK, "text", "A &amp; &lt;!channel&gt; *B*"),
        (Format.DISCORD, "content", "A & \\<!channel\\> \\*B\\*"),
    ],
)
def test_letter_for_a_chat_is_a_sentence_without_formatting(
    webhook: Webhook, table: Table, service: Service, clock: Any, form: Format, field: str, table_name: str
) -> None:
    Webhook.objects.update(format=form)
    Table.objects.update(name="A & <!channel> *B*")
    url = f"http://127.0.0.1:8000/tables/{table.code}/"
    await_seats(table)
    pass_time(clock)
    seat_of(table, 1, awaited=False)
    seat_of(table, 0, due_at=timezone.now() + timedelta(hours=3, minutes=5))
    requests().all().delete()
    await_seats(table)
    pass_time(clock)
    end(Table.objects.get())
    try_out(webhook=webhook)
    pass_time(clock)
    messages = came(service)
    assert {message.get("mrkdwn") for message in messages} == {False if form == Format.SLACK else None}
    awaited, due, *others = [message[field] for message in messages]
    assert awaited == f"{table_name}: waiting for Ann and Ben. {url}"
    assert due.startswith(f"{table_name}: waiting for Ann, due ")
    assert due.endswith(f", in 3 h. {url}")
    assert sorted(others) == [
        f"{table_name}: the game is over. {url}",
        f"{table_name}: this is a test message from Carto. {url}",
    ]
    assert all(message.keys() <= {field, "allowed_mentions", "mrkdwn"} for message in came(service))


@pytest.mark.parametrize("form", [Format.SLACK, Format.DISCORD])
@pytest.mark.parametrize(
    "name",
    [
        "https://evil.example/x",
        "see evil.example",
        "www.evil.example",
        "discord.gg/evil",
        "ann@evil.example",
        "@everyone",
        "@here",
        "<!channel>",
        "<https://evil.ex|prize>",
        "[prize](https://evil.ex)",
        "1. *prize* _x_ ~y~ `z`",
    ],
)
def test_letter_for_a_chat_has_no_links_or_mentions_in_names(
    webhook: Webhook, table: Table, service: Service, clock: Any, form: Format, name: str
) -> None:
    Webhook.objects.update(format=form)
    Table.objects.update(name=name)
    User.objects.exclude(pk=table.host_id).update(display_name=name)
    await_seats(table)
    pass_time(clock)
    (message,) = came(service)
    text = message["text" if form == Format.SLACK else "content"]
    before, own_link = text.rsplit(" ", 1)
    assert own_link == f"http://127.0.0.1:8000/tables/{table.code}/"
    assert before.replace("\u200b", "").count(form_of(name, form)) == 2, "both names look as they are"
    assert not re.search(r"://|@\w|\w\.\w|/\w|(?<!\\)<", before)
    if form == Format.DISCORD:
        assert not re.search(r"(?<!\\)[*_~`|<>\[\]()#@]", before)
        assert not re.match(r"\d+\. ", before)


def form_of(name: str, form: Format) -> str:
    """Return a name as escaped in a chat message, without zero-width spaces."""
    if form == Format.SLACK:
        return name.replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([*_~`|<>\[\]()#@])", r"\\\1", name)


def test_letter_for_discord_mentions_nobody(webhook: Webhook, service: Service, clock: Any) -> None:
    Webhook.objects.update(format=Format.DISCORD)
    try_out(webhook=webhook)
    pass_time(clock)
    assert came(service)[0]["allowed_mentions"] == {"parse": []}


def test_letter_for_slack_is_in_the_language_of_the_host(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    Webhook.objects.update(format=Format.SLACK)
    User.objects.filter(pk=table.host_id).update(language="fr")
    try_out(webhook=webhook)
    pass_time(clock)
    assert came(service)[0]["text"].startswith("Desk\N{NO-BREAK SPACE}: ceci est un message de test de Carto.")


def test_a_reader_can_check_who_has_called(webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    await_seats(table)
    pass_time(clock)
    (sent,) = service.came
    digest = hmac.new(webhook.secret.encode(), sent.body, hashlib.sha256).hexdigest()
    assert sent.path == "/carto?of=ann"
    assert sent.headers["X-Carto-Signature"] == f"sha256={digest}"
    assert sent.headers["X-Carto-Delivery"] == str(requests().get().key)
    assert (sent.headers["Content-Type"], sent.headers["User-Agent"]) == ("application/json", "Carto")


def test_a_turn_is_called_of_once(webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    await_seats(table, 0)
    await_seats(table, 1)
    pass_time(clock)
    await_seats(table, 1)
    pass_time(clock)
    assert [said["awaited"] for said in came(service)] == [["Ann", "Ben"]]


def test_a_turn_is_not_called_of_at_once(webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    await_seats(table)
    pass_time(clock, SECONDS / 2)
    assert came(service) == []
    assert states() == [DeliveryState.WAITING]


@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.NONE, Pace.DAYS])
def test_tables_of_every_pace_are_called_of(pace: Pace, webhook: Webhook, service: Service, clock: Any) -> None:
    table = Table.objects.get(pk=webhook.table_id)
    Table.objects.filter(pk=table.pk).update(pace=pace)
    await_seats(table)
    pass_time(clock)
    assert [said["due"] for said in came(service)] == [None]


def test_a_turn_that_is_over_means_nothing(webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    await_seats(table)
    Table.objects.filter(pk=table.pk).update(turn=table.turn + 1)
    pass_time(clock)
    assert (came(service), states()) == ([], [DeliveryState.VOID])


@pytest.mark.parametrize("changes", [{"awaited": False}, away(timezone.now()), resigned(timezone.now())])
def test_who_need_not_answer_is_not_named(
    changes: dict[str, Any], webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    await_seats(table)
    seat_of(table, 0, **changes)
    pass_time(clock)
    assert [said["awaited"] for said in came(service)] == [["Ben"]]
    Table.objects.filter(pk=table.pk).update(turn=table.turn + 1)
    table.refresh_from_db()
    await_seats(table)
    seat_of(table, 1, **changes)
    pass_time(clock)
    assert states() == [DeliveryState.SENT, DeliveryState.VOID]


def test_the_end_is_called_of_at_once(webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    Table.objects.update(status=Status.FINISHED)
    end(table)
    pass_time(clock, timedelta(0))
    assert [(said["event"], said["awaited"], said["due"]) for said in came(service)] == [("over", [], None)]


def test_other_tables_cost_one_statement_and_called_ones_two(
    webhook: Webhook, table: Table, people: list[User], django_assert_num_queries: Any, settings: Any
) -> None:
    other, notices = table_of(people[1:]), 2  # the seats, which the test reads, and the notices
    with django_assert_num_queries(notices + 1):
        end(other)
    Webhook.objects.create(table=table, owner=table.host, url="https://other.example/")
    with django_assert_num_queries(notices + 2):
        end(table)
    settings.WEBHOOKS = False
    with django_assert_num_queries(notices):
        end(other)
    assert requests().count() == 2


def test_what_is_undone_is_not_told(webhook: Webhook, table: Table) -> None:
    with writing():
        end(table)
        assert states() == [DeliveryState.WAITING]
        transaction.set_rollback(True)
    assert states() == []


def test_a_site_that_allows_it_no_more_calls_nobody(
    webhook: Webhook, table: Table, service: Service, clock: Any, settings: Any
) -> None:
    await_seats(table)
    clock.shift(SECONDS)
    dispatch()
    settings.WEBHOOKS = False
    work()
    assert (came(service), states()) == ([], [DeliveryState.VOID])
    end(table)
    assert len(states()) == 1


@pytest.mark.parametrize("status", [429, 408, 500, 503])
def test_a_program_in_trouble_is_called_again(
    status: int, webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    service.status = status
    await_seats(table)
    pass_time(clock)
    assert (states(), requests().get().answer) == ([DeliveryState.WAITING], status)
    service.status = 204
    pass_time(clock, LADDER[0] / 2)
    assert len(service.came) == 1
    pass_time(clock, LADDER[0])
    assert states() == [DeliveryState.SENT]
    assert len({sent.headers["X-Carto-Delivery"] for sent in service.came}) == 1
    assert len({said["sent_at"] for said in came(service)}) == 2


def test_a_program_says_when_to_call_again(webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    service.status, service.headers = 429, {"Retry-After": "3600"}
    await_seats(table)
    pass_time(clock)
    assert requests().get().due_at == timezone.now() + timedelta(hours=1)


def test_a_program_that_is_not_there_is_given_up_in_the_end(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    Webhook.objects.update(url="https://localhost:1/")
    await_seats(table)
    pass_time(clock)
    for wait in LADDER:
        assert states() == [DeliveryState.WAITING]
        pass_time(clock, wait)
    row = requests().get()
    assert (row.state, row.attempts, row.answer) == (DeliveryState.DEAD, len(LADDER), None)
    assert "no answer" in row.error
    assert "localhost" not in row.error


@pytest.mark.parametrize("status", [302, 400, 404, 410])
def test_a_refusal_is_given_up(status: int, webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    service.status, service.headers = status, {"Location": f"https://localhost:{service.port}/elsewhere"}
    end(table)
    pass_time(clock)
    assert (states(), len(service.came)) == ([DeliveryState.DEAD], 1)
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.off_at) == (1, None)


def test_an_address_near_by_is_not_called(
    webhook: Webhook, table: Table, service: Service, clock: Any, settings: Any
) -> None:
    settings.PRIVATE_ADDRESSES = False
    Webhook.objects.update(url="https://localhost.localdomain/")
    end(table)
    pass_time(clock)
    assert states() in (
        [DeliveryState.DEAD],
        [DeliveryState.WAITING],
    )  # where no name of this machine is known, it leads nowhere
    Webhook.objects.update(url="https://127.0.0.1/")
    Table.objects.update(turn=table.turn + 1)
    table.refresh_from_db()
    end(table)
    pass_time(clock)
    assert states()[1] == DeliveryState.DEAD
    assert came(service) == []


def test_an_address_that_takes_nothing_is_switched_off_and_on_again_by_a_try(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    service.status = 404
    for _ in range(MOST_FAILURES):
        assert Webhook.objects.get().off_at is None
        try_out(webhook=webhook)
        pass_time(clock)
    assert Webhook.objects.get().off_at == timezone.now()
    end(table)
    assert not requests().exclude(kind=Event.TEST)
    service.status = 200
    try_out(webhook=webhook)
    pass_time(clock)
    taken = Webhook.objects.get()
    assert (taken.failures, taken.off_at) == (0, None)
    assert came(service)[-1]["event"] == "test"


def test_what_was_written_before_it_was_switched_off_is_not_told(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    end(table)
    Webhook.objects.update(off_at=timezone.now())
    pass_time(clock)
    assert (came(service), states()) == ([], [DeliveryState.VOID])


@pytest.mark.parametrize("owner", [{"is_active": False}, None])
def test_who_is_no_host_any_more_hears_nothing(
    owner: dict[str, Any] | None, webhook: Webhook, table: Table, people: list[User], service: Service, clock: Any
) -> None:
    end(table)
    if owner:
        User.objects.filter(pk=people[0].pk).update(**owner)
    else:
        Table.objects.update(host=people[1])
    pass_time(clock)
    assert (came(service), states()) == ([], [DeliveryState.VOID])


def test_a_call_is_made_once_however_often_its_task_is_run(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    await_seats(table)
    row = requests().get()
    deliver.call(row.pk)
    assert came(service) == [], "as it is not due"
    clock.shift(SECONDS)
    dispatch()
    for _ in range(3):
        deliver.call(row.pk)
    work()
    assert len(service.came) == 1
    webhook.delete()
    deliver.call(row.pk)


def test_a_call_whose_process_was_killed_is_given_up(
    webhook: Webhook, table: Table, service: Service, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(table)
    dispatch()

    def killed(*_args: Any, **_named: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("games.notices.channels.webhook.send_request", killed)
        with pytest.raises(SystemExit):
            deliver.call(requests().get().pk)
    assert states() == [DeliveryState.SENDING]
    pass_time(clock, STUCK - SECONDS)
    assert states() == [DeliveryState.SENDING]
    pass_time(clock, EVERY)
    row = requests().get()
    assert (row.state, row.error) == (DeliveryState.DEAD, "interrupted; may have been sent")
    assert send_again(row)
    assert not send_again(row)
    pass_time(clock)
    assert states() == [DeliveryState.SENT]


def test_a_fault_of_ours_is_given_up_and_logged(
    webhook: Webhook, table: Table, clock: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: Any, **_named: Any) -> None:
        raise RuntimeError("never mind")

    monkeypatch.setattr("games.notices.channels.webhook.send_request", broken)
    end(table)
    with caplog.at_level(logging.ERROR):
        pass_time(clock)
    assert requests().get().error == "RuntimeError"
    assert "failed to send a delivery by webhooks" in caplog.text


def test_no_address_and_no_secret_is_logged(
    webhook: Webhook, table: Table, service: Service, clock: Any, caplog: pytest.LogCaptureFixture
) -> None:
    service.status = 404
    with caplog.at_level(logging.DEBUG):
        await_seats(table)
        pass_time(clock)
    assert service.came
    assert webhook.url not in caplog.text
    assert webhook.secret not in caplog.text


def test_a_game_that_begins_is_called_of(people: list[User], service: Service, clock: Any) -> None:
    table = gather(people[0], capacity=2)
    Webhook.objects.create(table=table, owner=people[0], url=f"https://localhost:{service.port}/")
    services.join(table=table.code, user=people[1])
    pass_time(clock)
    (said,) = came(service)
    assert (said["event"], said["turn"], said["awaited"]) == ("awaited", 1, ["Ann", "Ben"])

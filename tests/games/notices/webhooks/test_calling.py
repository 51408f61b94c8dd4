"""Webhook calls: events, frequency, signatures, and failed deliveries."""

import hashlib
import hmac
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.locks import writing
from games.notices.dispatcher import dispatch
from games.notices.models import DeliveryState
from games.notices.task_worker import work
from games.notices.webhooks.models import Format, Webhook
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
    assert [payload["awaited"] for payload in came(service)] == [["Ann", "Ben"]]


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
    assert [payload["due"] for payload in came(service)] == [None]


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
    assert [payload["awaited"] for payload in came(service)] == [["Ben"]]
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
    assert [(payload["event"], payload["awaited"], payload["due"]) for payload in came(service)] == [("over", [], None)]


def test_other_tables_cost_one_statement_and_called_ones_two(
    webhook: Webhook, table: Table, people: list[User], django_assert_num_queries: Any, settings: Any
) -> None:
    other, others = table_of(people[1:]), 3  # the seats, which the test reads, the notices and the ratings
    with django_assert_num_queries(others + 1):
        end(other)
    Webhook.objects.create(table=table, owner=table.host, url="https://other.example/")
    with django_assert_num_queries(others + 2):
        end(table)
    settings.WEBHOOKS = False
    with django_assert_num_queries(others):
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


def test_a_game_that_begins_is_called_of(people: list[User], service: Service, clock: Any) -> None:
    table = gather(people[0], capacity=2)
    Webhook.objects.create(table=table, owner=people[0], url=f"https://localhost:{service.port}/")
    services.join(table=table.code, user=people[1])
    pass_time(clock)
    (payload,) = came(service)
    assert (payload["event"], payload["turn"], payload["awaited"]) == ("awaited", 1, ["Ann", "Ben"])

"""The webhooks page of a table, for its host, and on sites that have webhooks disabled."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.accounts.models import User
from games.notices.models import DeliveryState
from games.notices.webhooks.models import MOST, Event, Format, Webhook
from games.tables.models import Status, Table
from tests.games.cartographers.play import gather
from tests.games.notices.webhooks.calls import end, pass_time, requests, states
from tests.games.push.service import Service
from tests.games.tables.clients import signed_in

ADDRESS = "https://example.org/carto?token=one"


@pytest.fixture
def ann(people: list[User]) -> Client:
    """Return the host's client."""
    return signed_in(people[0])


def url_of(table: Table, rest: str = "") -> str:
    return f"/notices/tables/{table.code}/webhooks/{rest}"


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_secret_is_shown_once(ann: Client, table: Table) -> None:
    answer = ann.post(url_of(table), {"url": ADDRESS})
    webhook = Webhook.objects.get()
    assert (answer.status_code, webhook.url, str(webhook.owner)) == (200, ADDRESS, "Ann")
    assert webhook.secret in text(answer)
    page = text(ann.get(url_of(table)))
    assert ADDRESS in page
    assert webhook.secret not in page
    assert "no-store" in answer.headers["Cache-Control"]


def test_webhooks_keeps_the_chosen_format_and_shows_it(ann: Client, table: Table) -> None:
    assert ann.post(url_of(table), {"url": ADDRESS, "format": "slack"}).status_code == 200
    assert ann.post(url_of(table), {"url": f"{ADDRESS}2", "format": "carrier pigeon"}).status_code == 422
    assert Webhook.objects.get().format == Format.SLACK
    assert '<span class="badge">Slack</span>' in text(ann.get(url_of(table)))


def test_each_has_a_secret_of_its_own(table: Table) -> None:
    secrets = {Webhook.objects.create(table=table, owner=table.host, url=url).secret for url in ("a", "b")}
    assert len(secrets) == 2
    assert all(re.fullmatch("[0-9a-f]{64}", secret) for secret in secrets)


@pytest.mark.parametrize(
    "url",
    ["", "http://example.org/", "https://localhost/", "https://127.0.0.1/", "https://example.org:8080/", "x" * 2001],
)
def test_what_is_never_called_is_refused_in_words(url: str, ann: Client, table: Table) -> None:
    answer = ann.post(url_of(table), {"url": url})
    assert answer.status_code == 422
    assert 'id="id_url_error"' in text(answer)
    assert not Webhook.objects.exists()


def test_a_table_has_two_addresses_at_most_and_none_twice(ann: Client, table: Table) -> None:
    assert ann.post(url_of(table), {"url": ADDRESS}).status_code == 200
    again = ann.post(url_of(table), {"url": ADDRESS})
    assert again.status_code == 422
    assert "This URL is already in use." in text(again)
    assert 'name="url"' not in text(ann.post(url_of(table), {"url": f"{ADDRESS}2"}))
    third = ann.post(url_of(table), {"url": f"{ADDRESS}3"})
    assert third.status_code == 422
    assert "A table can have at most 2 webhooks. Remove one first." in text(third)
    assert Webhook.objects.count() == MOST


@pytest.mark.parametrize("status", [Status.FINISHED, Status.CLOSED])
def test_a_table_that_is_over_takes_none_but_lets_them_go(status: Status, ann: Client, table: Table) -> None:
    webhook = Webhook.objects.create(table=table, owner=table.host, url=ADDRESS)
    Table.objects.update(status=status)
    assert 'name="url"' not in text(ann.get(url_of(table)))
    late = ann.post(url_of(table), {"url": f"{ADDRESS}2"})
    assert late.status_code == 422
    assert "This table is no longer active." in text(late)
    assert ann.post(url_of(table, f"{webhook.pk}/remove/")).status_code == 303
    assert not Webhook.objects.exists()


def test_the_host_removes_and_tries(ann: Client, webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    answer = ann.post(url_of(table, f"{webhook.pk}/try/"), follow=True)
    assert "Test request sent. Reload the page to see the response." in text(answer)
    pass_time(clock)
    assert [sent.path for sent in service.came] == ["/carto?of=ann"]
    assert "Sent, status 201" in text(ann.get(url_of(table)))
    assert ann.get(url_of(table, f"{webhook.pk}/remove/")).status_code == 303
    assert Webhook.objects.exists()
    ann.post(url_of(table, f"{webhook.pk}/remove/"))
    assert not Webhook.objects.exists()
    assert not requests().exists()


def test_the_host_sees_that_an_address_was_switched_off(
    ann: Client, webhook: Webhook, table: Table, clock: Any
) -> None:
    assert (
        "Disabled after 10 failed requests in a row. Send a test: if it succeeds, the webhook is enabled again."
        not in text(ann.get(url_of(table)))
    )
    Webhook.objects.update(off_at=webhook.created_at)
    assert (
        "Disabled after 10 failed requests in a row. Send a test: if it succeeds, the webhook is enabled again."
        in text(ann.get(url_of(table)))
    )


@pytest.mark.parametrize("rest", ["", "{}/remove/", "{}/try/"])
def test_nobody_else_is_told_of_them(rest: str, webhook: Webhook, table: Table, people: list[User]) -> None:
    other = gather(people[1])
    address = url_of(table, rest.format(webhook.pk))
    for person in people[1:]:
        browser = signed_in(person)
        assert [browser.get(address).status_code, browser.post(address).status_code] == [404, 404]
    if rest:
        assert signed_in(people[1]).post(url_of(other, rest.format(webhook.pk))).status_code == 404
    assert Webhook.objects.exists()
    assert not requests().exists()


@pytest.mark.parametrize("rest", ["", "1/remove/", "1/try/"])
def test_where_the_site_allows_none_there_is_nothing(
    rest: str, ann: Client, table: Table, settings: Any, people: list[User]
) -> None:
    gathering = gather(people[0], capacity=2)
    addresses = (f"/tables/{gathering.code}/", "/notices/settings/")
    assert all(url_of(gathering) in text(ann.get(address)) for address in addresses)
    settings.WEBHOOKS = False
    for browser in (ann, Client()):
        assert [getattr(browser, method)(url_of(table, rest)).status_code for method in ("get", "post")] == [404, 404]
    assert not any("webhooks" in text(ann.get(address)) for address in addresses)


def test_only_the_host_is_led_there(people: list[User]) -> None:
    gathering = gather(*people[:2], capacity=3)
    for person in people[1:]:
        browser = signed_in(person)
        assert url_of(gathering) not in text(browser.get(f"/tables/{gathering.code}/"))
        assert url_of(gathering) not in text(browser.get("/notices/settings/"))


def test_addresses_are_set_and_tried_so_often_only(ann: Client, table: Table, webhook: Webhook) -> None:
    for address, data in ((url_of(table), {"url": ADDRESS}), (url_of(table, f"{webhook.pk}/try/"), {})):
        statuses = [ann.post(address, data).status_code for _ in range(11)]
        assert (statuses[-2] in {303, 422}, statuses[-1]) == (True, 429)
    assert requests().filter(kind=Event.TEST).count() == 10


def test_staff_see_what_was_given_up_and_have_it_made_again(
    webhook: Webhook, table: Table, service: Service, clock: Any, people: list[User]
) -> None:
    service.status = 404
    end(table)
    pass_time(clock)
    people[2].is_staff = True
    people[2].save()
    people[2].user_permissions.add(*Permission.objects.filter(codename__in=["view_delivery", "resend_delivery"]))
    browser = signed_in(people[2])
    page = text(browser.get("/admin/notices/delivery/"))
    detail = text(browser.get(f"/admin/notices/delivery/{requests().get().pk}/change/"))
    for shown in (page, detail):
        assert all(word in shown for word in (table.code, "localhost", "answered with 404"))
        assert "of=ann" not in shown
        assert webhook.secret not in shown
    browser.post("/admin/notices/delivery/", {"action": "resend", "_selected_action": [requests().get().pk]})
    service.status = 200
    pass_time(clock)
    assert states() == [DeliveryState.SENT]

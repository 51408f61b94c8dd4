"""Sending a push notification: encryption for the browser, signature of the site, and outcomes."""

import base64
import json
from datetime import timedelta

import pytest
from py_vapid import Vapid02
from pytest_django import Settings

from games import outbound_requests
from games.accounts.models import User
from games.push import sender, subscriptions
from games.push.models import MOST_FAILURES, PushSubscription
from games.push.sender import RETRY, PushMessage, RetryPushLater, SendSummary, Urgency, send
from games.push.subscriptions import DeviceForm
from tests.games.push.service import Device, Service

pytestmark = pytest.mark.django_db(transaction=True)
MESSAGE = PushMessage(title="Évreux", body="Your turn.", url="/tables/abc/", tag="table-abc")


def switch_on(user: User, device: Device) -> PushSubscription:
    """Subscribe a browser to a user's notifications."""
    handed = device.handed_over
    form = DeviceForm({"endpoint": handed["endpoint"], **handed["keys"]})
    assert form.is_valid(), form.errors
    subscriptions.subscribe(user=user, given=form.given, label="Firefox, Android")
    return PushSubscription.objects.get(endpoint=device.endpoint)


def test_the_browser_reads_it_and_nobody_else_does(people: list[User], service: Service) -> None:
    device, other = service.device(), service.device("other")
    switch_on(people[0], device)
    assert send(people[0].pk, MESSAGE) == SendSummary(sent=1)
    (sent,) = service.came
    assert sent.path == "/push/one"
    assert device.read(sent.body) == {
        "title": "Évreux",
        "body": "Your turn.",
        "url": "/tables/abc/",
        "tag": "table-abc",
    }
    assert b"turn" not in sent.body
    assert b"abc" not in sent.body
    with pytest.raises(Exception, match="Decryption error"):
        other.read(sent.body)


def test_the_service_knows_who_sends_and_for_how_long_it_is_worth_while(people: list[User], service: Service) -> None:
    switch_on(people[0], service.device())
    message = PushMessage("A", "b", "/", "table-abc", ttl=timedelta(hours=2), urgency=Urgency.HIGH)
    send(people[0].pk, message)
    headers = service.came[0].headers
    assert (headers["TTL"], headers["Urgency"], headers["Content-Encoding"]) == ("7200", "high", "aes128gcm")
    assert Vapid02.verify(headers["Authorization"])
    assert headers["Authorization"].endswith(f"k={sender.public_key()}")
    claims = headers["Authorization"].split("t=")[1].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(claims + "=="))
    assert (claims["aud"], claims["sub"]) == (f"https://localhost:{service.port}", "mailto:carto@localhost")


def test_a_later_word_on_the_same_takes_the_place_of_the_earlier(people: list[User], service: Service) -> None:
    switch_on(people[0], service.device())
    for tag in ("table-abc", "table-abc", "table-xyz", ""):
        send(people[0].pk, PushMessage("A", "b", "/", tag))
    first, second, third, none = (sent.headers.get("Topic") for sent in service.came)
    assert first == second != third
    assert len(first or "") == 32
    assert none is None


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(status: int, people: list[User], service: Service) -> None:
    switch_on(people[0], service.device())
    service.status = status
    assert send(people[0].pk, MESSAGE) == SendSummary(gone=1)
    assert not PushSubscription.objects.exists()
    assert send(people[0].pk, MESSAGE) == SendSummary()


@pytest.mark.parametrize(("status", "retry", "wait"), [(429, "300", timedelta(minutes=5)), (503, "", RETRY)])
def test_what_is_put_off_says_until_when_and_for_which_devices(
    status: int, retry: str, wait: timedelta, people: list[User], service: Service
) -> None:
    device = switch_on(people[0], service.device())
    service.status, service.headers = status, {"Retry-After": retry}
    with pytest.raises(RetryPushLater) as later:
        send(people[0].pk, MESSAGE)
    assert (later.value.retry_after, later.value.left, later.value.outcome) == (wait, (device.pk,), SendSummary())
    device.refresh_from_db()
    assert device.failures == 0


def test_another_try_reaches_those_alone_that_are_left(people: list[User], service: Service) -> None:
    first, second = (switch_on(people[0], service.device(name)) for name in ("one", "two"))
    assert send(people[0].pk, MESSAGE, only=(second.pk,)) == SendSummary(sent=1)
    assert [sent.path for sent in service.came] == ["/push/two"]
    assert send(people[1].pk, MESSAGE, only=(first.pk,)) == SendSummary()


def test_a_service_that_does_not_answer_is_asked_later(
    people: list[User], service: Service, settings: Settings
) -> None:
    switch_on(people[0], service.device())
    settings.CA_BUNDLE = ""  # whoever is there now is not known
    with pytest.raises(RetryPushLater) as later:
        send(people[0].pk, MESSAGE)
    assert later.value.retry_after == RETRY


@pytest.mark.parametrize("status", [400, 401, 403, 413, 302])
def test_what_is_refused_again_and_again_is_given_up(status: int, people: list[User], service: Service) -> None:
    switch_on(people[0], service.device())
    service.status = status
    for failures in range(1, MOST_FAILURES):
        assert send(people[0].pk, MESSAGE) == SendSummary(failed=1)
        assert PushSubscription.objects.get().failures == failures
    assert send(people[0].pk, MESSAGE) == SendSummary(failed=1)
    assert not PushSubscription.objects.exists()


def test_a_notice_that_is_taken_forgives_the_failures_before(people: list[User], service: Service) -> None:
    device = switch_on(people[0], service.device())
    service.status = 413
    send(people[0].pk, MESSAGE)
    service.status = 201
    send(people[0].pk, MESSAGE)
    device.refresh_from_db()
    assert device.failures == 0
    assert device.used_at


def test_a_service_that_the_settings_name_no_more_is_not_sent_to(
    people: list[User], service: Service, settings: Settings
) -> None:
    switch_on(people[0], service.device())
    settings.PUSH_SERVICES = ["push.example"]
    assert send(people[0].pk, MESSAGE) == SendSummary(failed=1)
    assert service.came == []


def test_a_service_whose_name_leads_near_is_not_sent_to(
    people: list[User], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.PUSH_SERVICES = ["push.example"]
    switch_on(people[0], Device("https://push.example/one"))
    monkeypatch.setattr(outbound_requests, "_lookup", lambda host, port: ["169.254.169.254"])
    assert send(people[0].pk, MESSAGE) == SendSummary(failed=1)


def test_what_was_sent_by_former_keys_says_nothing_of_the_new(people: list[User], service: Service) -> None:
    before = switch_on(people[0], service.device())
    switch_on(people[0], service.device())
    subscriptions.note_gone(before)
    subscriptions.note_failure(before)
    assert PushSubscription.objects.get().failures == 0


def test_no_address_of_a_device_is_logged(
    people: list[User], service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    switch_on(people[0], service.device("secret-part"))
    for status in (400, 503):
        service.status = status
        try:
            send(people[0].pk, MESSAGE)
        except RetryPushLater:
            assert status == 503
    assert "localhost responded to a notification with 503" in caplog.text
    assert "secret-part" not in caplog.text

"""Push devices: switched on and off by their owners, at most ten, and only on known services."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.accounts.models import AccountDeleted, User
from games.accounts.services import make_guest
from games.push import subscriptions
from games.push.models import MOST_DEVICES, PushSubscription, digest_of
from games.push.subscriptions import SUBSCRIBE, TRY, device_form
from games.tables.people.personal_data import erase, export_user_data
from tests.games.push.service import Device, Service
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db
SUBSCRIBING = "/push/subscribe/"
FIREFOX = "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"


def device(name: str = "one", host: str = "updates.push.services.mozilla.com") -> Device:
    return Device(f"https://{host}/wpush/v2/{name}")


def subscribe(client: Client, given: Any, **more: str) -> HttpResponse:
    """Subscribe as a browser does."""
    handed = given.handed_over if isinstance(given, Device) else given
    answer: HttpResponse = client.post(
        SUBSCRIBING, json.dumps({**handed, **more}), content_type="application/json", headers={"user-agent": FIREFOX}
    )
    return answer


def text_of(answer: HttpResponse) -> str:
    return answer.content.decode()


def test_a_device_is_on_the_list_as_soon_as_it_is_switched_on(ann: Client, people: list[User]) -> None:
    assert "None of your devices" in text_of(ann.get("/push/"))
    one = device()
    answer = subscribe(ann, one, next="/push/?a=b")
    assert answer.status_code == 200
    stored = PushSubscription.objects.get()
    assert (stored.user, stored.endpoint, stored.label) == (people[0], one.endpoint, "Firefox, Android")
    for page in (text_of(answer), text_of(ann.get("/push/"))):
        assert "Firefox, Android" in page
        assert f'data-device="{digest_of(one.endpoint)}"' in page
        assert one.endpoint not in page
        assert stored.auth not in page
    assert 'name="next" value="/push/?a=b"' in text_of(answer)


def test_another_page_to_come_back_to_is_one_of_ours(ann: Client) -> None:
    assert 'name="next" value="/push/"' in text_of(subscribe(ann, device(), next="//elsewhere.example/"))


def test_a_guest_may_have_one(db: None) -> None:
    assert subscribe(signed_in(make_guest(display_name="Wandering Heron")), device()).status_code == 200


def test_switched_on_again_it_is_there_once_with_its_new_keys(ann: Client) -> None:
    for one in (device(), device()):
        assert subscribe(ann, one).status_code == 200
    assert PushSubscription.objects.get().p256dh == one.handed_over["keys"]["p256dh"]


def test_a_shared_device_is_who_switched_it_on_last(ann: Client, ben: Client, people: list[User]) -> None:
    subscribe(ann, device())
    subscribe(ben, device())
    assert PushSubscription.objects.get().user == people[1]


def test_the_eleventh_takes_the_place_of_the_first(ann: Client, ben: Client, people: list[User]) -> None:
    subscribe(ben, device("of-ben"))
    for number in range(MOST_DEVICES + 1):
        subscribe(ann, device(f"number-{number}"))
    kept = PushSubscription.objects.of(people[0].pk).values_list("endpoint", flat=True)
    assert [endpoint.rpartition("-")[2] for endpoint in kept] == [str(number) for number in range(MOST_DEVICES, 0, -1)]
    assert PushSubscription.objects.of(people[1].pk).count() == 1


def test_a_new_address_takes_the_place_of_ones_own_former(ann: Client, ben: Client) -> None:
    for name in ("old", "other"):
        subscribe(ann, device(name))
    subscribe(ben, device("of-ben"))
    subscribe(ann, device("new"), replaces=device("old").endpoint)
    subscribe(ann, device("newer"), replaces=device("of-ben").endpoint)
    names = {endpoint.rpartition("/")[2] for endpoint in PushSubscription.objects.values_list("endpoint", flat=True)}
    assert names == {"other", "of-ben", "new", "newer"}


POINT = device().handed_over["keys"]["p256dh"]
DAMAGED: dict[str, Any] = {
    "nothing": None,
    "a list": [],
    "a number": 7,
    "no keys": {"endpoint": device().endpoint},
    "keys that are none": {"endpoint": device().endpoint, "keys": "x"},
    "a list for a text": {**device().handed_over, "endpoint": [device().endpoint]},
    "no https": device(host="x").handed_over | {"endpoint": "http://updates.push.services.mozilla.com/"},
    "an address of numbers": device(host="127.0.0.1").handed_over,
    "a port": device(host="updates.push.services.mozilla.com:8443").handed_over,
    "a user": device(host="me@updates.push.services.mozilla.com").handed_over,
    "too long": device("x" * 2000).handed_over,
    "half a letter": {**device().handed_over, "endpoint": "https://a.example/\ud800"},
    "no text": {**device().handed_over, "endpoint": "\x00"},
    **{
        f"a key {what}": {"endpoint": device().endpoint, "keys": {"p256dh": key, "auth": "A" * 22}}
        for what, key in {
            "that is short": POINT[:-4],
            "that is compressed": "A" + POINT[1:44],
            "off the curve": POINT[:-8] + "AAAAAAAA",
            "of other letters": POINT[:-1] + "+",
            "with spare bits": POINT[:-1] + chr(ord(POINT[-1]) + 1),
            "that is empty": "",
        }.items()
    },
    "a short secret": {"endpoint": device().endpoint, "keys": {"p256dh": POINT, "auth": "A" * 20}},
    "a long secret": {"endpoint": device().endpoint, "keys": {"p256dh": POINT, "auth": "A" * 24}},
}


@pytest.mark.parametrize("what", DAMAGED)
def test_what_is_damaged_is_refused_in_words(what: str, ann: Client) -> None:
    answer = subscribe(ann, {}) if DAMAGED[what] is None else None
    if answer is None:
        answer = ann.post(SUBSCRIBING, json.dumps(DAMAGED[what]), content_type="application/json")
    assert answer.status_code == 400
    assert "The browser’s data was invalid. Try again or use another browser." in text_of(answer)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("body", ["", "{", "[" * 50_000, '"\\ud800"', "\x00", '{"endpoint": 1e999}', "NaN"])
def test_what_is_no_json_is_refused_likewise(body: str, ann: Client) -> None:
    assert ann.post(SUBSCRIBING, body, content_type="application/json").status_code == 400


@pytest.mark.parametrize(
    "host", ["push.example", "evil-fcm.googleapis.com", "fcm.googleapis.com.example", "notify.windows.com", "apple.com"]
)
def test_a_service_that_is_not_known_is_refused_in_words(host: str, ann: Client) -> None:
    answer = subscribe(ann, device(host=host))
    assert answer.status_code == 422
    assert "This browser’s push service isn’t supported." in text_of(answer)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "host", ["fcm.googleapis.com", "web.push.apple.com", "wns2-db5p.notify.windows.com", "eu.push.services.mozilla.com"]
)
def test_the_services_of_the_great_browsers_are_known(host: str, ann: Client) -> None:
    assert subscribe(ann, device(host=host)).status_code == 200


def test_a_page_of_another_site_cannot_switch_one_on(people: list[User]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0])
    assert subscribe(client, device()).status_code == 403
    needed = client.get(SUBSCRIBING).json()
    handed = json.dumps(device().handed_over)
    answer = client.post(SUBSCRIBING, handed, content_type="application/json", headers={"X-CSRFToken": needed["token"]})
    assert answer.status_code == 200
    assert len(needed["key"]) == 87


def test_nobody_switches_on_without_end(ann: Client) -> None:
    statuses = [subscribe(ann, device()).status_code for _ in range(SUBSCRIBE.times + 1)]
    assert statuses == [200] * SUBSCRIBE.times + [429]


def test_a_device_is_removed(ann: Client, ben: Client) -> None:
    subscribe(ann, device())
    address = f"/push/{PushSubscription.objects.get().pk}/remove/"
    assert ann.get(address)["Location"] == "/push/"
    assert ben.post(address).status_code == 404
    assert PushSubscription.objects.exists()
    answer = ann.post(address, {"next": "/push/?a=b"})
    assert (answer.status_code, answer["Location"]) == (303, "/push/?a=b")
    assert not PushSubscription.objects.exists()
    assert ann.post(address).status_code == 404


def tried(client: Client, number: int) -> str:
    """Send a test notification and return the page."""
    return text_of(client.post(f"/push/{number}/try/", follow=True))


@pytest.mark.django_db(transaction=True)
def test_a_device_is_tried(ann: Client, ben: Client, service: Service) -> None:
    one = service.device()
    subscribe(ann, one)
    number = PushSubscription.objects.get().pk
    assert ben.post(f"/push/{number}/try/").status_code == 404
    assert service.came == []
    assert "Test notification sent to that device." in tried(ann, number)
    assert one.read(service.came[0].body)["body"] == "Notifications are on for this device."
    for status, words in (
        (503, "The browser’s push service rejected the notification. Try again later."),
        (413, "The browser’s push service rejected the notification. Try again later."),
        (410, "That device no longer accepts notifications and has been removed."),
    ):
        service.status = status
        assert words in tried(ann, number)
    assert not PushSubscription.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nobody_tries_without_end(ann: Client, service: Service) -> None:
    subscribe(ann, service.device())
    address = f"/push/{PushSubscription.objects.get().pk}/try/"
    assert [ann.post(address).status_code for _ in range(TRY.times + 1)] == [303] * TRY.times + [429]
    assert len(service.came) == TRY.times


def test_the_page_says_why_nothing_can_be_switched_on(ann: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["carto.example", "testserver", "localhost"]
    button = 'id="show-notices"'
    for plain in (ann.get("/push/"), ann.get("/push/", headers={"host": "carto.example"})):
        assert "Push notifications need HTTPS, and this site isn’t using it." in text_of(plain)
        assert button not in text_of(plain)
    assert button in text_of(ann.get("/push/", headers={"host": "localhost:8000"}))
    assert button in text_of(ann.get("/push/", secure=True))
    settings.PUSH_SERVICES = []
    assert "Push notifications are disabled on this site." in text_of(ann.get("/push/", secure=True))


def test_devices_go_with_their_person(ann: Client, ben: Client, people: list[User]) -> None:
    subscribe(ann, device())
    subscribe(ben, device("of-ben"))
    erase(user=people[0])
    assert [one.user for one in PushSubscription.objects.all()] == [people[1]]


def test_who_has_gone_for_good_gets_no_more(people: list[User]) -> None:
    form, _ = device_form(json.dumps(device().handed_over).encode())
    assert form.is_valid()
    User.objects.filter(pk=people[0].pk).update(erased_at=timezone.now())
    with pytest.raises(AccountDeleted):
        subscriptions.subscribe(user=people[0], given=form.given, label="")
    assert not PushSubscription.objects.exists()


def test_people_take_along_which_devices_they_have(ann: Client, people: list[User]) -> None:
    one = device()
    subscribe(ann, one)
    (exported,) = export_user_data(people[0])["devices"]
    assert (exported["browser"], exported["service"]) == ("Firefox, Android", "updates.push.services.mozilla.com")
    assert exported["since"]
    assert exported["last_notice"] is None
    written = json.dumps(export_user_data(people[0]), default=str)
    assert "wpush" not in written
    assert one.handed_over["keys"]["auth"] not in written


def test_members_of_staff_see_whose_they_are_and_no_way_to_send(ann: Client, ben: Client, people: list[User]) -> None:
    one = device("secret-part")
    subscribe(ann, one)
    stored = PushSubscription.objects.get()
    User.objects.filter(pk=people[1].pk).update(is_staff=True, is_superuser=True)
    pages = [ben.get("/admin/push/pushsubscription/"), ben.get(f"/admin/push/pushsubscription/{stored.pk}/change/")]
    for page in pages:
        text = text_of(page)
        assert page.status_code == 200
        assert "updates.push.services.mozilla.com" in text
        assert not [secret for secret in ("secret-part", stored.auth, stored.p256dh, stored.digest) if secret in text]
    assert ben.get("/admin/push/pushsubscription/add/").status_code == 403
    for action in ("change", "delete"):
        assert ben.post(f"/admin/push/pushsubscription/{stored.pk}/{action}/").status_code == 403

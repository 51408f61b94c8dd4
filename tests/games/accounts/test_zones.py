"""Time zones: reported once by the browser, chosen in the settings, and used for display."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from games.accounts import services, time_zones
from games.accounts.middleware import user_time_zone
from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/time-zone/"
ASKS = 'data-time-zone="/accounts/time-zone/"'
UNKNOWN = [
    "",
    "Mars/Olympus",
    "../etc/passwd",
    "Europe/Paris\x00",
    "Europe",
    "localtime",
    "Factory",
    "Etc/GMT+99",
    "+03:00",
    "x" * 500,
    "Zürich",
]


def zone_stored(user: User) -> str:
    user.refresh_from_db()
    return user.time_zone


def asks(client: Client, address: str = "/accounts/sign-in/") -> bool:
    page = client.get(address).content.decode()
    assert ("js/zone.js" in page) == (ASKS in page)
    return ASKS in page


def test_time_zone_without_one_stored_comes_from_browser(signed_in: Client, anne: User) -> None:
    assert asks(signed_in, "/accounts/profile/")
    answer = signed_in.post(URL, {"time_zone": "Europe/Paris"})
    assert answer.status_code == 303
    assert zone_stored(anne) == "Europe/Paris"
    assert not asks(signed_in, "/accounts/profile/")


def test_time_zone_stored_is_never_overwritten(signed_in: Client, anne: User) -> None:
    for name in ("Europe/Paris", "Asia/Tokyo"):
        signed_in.post(URL, {"time_zone": name})
    assert zone_stored(anne) == "Europe/Paris"


def test_stale_person_does_not_overwrite_choice_made_meanwhile(anne: User) -> None:
    stale = User.objects.get(pk=anne.pk)
    User.objects.filter(pk=anne.pk).update(time_zone="Asia/Tokyo")
    services.note_time_zone(user=stale, time_zone="Europe/Paris")
    assert zone_stored(anne) == "Asia/Tokyo"


@pytest.mark.parametrize("name", UNKNOWN)
def test_time_zone_unknown_changes_nothing(name: str, signed_in: Client, anne: User, client: Client) -> None:
    assert signed_in.post(URL, {"time_zone": name}).status_code == 303
    assert zone_stored(anne) == ""
    visitor = Client()
    assert not visitor.post(URL, {"time_zone": name}).cookies
    assert asks(visitor)


@pytest.mark.parametrize("name", ["Etc/UTC", "GMT", "UTC"])
def test_time_zone_utc_is_known_by_its_other_names(name: str, signed_in: Client, anne: User) -> None:
    signed_in.post(URL, {"time_zone": name})
    assert zone_stored(anne) == "UTC"


@pytest.mark.parametrize("name", ["Etc/GMT+3", "Etc/GMT-14", "EST5EDT", "CET", "US/Eastern", "Asia/Calcutta"])
def test_time_zone_outside_the_list_is_kept(name: str, signed_in: Client, anne: User) -> None:
    signed_in.post(URL, {"time_zone": name})
    assert zone_stored(anne) == name
    assert not asks(signed_in, "/accounts/profile/")
    assert time_zones.zone_of(anne).key == name
    page = signed_in.get("/notices/settings/").content.decode()
    assert f'<option value="{name}" selected>' in page
    signed_in.post("/notices/settings/", {"time_zone": name})
    assert zone_stored(anne) == name, "the settings can be saved with it"


@pytest.mark.parametrize("name", ["Etc/GMT+3", "EST5EDT"])
def test_visitor_with_a_zone_outside_the_list_is_asked_once(name: str, client: Client) -> None:
    client.post(URL, {"time_zone": name})
    assert not asks(client)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Etc/GMT+3", "UTC-3"),
        ("Etc/GMT-14", "UTC+14"),
        ("America/New_York", "America/New York"),
        ("Etc/UTC", "Etc/UTC"),
    ],
)
def test_zone_words_name_offsets_as_people_do(name: str, words: str) -> None:
    assert time_zones.zone_words(name) == words


def test_time_zone_by_get_changes_nothing(signed_in: Client, anne: User) -> None:
    assert signed_in.get(URL, {"time_zone": "Europe/Paris"}).status_code == 303
    assert zone_stored(anne) == ""


def test_guest_takes_over_zone_of_visitor(client: Client) -> None:
    assert asks(client)
    client.post(URL, {"time_zone": "America/New_York"})
    assert not asks(client)
    client.post("/cartographers/learn/", {"guest": "1"})
    guest = User.objects.guests().get()
    assert guest.time_zone == "America/New_York"


def test_account_takes_over_zone_of_visitor(client: Client) -> None:
    client.post(URL, {"time_zone": "Asia/Tokyo"})
    password = "correct-horse-9"
    form = {"username": "Newt", "password": password, "repeated": password, "password2": password}
    client.post("/accounts/sign-up/", form)
    assert User.objects.get(username="Newt").time_zone == "Asia/Tokyo"


def test_cookie_with_unknown_zone_is_ignored(client: Client, settings: Settings) -> None:
    client.cookies[settings.ZONE_COOKIE_NAME] = "Mars/Olympus"
    assert asks(client)


def shown_hour(**attributes: Any) -> int:
    """Return the local hour of noon in UTC, as a page would show it."""
    seen: list[int] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(timezone.localtime(datetime(2026, 1, 15, 12, tzinfo=UTC)).hour)
        return HttpResponse()

    request = RequestFactory().get("/")
    request.COOKIES.update(attributes.get("cookies", {}))
    request.user = attributes.get("user")
    user_time_zone(view)(request)
    return seen[0]


def test_times_are_shown_in_zone_of_viewer(anne: User, settings: Settings) -> None:
    session, zone = {settings.SESSION_COOKIE_NAME: "x"}, {settings.ZONE_COOKIE_NAME: "Asia/Tokyo"}
    anne.time_zone = "Europe/Paris"
    assert shown_hour(user=anne, cookies=session | zone) == 13
    anne.time_zone = ""
    assert shown_hour(user=anne, cookies=session | zone) == 21
    assert shown_hour(cookies=zone) == 21
    assert shown_hour() == 12
    anne.time_zone = "Gone/Away"
    assert shown_hour(user=anne, cookies=session) == 12
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize("name", ["Mars/Olympus", "../etc/passwd", "", "x" * 40])
def test_stored_name_that_server_does_not_know_is_site_zone(name: str) -> None:
    assert time_zones.zone_named(name).key == "UTC"

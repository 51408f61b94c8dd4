"""Settings in the menu of a table: turned on and off one by one."""

import pytest
from django.test import Client

from games.accounts.models import User
from games.accounts.services import TABLE_SETTINGS, make_guest

pytestmark = pytest.mark.django_db
URL = "/accounts/table-settings/"
ON = {"shape_lines", "star_previews"}


def changed(user: User) -> list[str]:
    """Return the settings that are not as they are for a new user."""
    user.refresh_from_db()
    return [name for name in TABLE_SETTINGS if getattr(user, name) != (name in ON)]


@pytest.mark.parametrize("name", TABLE_SETTINGS)
def test_setting_is_turned_on_and_off_alone(signed_in: Client, anne: User, name: str) -> None:
    assert changed(anne) == []
    new, old = ("off", "on") if name in ON else ("on", "off")
    answer = signed_in.post(URL, {name: new, "next": "/tables/"})
    assert (answer.status_code, answer["Location"]) == (303, "/tables/")
    assert changed(anne) == [name]
    signed_in.post(URL, {name: old})
    assert changed(anne) == []


def test_guest_has_the_settings_too(client: Client) -> None:
    guest = make_guest(display_name="Gus")
    client.force_login(guest)
    client.post(URL, {"double_tap": "on"})
    assert changed(guest) == ["double_tap"]


@pytest.mark.parametrize("word", ["", "loud", "True", "x" * 500])
def test_invalid_value_changes_nothing(signed_in: Client, anne: User, word: str) -> None:
    signed_in.post(URL, {"sounds": "on"})
    answer = signed_in.post(URL, {"sounds": word, "next": "//elsewhere.example"})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert changed(anne) == ["sounds"]


def test_other_fields_are_ignored(signed_in: Client, anne: User) -> None:
    signed_in.post(URL, {"is_staff": "on", "hidden": "on"})
    anne.refresh_from_db()
    assert not anne.is_staff
    assert not anne.hidden


def test_stranger_is_only_redirected(client: Client, anne: User) -> None:
    assert client.post(URL, {"sounds": "on"}).status_code == 303
    assert changed(anne) == []


def test_profile_has_sounds_too(signed_in: Client, anne: User) -> None:
    profile = "/accounts/profile/"
    assert '<option value="False" selected' in signed_in.get(profile).content.decode()
    signed_in.post(profile, {"display_name": "Anne", "sounds": "True"})
    assert changed(anne) == ["sounds"]
    assert '<option value="True" selected' in signed_in.get(profile).content.decode()
    signed_in.post(profile, {"display_name": "Anne"})
    assert changed(anne) == ["sounds"], "what is not sent stays as it is"
    signed_in.post(profile, {"display_name": "Anne", "sounds": "False"})
    assert changed(anne) == []
    assert signed_in.post(profile, {"display_name": "Anne", "sounds": ""}).status_code == 303

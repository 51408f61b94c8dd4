"""Table sounds: off until a user turns them on."""

import pytest
from django.test import Client

from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/sounds/"


def sounds(user: User) -> bool:
    user.refresh_from_db()
    return user.sounds


def test_a_person_turns_them_on_and_off(signed_in: Client, anne: User) -> None:
    assert not sounds(anne)
    answer = signed_in.post(URL, {"sounds": "on", "next": "/tables/"})
    assert (answer.status_code, answer["Location"]) == (303, "/tables/")
    assert sounds(anne)
    signed_in.post(URL, {"sounds": "off"})
    assert not sounds(anne)


@pytest.mark.parametrize("word", ["", "loud", "True", "x" * 500])
def test_what_is_neither_changes_nothing(signed_in: Client, anne: User, word: str) -> None:
    signed_in.post(URL, {"sounds": "on"})
    answer = signed_in.post(URL, {"sounds": word, "next": "//elsewhere.example"})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert sounds(anne)


def test_a_stranger_only_comes_back(client: Client, anne: User) -> None:
    assert client.post(URL, {"sounds": "on"}).status_code == 303
    assert not sounds(anne)


def test_the_profile_has_them_too(signed_in: Client, anne: User) -> None:
    profile = "/accounts/profile/"
    assert '<option value="False" selected' in signed_in.get(profile).content.decode()
    signed_in.post(profile, {"display_name": "Anne", "sounds": "True"})
    assert sounds(anne)
    assert '<option value="True" selected' in signed_in.get(profile).content.decode()
    signed_in.post(profile, {"display_name": "Anne"})
    assert sounds(anne), "what is not sent stays as it is"
    signed_in.post(profile, {"display_name": "Anne", "sounds": "False"})
    assert not sounds(anne)
    assert signed_in.post(profile, {"display_name": "Anne", "sounds": ""}).status_code == 303

"""Changing a known password."""

import pytest
from django.test import Client

from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/password/change/"
GOOD = {"current_password": "correct-horse-9", "new_password": "another-horse-9", "repeated": "another-horse-9"}


def test_the_form_asks_for_the_present_one_first(signed_in: Client) -> None:
    page = signed_in.get(URL).content.decode()
    assert page.index("current-password") < page.index("new-password")


def test_the_new_password_holds_and_this_browser_stays(signed_in: Client, anne: User) -> None:
    answer = signed_in.post(URL, GOOD)
    anne.refresh_from_db()
    assert answer.status_code == 303
    assert anne.check_password("another-horse-9")
    assert signed_in.get("/accounts/profile/").status_code == 200


def test_other_browsers_are_signed_out(signed_in: Client, anne: User) -> None:
    other = Client()
    other.force_login(anne)
    signed_in.post(URL, GOOD)
    assert other.get("/accounts/profile/").status_code == 303


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"current_password": "wrong"}, "This isn’t your current password."),
        ({"current_password": ""}, "required"),
        ({"new_password": "password", "repeated": "password"}, "common"),
        ({"new_password": "Anne-of-the-Marsh", "repeated": "Anne-of-the-Marsh"}, "too similar"),
        ({"repeated": "differs-from-it"}, "don’t match"),
    ],
)
def test_bad_input_changes_nothing(signed_in: Client, anne: User, bad: dict[str, str], words: str) -> None:
    page = signed_in.post(URL, GOOD | bad)
    anne.refresh_from_db()
    assert page.status_code == 422
    assert words in page.content.decode()
    assert anne.check_password("correct-horse-9")

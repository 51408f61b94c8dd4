"""User data in the database."""

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import RequestFactory

from games.accounts.models import User

pytestmark = pytest.mark.django_db


def test_the_display_name_defaults_to_the_username() -> None:
    assert User.objects.create_user("bob_7", "a-long-password").display_name == "bob_7"


def test_the_address_is_stored_with_a_lower_case_domain(anne: User) -> None:
    assert anne.email == "anne@example.org"


@pytest.mark.parametrize("username", ["anne", "ANNE", "Anne"])
def test_usernames_are_unique_in_any_case(anne: User, username: str) -> None:
    with pytest.raises(ValidationError, match="This username is taken"):
        User.objects.create_user(username, "a-long-password")


@pytest.mark.parametrize("username", ["anne", "ANNE", "Anne"])
def test_the_database_itself_holds_that_line(anne: User, username: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User(username=username, display_name="x", password="!").save()


def test_many_people_may_give_one_address(anne: User) -> None:
    User.objects.create_user("bob", "a-long-password", email="anne@example.org")
    assert User.objects.with_confirmed_email("ANNE@example.ORG").count() == 2


def test_the_closed_are_neither_active_nor_reachable(anne: User) -> None:
    User.objects.filter(pk=anne.pk).update(is_active=False)
    assert not User.objects.active().exists()
    assert not User.objects.with_confirmed_email("anne@example.org").exists()


def test_any_case_signs_in(anne: User) -> None:
    request = RequestFactory().post("/")
    assert authenticate(request, username="aNNE", password="correct-horse-9") == anne


@pytest.mark.parametrize(
    "fields",
    [
        {"username": "a b"},
        {"username": "Bob", "display_name": "B\u202eob"},
        {"username": "Bob", "display_name": "x" * 25},
        {"username": "Bob", "title": "x" * 41},
        {"username": "Bob", "title": "Ｋeeper"},
        {"username": "Bob", "language": "xx"},
        {"username": "Bob", "email": "not an address"},
    ],
)
def test_no_way_in_for_fields_that_are_not_clean(fields: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        User.objects.create_user(**fields, password="a-long-password")


def test_the_first_member_of_staff() -> None:
    staff = User.objects.create_superuser("boss", "a-long-password")
    assert staff.is_staff
    assert staff.is_superuser
    assert str(staff) == "boss"

"""Users for the accounts tests."""

import pytest
from django.test import Client
from pytest_django import Settings

from games.accounts import emails, services
from games.accounts.models import User

PASSWORD = "correct-horse-9"


@pytest.fixture(autouse=True)
def _home(settings: Settings) -> None:
    """Use the root as the home page, so that these tests need no tables."""
    settings.LOGIN_REDIRECT_URL = "/"


@pytest.fixture
def anne(db: None) -> User:
    """A user with an email address, whose password is `correct-horse-9`."""
    user = services.sign_up(
        username="Anne", password=PASSWORD, display_name="Anne of the Marsh", email="anne@EXAMPLE.org"
    )
    confirmed = emails.confirm_email(token=emails.confirmation_token(user))
    assert confirmed
    return confirmed


@pytest.fixture
def signed_in(anne: User) -> Client:
    """Anne's browser."""
    client = Client()
    client.force_login(anne)
    return client

"""Password validation."""

import pytest
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    get_password_validators,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django import Settings

from carto_site.settings import AUTH_PASSWORD_VALIDATORS
from games.accounts import forms

LEAST = 8


def codes(password: str) -> set[str]:
    """The codes of the validation errors, empty for a valid password."""
    try:
        validate_password(password)
    except ValidationError as error:
        return {str(why.code) for why in error.error_list}
    return set()


@pytest.mark.parametrize(
    "password",
    ["carto2024!", "Cartographers", "cartographer1", "c4rt0gr4ph3rs", "carto-carto", "!!CARTO!!2026", "my-carto-99"],
)
def test_the_sites_names_are_refused(password: str) -> None:
    assert "site_name" in codes(password)


def test_so_are_the_names_of_its_hosts(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["maps.club-lyon.example", "192.0.2.1", "[::1]"]
    assert codes("Lyon-Club!2026") == codes("maps-maps-1") == {"site_name"}
    assert codes("correct-horse-9") == set()


@pytest.mark.parametrize("password", ["carto likes her tea", "cartouche-nine", "правда-carto-9", "7 dials and a clock"])
def test_a_name_of_the_site_among_other_words_is_let_through(password: str) -> None:
    assert codes(password) == set()


def test_common_passwords_that_have_leaked_are_refused() -> None:
    (common,) = [validator for validator in get_password_validators(AUTH_PASSWORD_VALIDATORS) if _is_common(validator)]
    assert codes("iloveyou1") == codes("ILoveYou1") == {"password_too_common"}
    # ASVS 5.0, 6.2.4: the top 3000 at least of those that the other rules let through.
    assert sum(len(word) >= LEAST and not word.isdigit() for word in common.passwords) > 3000


def _is_common(validator: object) -> bool:
    return isinstance(validator, CommonPasswordValidator)


def test_length_is_all_that_is_asked_of_the_characters() -> None:
    assert codes("q" + "w" * (LEAST - 2)) == {"password_too_short"}
    for password in ("zqvwkxjy", "ZQVWKXJY", "qv kz wx", "ёжик-в-тумане", "🗺️🏔️🌲🌲🏰🐉⚔️🛡️", "z" * 64 + "qv"):
        assert codes(password) == set(), password
    assert forms._PASSWORD_MAX >= 64


@pytest.mark.django_db
def test_the_form_says_why(client: Client) -> None:
    newcomer = {"username": "Zoe", "password": "carto2024!", "repeated": "carto2024!"}
    page = client.post("/accounts/sign-up/", newcomer)
    assert page.status_code == 422
    assert "The site’s name alone is easy to guess. Add your own words." in page.content.decode()

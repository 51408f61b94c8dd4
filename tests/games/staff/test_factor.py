"""The user's own second factor: view, set up, renew and remove."""

import re
from base64 import b32decode
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.util import random_hex
from pytest_django import Settings
from time_machine import Traveller

from games.accounts.models import User
from games.staff import services
from games.staff.models import Authenticator
from tests.games.staff.conftest import (
    ADD,
    CODE,
    CODES,
    CONFIRM,
    OWN,
    PASSWORD,
    RECOVERY,
    REMOVE,
    by_password,
    code_of,
    equip,
    is_in,
    let_in,
    words_of,
)
from tests.safety.test_pages import assert_safe

pytestmark = pytest.mark.django_db
GOOD = {"current_password": PASSWORD}
QR = "/staff/second-factor/qr.svg"


def shown(client: Client) -> SimpleNamespace:
    """Return an authenticator with the secret shown to this client."""
    match = re.search(r"<code>([A-Z2-7 ]{39})</code>", words_of(client.get(CONFIRM)))
    assert match
    return SimpleNamespace(bin_key=b32decode(match[1].replace(" ", "")))


def codes_in(answer: object) -> list[str]:
    """The recovery codes of a page."""
    return re.findall(r"<code>([a-z2-7]{8})</code>", words_of(answer))


def test_the_profile_leads_there_for_members_of_staff(root: User) -> None:
    player = Client()
    player.force_login(User.objects.create_user("Player", PASSWORD))
    assert OWN in words_of(by_password(root).get("/accounts/profile/"))
    assert OWN not in words_of(player.get("/accounts/profile/"))


def test_every_page_is_safe_and_kept_by_no_cache(holder: SimpleNamespace, clock: Traveller) -> None:
    half_way, client = by_password(holder.user), let_in(holder, clock)
    client.post(ADD, GOOD)
    answers = [half_way.get(url) for url in (CODE, RECOVERY)] + [Client().get("/admin/login/")]
    answers += [client.get(url) for url in (OWN, ADD, CONFIRM, QR, CODES, REMOVE)] + [client.post(CODES, GOOD)]
    for answer in answers:
        assert answer.status_code == 200
        assert_safe(answer)
        assert "no-store" in answer["Cache-Control"]


def test_the_secret_is_shown_as_a_picture_without_scripts_or_styles_and_as_a_link(root: User) -> None:
    client = by_password(root)
    client.post(ADD, GOOD)
    page = words_of(client.get(CONFIRM))
    assert f'<img src="{QR}"' in page
    assert "autofocus" not in page, "a phone would scroll past the picture"
    assert 'href="otpauth://totp/Carto%3ARoot?secret=' in page
    picture = client.get(QR)
    assert picture["Content-Type"] == "image/svg+xml"
    assert words_of(picture).startswith("<svg ")
    assert not re.search(r"style|script|href|\bon\w+=", words_of(picture))


@pytest.mark.parametrize("url", [ADD, CODES, REMOVE])
def test_the_password_is_asked_for_and_guesses_are_counted(holder: SimpleNamespace, clock: Traveller, url: str) -> None:
    client = let_in(holder, clock)
    assert client.get(url).status_code == 200
    statuses = [client.post(url, {"current_password": "wrong"}).status_code for _ in range(10)]
    assert statuses == [422] * 10
    assert client.post(url, GOOD).status_code == 429
    assert Authenticator.objects.get().key == holder.authenticator.key
    assert client.get(CONFIRM)["Location"] == ADD


@pytest.mark.parametrize("url", [OWN, ADD, CONFIRM, QR, CODES, REMOVE])
def test_the_password_alone_replaces_no_second_factor(holder: SimpleNamespace, url: str) -> None:
    client = by_password(holder.user)
    answers = [client.get(url), *([client.post(url, GOOD)] if url not in (OWN, QR) else [])]
    for answer in answers:
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (303, CODE)
    assert Authenticator.objects.get() == holder.authenticator


def test_a_wrong_first_code_changes_nothing(holder: SimpleNamespace, clock: Traveller) -> None:
    client = let_in(holder, clock)
    client.post(ADD, GOOD)
    wrong = f"{(int(code_of(shown(client))) + 1) % 10**6:06}"
    for code in (wrong, "", "1234"):
        assert client.post(CONFIRM, {"code": code}).status_code == 422
    assert Authenticator.objects.get() == holder.authenticator
    assert is_in(client)
    assert client.post(CONFIRM, {"code": code_of(shown(client))}).status_code == 200


def test_another_authenticator_takes_the_place_of_the_first(holder: SimpleNamespace, clock: Traveller) -> None:
    client, elsewhere = let_in(holder, clock), let_in(holder, clock)
    client.post(ADD, GOOD)
    new = shown(client)
    key = client.session.session_key
    codes = codes_in(client.post(CONFIRM, {"code": code_of(new)}))
    assert client.session.session_key != key
    assert is_in(client)
    assert not is_in(elsewhere), "who came in by the old one comes in anew"
    assert elsewhere.post(CODE, {"code": code_of(holder.authenticator)}).status_code == 422
    assert elsewhere.post(RECOVERY, GOOD | {"code": holder.codes[0]}).status_code == 422
    clock.shift(timedelta(seconds=30))
    assert elsewhere.post(CODE, {"code": code_of(new)}).status_code == 303
    assert let_by_recovery(holder.user, codes[0])


def let_by_recovery(user: User, code: str) -> bool:
    client = by_password(user)
    client.post(RECOVERY, GOOD | {"code": code})
    return is_in(client)


def test_the_first_code_is_taken_once_too(root: User) -> None:
    client = by_password(root)
    client.post(ADD, GOOD)
    code = code_of(shown(client))
    client.post(CONFIRM, {"code": code})
    assert by_password(root).post(CODE, {"code": code}).status_code == 422


def test_a_secret_lies_a_quarter_of_an_hour_in_its_own_browser(root: User, clock: Traveller) -> None:
    client, elsewhere = by_password(root), by_password(root)
    client.post(ADD, GOOD)
    assert elsewhere.get(CONFIRM)["Location"] == ADD
    assert elsewhere.get(QR).status_code == 404
    clock.shift(timedelta(minutes=15))
    assert client.get(CONFIRM)["Location"] == ADD
    assert client.post(CONFIRM, {"code": "123456"})["Location"] == ADD
    assert client.get(QR).status_code == 404


def test_new_recovery_codes_are_shown_once_and_end_the_old(holder: SimpleNamespace, clock: Traveller) -> None:
    client = let_in(holder, clock)
    codes = codes_in(client.post(CODES, GOOD))
    assert len(set(codes) - set(holder.codes)) == services.RECOVERY_CODES
    assert not [page for page in (OWN, CODES) if codes[0] in words_of(client.get(page))]
    assert not let_by_recovery(holder.user, holder.codes[0])
    clock.shift(timedelta(seconds=1))
    assert let_by_recovery(holder.user, codes[0])
    assert is_in(client)
    assert "<dd>9</dd>" in words_of(client.get(OWN))


@pytest.mark.parametrize("required", [True, False])
def test_who_removes_it_starts_again(
    holder: SimpleNamespace, clock: Traveller, settings: Settings, required: bool
) -> None:
    settings.SECOND_FACTOR_REQUIRED = required
    client = let_in(holder, clock)
    assert client.post(REMOVE, GOOD)["Location"] == OWN
    assert is_in(client) is not required
    assert f'href="{ADD}"' in words_of(client.get(OWN))
    assert not StaticToken.objects.exists()


@pytest.mark.parametrize("url", [CODES, REMOVE])
def test_without_one_there_is_nothing_to_renew_or_remove(root: User, url: str) -> None:
    assert by_password(root).post(url, GOOD)["Location"] == OWN


def test_nobody_has_two_and_others_keep_theirs(holder: SimpleNamespace) -> None:
    other = equip(User.objects.create_superuser("Other", PASSWORD))
    key = random_hex(20)
    with pytest.raises(ValidationError):
        services.enrol(user=holder.user, key=key, code="000000")
    services.enrol(user=holder.user, key=key, code=code_of(Authenticator(key=key)))
    assert [one.key for one in Authenticator.objects.order_by("user")] == [key, other.authenticator.key]
    services.remove(user=holder.user)
    assert Authenticator.objects.get() == other.authenticator
    assert let_by_recovery(other.user, other.codes[0])

"""Sign-in to the admin: password, code, recovery code."""

import re
import threading
from base64 import b32decode
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django_otp import DEVICE_ID_SESSION_KEY
from time_machine import Traveller

from games.accounts.models import User
from games.accounts.services import make_guest
from tests.games.staff.conftest import (
    ADD,
    CODE,
    CONFIRM,
    OWN,
    PASSWORD,
    RECOVERY,
    SIGN_IN,
    by_password,
    code_of,
    equip,
    is_in,
    let_in,
    words_of,
)
from tests.safety.site import patterns

pytestmark = pytest.mark.django_db
GOOD = {"username": "Root", "password": PASSWORD}


@pytest.mark.usefixtures("public")
def test_the_first_superuser_of_a_public_site_sets_up_a_second_factor_and_is_in(root: User) -> None:
    client = Client()
    assert client.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    assert client.post("/admin/login/?next=/admin/", GOOD)["Location"] == f"{ADD}?next=%2Fadmin%2F"
    assert not is_in(client)
    assert client.post(ADD, {"current_password": PASSWORD})["Location"] == CONFIRM
    assert not is_in(client)
    secret = re.search(r"<code>([A-Z2-7 ]{39})</code>", words_of(client.get(CONFIRM)))
    assert secret
    code = code_of(SimpleNamespace(bin_key=b32decode(secret[1].replace(" ", ""))))
    answer = client.post(CONFIRM, {"code": code})
    assert answer.status_code == 200
    assert len(re.findall(r"<code>[a-z2-7]{8}</code>", words_of(answer))) == 10
    assert is_in(client)


def test_a_site_of_ones_own_asks_for_no_second_factor(root: User) -> None:
    client = Client()
    assert client.post("/admin/login/?next=/admin/", GOOD)["Location"] == "/admin/"
    assert is_in(client)


def test_a_code_is_asked_for_where_there_is_an_authenticator(holder: SimpleNamespace) -> None:
    client = by_password(holder.user)
    assert not is_in(client)
    assert client.get("/admin/accounts/user/", follow=True).redirect_chain[-1] == (
        f"{CODE}?next=%2Fadmin%2Faccounts%2Fuser%2F",
        303,
    )
    answer = client.post(CODE, {"code": code_of(holder.authenticator), "next": "/admin/accounts/user/"})
    assert (answer.status_code, answer["Location"]) == (303, "/admin/accounts/user/")
    assert is_in(client)


def test_the_session_key_changes_with_the_password_and_with_the_code(holder: SimpleNamespace) -> None:
    client = Client()
    client.get("/accounts/password/reset/x/y/")
    keys = [client.session.session_key]
    client.post(SIGN_IN, GOOD)
    keys.append(client.session.session_key)
    before = client.cookies[settings.SESSION_COOKIE_NAME].value
    client.post(CODE, {"code": code_of(holder.authenticator)})
    keys.append(client.session.session_key)
    assert len(set(keys)) == 3
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = before
    assert not is_in(thief)


def test_who_signs_in_at_the_site_is_asked_too(holder: SimpleNamespace) -> None:
    client = Client()
    client.post("/accounts/sign-in/", GOOD)
    assert client.get("/accounts/profile/").status_code == 200
    assert not is_in(client)
    assert client.get(SIGN_IN)["Location"] == CODE


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "-12345", "12 34 5", "0x1234", "9" * 30])
def test_what_is_no_code_counts_as_no_guess(holder: SimpleNamespace, code: str) -> None:
    client = by_password(holder.user)
    assert client.post(CODE, {"code": code}).status_code == 422
    assert client.post(CODE, {"code": code_of(holder.authenticator)}).status_code == 303


def test_a_code_may_be_typed_in_groups(holder: SimpleNamespace) -> None:
    client = by_password(holder.user)
    code = code_of(holder.authenticator)
    assert client.post(CODE, {"code": f" {code[:3]} {code[3:]} "}).status_code == 303


def test_a_code_is_taken_once(holder: SimpleNamespace, clock: Traveller) -> None:
    first, second = by_password(holder.user), by_password(holder.user)
    code = code_of(holder.authenticator)
    assert first.post(CODE, {"code": code}).status_code == 303
    refused = second.post(CODE, {"code": code})
    assert refused.status_code == 422
    assert "wrong or already used. Wait for the next one." in words_of(refused)
    assert not is_in(second)
    clock.shift(timedelta(seconds=30))
    assert second.post(CODE, {"code": code_of(holder.authenticator)}).status_code == 303


@pytest.mark.parametrize(("later", "status"), [(-60, 422), (-30, 303), (30, 303), (60, 422)])
def test_a_clock_may_be_half_a_minute_wrong(holder: SimpleNamespace, later: int, status: int) -> None:
    assert by_password(holder.user).post(CODE, {"code": code_of(holder.authenticator, later)}).status_code == status


def test_wrong_codes_make_the_next_one_wait_twice_as_long(holder: SimpleNamespace, clock: Traveller) -> None:
    client = by_password(holder.user)
    for wait in (1, 2, 4):
        wrong = f"{(int(code_of(holder.authenticator)) + 1) % 10**6:06}"
        assert client.post(CODE, {"code": wrong}).status_code == 422
        other = by_password(holder.user)
        answer = other.post(CODE, {"code": code_of(holder.authenticator)})
        assert (answer.status_code, answer["Retry-After"]) == (429, str(wait))
        assert not is_in(other)
        clock.shift(timedelta(seconds=wait))
    assert client.post(CODE, {"code": code_of(holder.authenticator)}).status_code == 303


def test_the_codes_of_somebody_else_open_nothing(holder: SimpleNamespace) -> None:
    other = equip(User.objects.create_superuser("Other", PASSWORD))
    client = by_password(holder.user)
    assert client.post(CODE, {"code": code_of(other.authenticator)}).status_code == 422
    assert client.post(RECOVERY, {"current_password": PASSWORD, "code": other.codes[0]}).status_code == 422
    session = client.session
    session[DEVICE_ID_SESSION_KEY] = other.authenticator.persistent_id
    session.save()
    assert not is_in(client)


def test_the_second_factor_stays_with_its_person(holder: SimpleNamespace, clock: Traveller) -> None:
    client = let_in(holder, clock)
    other = equip(User.objects.create_superuser("Other", PASSWORD))
    client.post("/accounts/sign-out/")
    client.post(SIGN_IN, {"username": "Other", "password": PASSWORD})
    assert not is_in(client)
    assert client.post(CODE, {"code": code_of(other.authenticator)}).status_code == 303


def test_a_recovery_code_with_the_password_lets_in_once(holder: SimpleNamespace, clock: Traveller) -> None:
    client, code = by_password(holder.user), holder.codes[3]
    assert client.post(RECOVERY, {"current_password": "wrong", "code": code}).status_code == 422
    typed = f"{code[:4]}-{code[4:]}".upper()
    answer = client.post(RECOVERY, {"current_password": PASSWORD, "code": typed}, follow=True)
    assert answer.redirect_chain == [(OWN, 303)]
    assert "You have 9 recovery codes left." in words_of(answer)
    assert is_in(client)
    again = by_password(holder.user)
    assert again.post(RECOVERY, {"current_password": PASSWORD, "code": code}).status_code == 422
    assert not is_in(again)
    limited = again.post(RECOVERY, {"current_password": PASSWORD, "code": holder.codes[4]})
    assert (limited.status_code, limited["Retry-After"]) == (429, "1")


def test_guesses_of_the_password_beside_a_recovery_code_are_counted(holder: SimpleNamespace) -> None:
    client = by_password(holder.user)
    bad = {"current_password": "wrong", "code": holder.codes[0]}
    assert [client.post(RECOVERY, bad).status_code for _ in range(11)] == [422] * 10 + [429]


@pytest.mark.parametrize("url", [CODE, RECOVERY])
def test_who_has_nothing_to_give_is_led_on(root: User, url: str) -> None:
    assert by_password(root).get(url)["Location"] == "/admin/"


def test_players_do_not_come_in_by_the_admins_door(client: Client, db: None) -> None:
    User.objects.create_user("Player", PASSWORD)
    answer = client.post(SIGN_IN, {"username": "Player", "password": PASSWORD})
    assert answer.status_code == 422
    assert "Incorrect username or password, or not a staff account." in words_of(answer)
    assert client.get("/accounts/profile/").status_code == 303
    client.post("/accounts/sign-in/", {"username": "Player", "password": PASSWORD})
    assert client.get(SIGN_IN).status_code == 200


def test_who_was_a_guest_keeps_the_way_to_the_guests_games(root: User, monkeypatch: pytest.MonkeyPatch) -> None:
    user_ids: list[int] = []
    monkeypatch.setattr("games.staff.views.end_sockets", lambda user_id: user_ids.append(user_id))
    client, heron = Client(), make_guest(display_name="Wandering Heron")
    client.force_login(heron)
    answer = client.post("/admin/login/?next=/admin/", GOOD)
    assert answer["Location"] == "/tables/bring/?next=%2Fadmin%2F"
    assert user_ids == [heron.pk]
    assert client.session["left-guest"] == heron.pk
    assert client.get(answer["Location"])["Location"] == "/admin/", "as this one has none"


@pytest.mark.parametrize("next_url", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_way_in_never_leads_away(holder: SimpleNamespace, next_url: str) -> None:
    client = Client()
    assert client.post(SIGN_IN, GOOD | {"next": next_url})["Location"] == CODE
    answer = client.post(CODE, {"code": code_of(holder.authenticator), "next": next_url})
    assert answer["Location"] == "/admin/"


def admin_addresses() -> list[str]:
    """Return every admin URL except sign-in and sign-out."""
    addresses = []
    for route in patterns():
        if route.startswith("admin/") and "?P<" not in route and route not in {"admin/login/", "admin/logout/"}:
            addresses.append("/" + re.sub("<[^>]+>", "1", route))
    return addresses


@pytest.mark.parametrize("has_one", [True, False])
@pytest.mark.usefixtures("public")
def test_every_address_of_the_admin_waits_for_the_second_factor(root: User, has_one: bool) -> None:
    if has_one:
        equip(root)
    client = by_password(root)
    assert len(admin_addresses()) > 20
    for address in admin_addresses():
        for method in (client.get, client.post):
            answer = method(address)
            assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, SIGN_IN), address


def test_the_admins_own_password_page_leads_to_that_of_the_site(root: User) -> None:
    client = by_password(root)
    guess = {"old_password": "wrong", "new_password1": "another-horse-9", "new_password2": "another-horse-9"}
    for answer in (client.get("/admin/password_change/"), client.post("/admin/password_change/", guess)):
        assert (answer.status_code, answer["Location"]) == (303, "/accounts/password/change/")
    assert client.get("/admin/password_change/done/")["Location"] == "/accounts/profile/"
    guess = {"current_password": "wrong", "new_password": "another-horse-9", "repeated": "another-horse-9"}
    assert [client.post("/accounts/password/change/", guess).status_code for _ in range(11)] == [422] * 10 + [429]


def test_signing_out_of_the_admin_ends_the_session_and_its_sockets(root: User, monkeypatch: pytest.MonkeyPatch) -> None:
    user_ids: list[int] = []
    monkeypatch.setattr("games.staff.site.end_sockets", lambda user_id: user_ids.append(user_id))
    client = by_password(root)
    assert client.get("/admin/logout/")["Location"] == "/admin/"
    assert user_ids == []
    assert client.post("/admin/logout/").status_code == 302
    assert user_ids == [root.pk]
    assert client.get("/accounts/profile/").status_code == 303


@pytest.mark.django_db(transaction=True)
def test_one_code_sent_twice_at_once_is_taken_once(holder: SimpleNamespace) -> None:
    clients = [by_password(holder.user) for _ in range(2)]
    answers: list[int] = []
    start = threading.Barrier(2)

    def send(client: Client) -> None:
        start.wait()
        answers.append(client.post(CODE, {"code": code_of(holder.authenticator)}).status_code)
        connection.close()

    threads = [threading.Thread(target=send, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(303) == 1
    assert sum(is_in(client) for client in clients) == 1

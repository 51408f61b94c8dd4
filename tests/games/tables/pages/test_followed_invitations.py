"""Followed invitations stored in the session."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from games.accounts.models import User
from games.accounts.session_store import SessionStore
from games.tables.models import Access, Seat
from games.tables.pages.access import invitations_in
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather

COOKIE = settings.INVITATIONS_COOKIE_NAME


def test_looking_makes_no_session_and_sitting_down_as_a_guest_does(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    url = f"/tables/{table.code}/"
    client.get(f"/invitations/{table.invitation}/")
    assert client.get(url).status_code == 200
    assert not Session.objects.exists()
    cookie = client.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert client.post(f"{url}join/", {"guest-name": "Fay"}).status_code == 303
    assert Session.objects.count() == 1
    assert Seat.objects.filter(table=table, user__guest=True).exists()
    assert client.get(url).status_code == 200


def test_it_holds_through_signing_in_and_ends_with_signing_out(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    url = f"/tables/{table.code}/"
    client.get(f"/invitations/{table.invitation}/")
    client.post("/accounts/sign-in/", {"username": "ben", "password": "chart and compass"})
    assert client.get(url).status_code == 200
    client.post("/accounts/sign-out/")
    assert client.get(url).status_code == 404


def test_the_oldest_of_many_are_forgotten(client: Client, people: list[User]) -> None:
    tables = [gather(people[0], capacity=3, access=Access.INVITATION) for _ in range(20)]
    tables.append(gather(people[1], capacity=3, access=Access.INVITATION))
    for table in tables:
        client.get(f"/invitations/{table.invitation}/")
    assert [client.get(f"/tables/{table.code}/").status_code for table in (tables[0], *tables[-2:])] == [404, 200, 200]


def test_a_damaged_cookie_opens_nothing(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    for damaged in ("", ".", "x" * 3000, "..'\"", ".".join(map(str, range(900)))):
        client.cookies[COOKIE] = damaged
        assert client.get(f"/tables/{table.code}/").status_code == 404


def test_what_no_invitation_can_hold_is_not_asked_for() -> None:
    # PostgreSQL takes no null character; a cookie may hold one.
    assert invitations_in({COOKIE: "a\x00b.-c_"}, SessionStore()) == ["a", "b", "-c_"]


def test_what_a_session_of_before_holds_still_counts(people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    browser = signed_in(people[1])
    session = browser.session
    session["invitations"] = [table.invitation]
    session.save()
    assert browser.get(f"/tables/{table.code}/").status_code == 200

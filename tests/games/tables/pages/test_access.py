"""Access to every table URL, by method and role."""

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Access, Table
from tests.games.tables.conftest import gather, pick

ROLES = ("nobody", "stranger", "seat", "host")
SIGN_IN = 303  # to the sign-in page, and from there back

# Address, then what GET answers, then what POST answers, for each role in turn. The table gathers, by invitation.
CLOSED_DOOR = {
    "": ((404, 404, 200, 200), (405, 405, 405, 405)),
    "join/": ((303, 303, 303, 303), (SIGN_IN, 404, 303, 303)),
    "leave/": ((303, 303, 303, 303), (SIGN_IN, 404, 303, 303)),
    "kick/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 409)),
    "bots/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 303)),
    "bots/later/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 303)),
    "bots/remove/": ((303, 303, 303, 303), (SIGN_IN, 400, 400, 400)),  # as the form names no bot
    "handicap/": ((303, 303, 303, 303), (SIGN_IN, 400, 400, 400)),  # as the form names no seat
    "help/": ((303, 303, 303, 303), (SIGN_IN, 400, 400, 400)),  # as the form makes no choice
    "close/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 303)),
    "start/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 303)),
    "rematch/": ((303, 303, 303, 303), (SIGN_IN, 404, 409, 409)),
    "deck/": ((303, 303, 303, 303), (404, 404, 409, 409)),
}
OPEN_DOOR = {
    "": ((200, 200, 200, 200), (405, 405, 405, 405)),
    "join/": ((303, 303, 303, 303), (SIGN_IN, 303, 303, 303)),
    "leave/": ((303, 303, 303, 303), (SIGN_IN, 404, 303, 303)),
    "kick/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 409)),
    "bots/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 303)),
    "bots/later/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 303)),
    "bots/remove/": ((303, 303, 303, 303), (SIGN_IN, 400, 400, 400)),  # as the form names no bot
    "handicap/": ((303, 303, 303, 303), (SIGN_IN, 400, 400, 400)),  # as the form names no seat
    "help/": ((303, 303, 303, 303), (SIGN_IN, 400, 400, 400)),  # as the form makes no choice
    "close/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 303)),
    "start/": ((303, 303, 303, 303), (SIGN_IN, 404, 404, 303)),
    "rematch/": ((303, 303, 303, 303), (SIGN_IN, 404, 409, 409)),
    "deck/": ((303, 303, 303, 303), (409, 409, 409, 409)),
}
SITE = {
    "/": ((200, 200, 200, 200), (405, 405, 405, 405)),
    "/tables/": ((200, 200, 200, 200), (405, 405, 405, 405)),
    "/tables/mine/": ((SIGN_IN, 200, 200, 200), (405, 405, 405, 405)),
    "/tables/new/": ((200, 200, 200, 200), (422, 422, 422, 422)),
    "/tables/bring/": ((SIGN_IN, 303, 303, 303), (SIGN_IN, 303, 303, 303)),
    "/tables/solo/": ((303, 303, 303, 303), (SIGN_IN, 303, 303, 303)),
    "/tables/practice/": ((200, 200, 200, 200), (404, 404, 404, 404)),
    "/tables/abcdefgh/": ((404, 404, 404, 404), (405, 405, 405, 405)),
    "/invitations/nonsense/": ((404, 404, 404, 404), (405, 405, 405, 405)),
}


def client_of(role: str, people: list[User]) -> Client:
    client = Client()
    if role != "nobody":
        client.force_login(dict(zip(ROLES[1:], (people[2], people[1], people[0]), strict=True))[role])
    return client


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("access", "matrix"), [(Access.INVITATION, CLOSED_DOOR), (Access.OPEN, OPEN_DOOR)])
def test_tables(role: str, access: Access, matrix: dict[str, tuple[tuple[int, ...], ...]], people: list[User]) -> None:
    column = ROLES.index(role)
    client = client_of(role, people)
    for address, (get, post) in matrix.items():
        table = gather(people[0], people[1], capacity=4, access=access)
        url = f"/tables/{table.code}/{address}"
        assert client.get(url).status_code == get[column], f"GET {url}"
        fields = {"person": people[3].pk}
        assert client.post(url, fields).status_code == post[column], f"POST {url}"


@pytest.mark.parametrize("role", ROLES)
def test_the_site(role: str, people: list[User]) -> None:
    column = ROLES.index(role)
    client = client_of(role, people)
    for url, (get, post) in SITE.items():
        assert client.get(url).status_code == get[column], f"GET {url}"
        assert client.post(url).status_code == post[column], f"POST {url}"


def test_other_methods_are_refused(client: Client, people: list[User]) -> None:
    table = gather(people[0], people[1])
    for address in OPEN_DOOR:
        for method in ("put", "patch", "delete"):
            assert getattr(client, method)(f"/tables/{table.code}/{address}").status_code == 405


def test_games_are_seen_by_those_who_may(people: list[User]) -> None:
    private = gather(people[0], people[1], access=Access.INVITATION)
    public = gather(people[0], people[1])
    for role, expected in zip(ROLES, (404, 404, 200, 200), strict=True):
        assert client_of(role, people).get(f"/tables/{private.code}/").status_code == expected
        assert client_of(role, people).get(f"/tables/{public.code}/").status_code == 200


def test_no_page_holds_the_seed_or_an_answer(people: list[User]) -> None:
    table = gather(people[0], people[1])
    pick(table, people[1], 1, number=7)
    seed = bytes(Table.objects.get(pk=table.pk).seed).hex()
    for role in ROLES:
        for url in ("/", "/tables/", f"/tables/{table.code}/"):
            page = client_of(role, people).get(url).content.decode()
            assert seed not in page
            assert "canary" not in page


def test_posts_need_the_token(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[1])
    assert client.post(f"/tables/{table.code}/join/").status_code == 403

"""Guests at tables: joining by link, creating a table, and moving games to an account."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import make_guest
from games.tables.lobby import services
from games.tables.models import Access, KeptChoices, Origin, Seat, Status, Table
from games.tables.people import guests as guests_of_tables
from games.tables.people.guests import move_tables
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick
from tests.games.tables.pages.test_pages import form

NAME = "guest-name"


def url(table: Table, what: str = "") -> str:
    return f"/tables/{table.code}/{what}"


def guests() -> list[User]:
    return list(User.objects.guests())


@pytest.fixture
def heron(people: list[User]) -> User:
    """A guest."""
    return make_guest(display_name="Wandering Heron")


def test_an_invitation_lets_nobody_in_as_a_guest(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    page = client.get(f"/invitations/{table.invitation}/").content.decode()
    assert "Your name" in page
    assert f'action="{url(table, "join/")}"' in page
    answer = client.post(url(table, "join/"), {NAME: " Ｆay  of the Fens "})
    assert (answer.status_code, answer["Location"]) == (303, url(table))
    (fay,) = guests()
    assert fay.display_name == "Fay of the Fens"
    assert Seat.objects.filter(table=table, user=fay).exists()
    shown = client.get(url(table)).content.decode()
    assert re.findall(r"Guest\s+·\s+You", shown)
    assert NAME not in shown


def test_the_gathering_page_suggests_a_name(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    page = client.get(url(table)).content.decode()
    assert f'name="{NAME}" value="' in page
    assert f"/accounts/sign-in/?next={url(table)}" in page
    assert NAME not in signed_in(people[1]).get(url(table)).content.decode()


def test_a_table_by_invitation_takes_no_guest_without_one(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    assert client.post(url(table, "join/"), {NAME: "Fay"}).status_code == 404
    assert guests() == []


def test_a_session_that_ended_does_not_turn_into_a_guest(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    assert client.post(url(table, "join/"))["Location"].startswith("/accounts/sign-in/")
    assert guests() == []


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u202eb"])
def test_a_name_that_cannot_be_makes_nobody(name: str, client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    answer = client.post(url(table, "join/"), {NAME: name})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert guests() == []


def test_no_guest_is_made_where_there_is_no_seat(client: Client, people: list[User]) -> None:
    full = gather(people[0], people[1], capacity=2, start_when_full=False)
    playing = gather(people[0], people[1])
    closed = services.close(table=gather(people[0], capacity=2).code, host=people[0])
    for table in (full, playing, closed):
        assert client.post(url(table, "join/"), {NAME: "Fay"}).status_code == 409
    assert guests() == []


def test_a_seat_taken_at_the_same_moment_is_a_refusal(
    client: Client, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(people[0], people[1], capacity=2, start_when_full=False)
    monkeypatch.setattr(services, "require_room", lambda table: None)
    answer = client.post(url(table, "join/"), {NAME: "Fay"})
    assert answer.status_code == 409
    assert "All seats are taken." in answer.content.decode()


def test_lists_lead_nobody_to_the_table(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    page = client.get("/tables/").content.decode()
    assert f'<a class="button" href="{url(table)}">' in page
    assert "/join/" not in page


def test_nobody_opens_a_table_as_a_guest(client: Client, people: list[User]) -> None:
    assert f'name="{NAME}"' in client.get("/tables/new/").content.decode()
    answer = client.post("/tables/new/", form(name="", **{NAME: "Fay"}))
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, url(table))
    assert (table.shown_name, table.host.display_name, table.host.guest) == ("Fay’s table", "Fay", True)


@pytest.mark.parametrize("bad", [{NAME: ""}, {}, {NAME: "Fay", "capacity": "99"}, {NAME: "Fay", "options-turns": "x"}])
def test_a_table_that_cannot_be_makes_nobody(bad: dict[str, Any], client: Client, people: list[User]) -> None:
    assert client.post("/tables/new/", form(**bad)).status_code == 422
    assert guests() == []


def test_who_came_in_for_a_table_that_the_game_refuses_is_a_guest_now(client: Client, people: list[User]) -> None:
    answer = client.post("/tables/new/", form(**{"options-turns": "13", NAME: "Fay"}))
    assert answer.status_code == 422
    assert f'name="{NAME}"' not in answer.content.decode()
    assert client.post("/tables/new/", form()).status_code == 303
    assert Table.objects.get().host == guests()[0]


def test_a_guest_plays_a_whole_game_and_keeps_it(people: list[User], heron: User) -> None:
    table = gather(people[0], heron, turns=1)
    pick(table, heron, 1, number=9)
    pick(table, people[0], 1, number=2)
    browser = signed_in(heron)
    account = {"username": "heron", "display_name": "", "email": ""}
    account |= dict.fromkeys(("password", "repeated"), "chart and compass")
    assert browser.post("/accounts/keep/", account).status_code == 303
    page = browser.get("/tables/mine/").content.decode()
    assert "heron won with 9 points" in page


# --- Bringing games over to an account that was there before ------------------------------------------------------


def sign_in(heron: User, name: str) -> Client:
    """Sign in to an account in the guest's browser, and return the client."""
    browser = signed_in(heron)
    answer = browser.post("/accounts/sign-in/", {"username": name, "password": "chart and compass"})
    assert answer["Location"] == "/tables/bring/?next=%2F"
    return browser


def test_games_come_along_where_that_is_wanted(people: list[User], heron: User) -> None:
    alone = services.create_table(host=heron, new=services.NewTable("toy", "Alone", {"turns": 3}, 1))
    shared = gather(people[0], heron, capacity=3)
    browser = sign_in(heron, "ben")
    page = browser.get("/tables/bring/?next=/tables/").content.decode()
    assert "the guest Wandering Heron." in page
    assert {"Alone", "Desk"} <= {line.split("<")[0] for line in page.split('/">')}
    assert "Saved table settings are moved too." not in page
    KeptChoices.objects.create(user=heron, game="toy", name="Short", fields={}, changed_at=timezone.now())
    assert "Saved table settings are moved too." in browser.get("/tables/bring/").content.decode()
    assert browser.post("/tables/bring/", {"bring": "1", "next": "/tables/"})["Location"] == "/tables/"
    assert set(Seat.objects.filter(user=people[1]).values_list("table__code", flat=True)) == {alone.code, shared.code}
    alone.refresh_from_db()
    assert (alone.host, alone.status) == (people[1], Status.PLAYING)
    assert pick(alone, people[1], 1).number
    assert not heron.seats.exists()
    assert browser.get("/tables/bring/")["Location"] == "/"


def test_open_pages_hear_of_it(people: list[User], heron: User) -> None:
    table = gather(people[0], heron, capacity=3)
    move_tables(guest=heron, account=people[1])
    assert Table.objects.get(pk=table.pk).version == table.version + 1


def test_games_stay_where_that_is_wanted(people: list[User], heron: User) -> None:
    gather(people[0], heron, capacity=3)
    browser = sign_in(heron, "ben")
    assert browser.post("/tables/bring/")["Location"] == "/"
    assert heron.seats.count() == 1
    browser.post("/tables/bring/", {"bring": "1"})
    assert heron.seats.count() == 1


def test_seats_that_cannot_change_hands_stay(people: list[User], heron: User) -> None:
    both = gather(people[0], heron, people[1], capacity=4)
    banned = gather(people[0], heron, people[1], capacity=4)
    services.kick(table=banned.code, host=people[0], user_id=people[1].pk)
    closed = gather(heron, capacity=2)
    services.close(table=closed.code, host=heron)
    assert move_tables(guest=heron, account=people[1]) == 0
    assert set(heron.seats.values_list("table__code", flat=True)) == {both.code, banned.code, closed.code}


def test_nobody_takes_the_games_of_another_guest(people: list[User], heron: User) -> None:
    gather(people[0], heron, capacity=3)
    assert signed_in(people[1]).post("/tables/bring/", {"bring": "1"})["Location"] == "/"
    assert heron.seats.count() == 1


def test_without_games_there_is_nothing_to_ask(people: list[User], heron: User) -> None:
    assert sign_in(heron, "ben").get("/tables/bring/?next=/tables/")["Location"] == "/tables/"


def test_what_a_guest_keeps_comes_along_without_games_too(people: list[User], heron: User) -> None:
    ben = User.objects.get(username="ben")
    KeptChoices.objects.create(user=heron, game="toy", name="Short", fields={}, changed_at=timezone.now())
    sign_in(heron, "ben").get("/tables/bring/")
    assert KeptChoices.objects.get(name="Short").user == ben


def test_uploads_of_a_guest_move_only_if_wanted(people: list[User], heron: User) -> None:
    upload = gather(heron)
    upload.seats.all().delete()  # those of an upload have no users
    Table.objects.filter(pk=upload.pk).update(origin=Origin.UPLOADED)
    browser = sign_in(heron, "ben")
    assert "Uploaded games will be moved." in browser.get("/tables/bring/").content.decode()
    assert Table.objects.get(pk=upload.pk).host == heron
    browser.post("/tables/bring/", {"bring": "1"})
    assert Table.objects.get(pk=upload.pk).host == people[1]


def test_guest_is_offered_to_give_an_address_once_a_game_is_over(heron: User) -> None:
    browser = signed_in(heron)
    table = gather(heron, turns=1)
    assert "email-offer" not in browser.get("/").content.decode()
    assert "email-offer" not in browser.get(url(table)).content.decode()
    pick(table, heron, 1)
    assert 'name="next" value="/"' in browser.get("/").content.decode()
    page = browser.get(url(table)).content.decode()
    assert f'name="next" value="{url(table)}"' in page
    assert "/accounts/guest/email/" in page
    browser.post("/accounts/guest/email/", {"dismiss": "1"})
    for path in ("/", url(table)):
        assert "email-offer" not in browser.get(path).content.decode()


def test_nobody_but_the_guests_who_played_are_offered_to_give_an_address(people: list[User], heron: User) -> None:
    table = gather(people[0], turns=1)
    pick(table, people[0], 1)
    for viewer in (people[0], heron):
        assert "email-offer" not in signed_in(viewer).get(url(table)).content.decode()


def test_a_table_that_the_account_joins_this_moment_stays_the_guests(
    people: list[User], heron: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(people[0], heron, capacity=4)
    move = guests_of_tables._take_over

    def joined_first(code: str, guest: User, account: User) -> bool:
        services.join(table=code, user=account)
        return move(code, guest, account)

    monkeypatch.setattr(guests_of_tables, "_take_over", joined_first)
    assert move_tables(guest=heron, account=people[1]) == 0
    assert [seat.user for seat in Seat.objects.at(table)] == [people[0], heron, people[1]]

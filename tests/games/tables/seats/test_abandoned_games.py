"""Abandoned solo games: finished without a result, and no longer counted towards the limit."""

from typing import Any

import pytest
from django.test import Client

from engine.contract import RuleViolation
from games.accounts.models import User
from games.tables.lobby import rematches, services
from games.tables.models import Access, Seat, Status, Table, TableEvent
from games.tables.seats.absences import abandon
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick
from tests.games.tables.lobby.test_rematches import finished
from tests.games.tables.pages.test_pages import titles

HTMX = {"HX-Request": "true", "HX-Target": "strip"}


def way_out(table: Table) -> str:
    return f"/tables/{table.code}/give-up/"


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


@pytest.fixture
def alone(people: list[User]) -> Table:
    """Return a solo game that Ann has started."""
    table = gather(people[0])
    pick(table, people[0], 1)
    return Table.objects.get(pk=table.pk)


def test_it_takes_a_word_of_confirmation(ann: Client, alone: Table) -> None:
    response = ann.get(way_out(alone))
    assert (response.status_code, response["Cache-Control"].split(",")[0]) == (200, "max-age=0")
    page = response.content.decode()
    assert "Resign from this game?" in page
    assert f'href="/tables/{alone.code}/">Keep playing</a>' in page
    alone.refresh_from_db()
    assert alone.status == Status.PLAYING
    answer = ann.post(way_out(alone))
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{alone.code}/")


def test_its_page_says_what_happened_and_its_events_stay(ann: Client, people: list[User], alone: Table) -> None:
    before = TableEvent.objects.filter(table=alone).count()
    ann.post(way_out(alone))
    for client in (ann, signed_in(people[1]), Client()):
        page = client.get(f"/tables/{alone.code}/")
        assert page.status_code == 200
        assert "Ann ended the game early." in page.content.decode()
    assert TableEvent.objects.filter(table=alone).count() == before
    table = Table.objects.get(pk=alone.pk)
    assert (table.status, table.version) == (Status.CLOSED, alone.version + 1)
    assert table.finished_at
    assert list(Seat.objects.filter(table=table).values_list("awaited", "rank")) == [(False, None)]


def test_nothing_is_played_there_any_more(ann: Client, people: list[User], alone: Table) -> None:
    ann.post(way_out(alone))
    with pytest.raises(RuleViolation, match="not_playing"):
        pick(alone, people[0], 2)
    for what in ("start", "close", "leave"):
        assert ann.post(f"/tables/{alone.code}/{what}/").status_code == 409


def test_lists_show_it_among_past_games(ann: Client, alone: Table) -> None:
    for address in ("/", "/tables/mine/"):
        page = ann.get(address).content.decode()
        assert titles(page) == ["Desk"]
        assert f'href="{way_out(alone)}"' in page
    ann.post(way_out(alone))
    for address in ("/", "/tables/mine/", "/tables/"):
        shown = titles(ann.get(address).content.decode())
        assert shown == ([] if address == "/tables/" else ["Desk"])
    assert "Unfinished" in ann.get("/").content.decode()


def test_twice_is_once(ann: Client, alone: Table) -> None:
    assert [ann.post(way_out(alone)).status_code for _ in range(2)] == [303, 303]
    assert Table.objects.get(pk=alone.pk).version == alone.version + 1
    assert ann.get(way_out(alone))["Location"] == f"/tables/{alone.code}/"


@pytest.mark.parametrize("access", Access)
def test_nobody_gives_up_the_game_of_another(access: Access, people: list[User]) -> None:
    table = gather(people[0], access=access)
    for method in ("get", "post"):
        assert getattr(signed_in(people[1]), method)(way_out(table)).status_code == 404
        assert getattr(signed_in(people[1]), method)("/tables/nowhere1/give-up/").status_code == 404
        assert getattr(Client(), method)(way_out(table))["Location"].startswith("/accounts/sign-in/")
    assert Table.objects.get(pk=table.pk).status == Status.PLAYING


def test_with_others_there_or_without_a_game_there_is_nothing_to_give_up(ann: Client, people: list[User]) -> None:
    together, waiting, over = gather(*people[:2]), gather(people[0], capacity=2), finished(people[:1])
    for table, status, words in (
        (together, 422, None),
        (waiting, 409, "There’s no game in progress to resign from."),
        (over, 409, None),
    ):
        assert ann.get(way_out(table))["Location"] == f"/tables/{table.code}/"
        answer = ann.post(way_out(table))
        assert answer.status_code == status
        assert words is None or words in answer.content.decode()
        assert Table.objects.get(pk=table.pk).status == table.status
    assert way_out(together) not in ann.get("/").content.decode()


def test_fifty_games_lock_nobody_out(ann: Client, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_SOLO", 1)
    games = [services.create_table(host=people[0], new=_alone()) for _ in range(2)]
    pick(games[0], people[0], 1)
    refused = ann.post("/tables/solo/", follow=True).content.decode()
    assert (
        "You have too many unfinished solo games. Finish or resign one first. They are listed under your tables."
        in refused
    )
    assert way_out(games[0]) in refused
    ann.post(way_out(games[0]))
    assert ann.post("/tables/solo/").status_code == 303
    assert Table.objects.count() == 3


def test_games_in_which_nothing_was_played_do_not_count(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_SOLO", 1)
    for _ in range(3):
        services.create_table(host=people[0], new=_alone())
    assert Table.objects.filter(status=Status.PLAYING).count() == 3


def _alone() -> services.NewTable:
    return services.NewTable("toy", "Alone", {"turns": 3}, 1)


def test_a_rematch_that_was_given_up_makes_way_for_another(people: list[User]) -> None:
    old = finished(people[:1])
    first = rematches.rematch(table=old.code, user=people[0], same_deck=True)
    abandon(table=first.code, user=people[0])
    second = rematches.rematch(table=old.code, user=people[0], same_deck=True)
    assert (second.status, second.deck_of) == (Status.PLAYING, old)
    assert second != first


def test_a_page_of_the_game_that_asks_by_htmx_is_shown_the_end(ann: Client, alone: Table) -> None:
    ann.post(way_out(alone))
    answer: Any = ann.get(f"/tables/{alone.code}/", headers=HTMX)
    assert answer.status_code == 200
    assert "Ann ended the game early." in answer.content.decode()


def test_the_seed_stays_hidden(people: list[User], alone: Table) -> None:
    abandon(table=alone.code, user=people[0])
    User.objects.filter(pk=people[3].pk).update(is_staff=True, is_superuser=True)
    staff = signed_in(User.objects.get(pk=people[3].pk))
    assert bytes(alone.seed).hex() not in staff.get(f"/admin/tables/table/{alone.pk}/change/").content.decode()


def test_nobody_who_gave_a_game_up_is_told_that_they_never_sat_at_a_table(ann: Client, alone: Table) -> None:
    ann.post(way_out(alone))
    assert "You have no games yet. Join a table or start one." not in ann.get("/tables/mine/").content.decode()

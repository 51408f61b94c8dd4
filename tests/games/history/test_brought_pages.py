"""Imported records on every page of their table, and their visibility."""

import re
from copy import deepcopy
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from games.accounts.models import User
from games.accounts.services import make_guest
from games.history.record import record_of
from games.history.uploaded_games import LASTS
from games.tables.models import Access, Origin, Seat, Status, Table
from tests.games.history.bringing import NOON, bring, golden, page, post, stored
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.usefixtures("clock")


# Opened


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["solo_coins", "heroes_four"])
def test_it_is_stepped_through_at_every_page(name: str) -> None:
    client = Client()
    names = ["Ann", "Ben", "Cas", "Dee"][: len(golden(name)["seats"])]
    table = stored(client, name, seats=names)
    assert (table.status, table.origin, table.access) == (Status.FINISHED, Origin.UPLOADED, Access.INVITATION)
    assert [seat.shown_name for seat in Seat.objects.at(table)] == names
    for turn in range(1, table.turn + 1):
        html = page(client, table, f"turns/{turn}/")
        assert (
            "Uploaded game. The player names come from the file, and the game doesn’t count toward statistics." in html
        )
        assert names[-1] in html
    last = f"turns/{table.turn}/"
    for more in ("", "stars/", "record.json", "result.txt", "boards.txt", f"{last}?deck=lay", f"{last}?boards=all"):
        page(client, table, more)
    for picture in ("picture.png", f"{last}picture.png", "board-1.svg", "board-1.png", f"{last}board-1.svg"):
        page(client, table, picture)
    page(client, table, "board-1.pdf")
    assert client.get(f"/tables/{table.code}/year", headers={"HX-Request": "true"}).status_code == 200
    reasons = re.findall(rf'href="/tables/{table.code}/(why/[^"]+)"', page(client, table))
    assert len(reasons) > 3
    for reason in reasons:
        page(client, table, reason)


@pytest.mark.django_db
def test_names_of_the_record_are_on_pictures_and_in_texts() -> None:
    client = Client()
    table = stored(client, "two_plain", seats=["Mira", "Noa"])
    for more in ("board-1.svg", "result.txt", "boards.txt", "record.json"):
        html = client.get(f"/tables/{table.code}/{more}").content.decode()
        assert "Mira" in html
        assert "Former player" not in html
    beside_the_link = re.search('property="og:description" content="([^"]+)"', page(client, table))
    assert beside_the_link
    assert "Uploaded game" in beside_the_link[1]


@pytest.mark.django_db
def test_the_answer_leads_on() -> None:
    client = Client()
    html = bring(client, golden("two_plain"))
    table = Table.objects.get()
    assert f'href="/tables/{table.code}/turns/1/"' in html
    assert f'href="/tables/{table.code}/"' in html
    assert f"/invitations/{table.invitation}/" in html
    assert f'action="/tables/{table.code}/' not in html, "who has no account keeps nothing, and what is nobody's stays"
    assert f"/accounts/sign-in/?next=%2Ftables%2F{table.code}%2F" in html


@pytest.mark.django_db
def test_it_offers_nothing_that_makes_no_sense_there() -> None:
    ann = User.objects.create_user("ann")
    client = signed_in(ann)
    table = stored(client)
    html = page(client, table)
    for form in ("rematch", "deck", "invite", "resign", "give-up", "join"):
        assert f'/tables/{table.code}/{form}/"' not in html
    assert "Setup" not in html, "nobody knows what was chosen"
    assert [post(client, table, what) for what in ("rematch", "invite", "resign", "give-up")] == [404] * 4
    assert [post(client, table, what) for what in ("join", "kick", "close", "start")] == [409, 400, 409, 409]
    assert post(client, table, "deck", command_id=str(uuid4())) == 422
    assert post(Client(), table, "deck", guest="1") == 404
    assert Table.objects.count() == 1
    assert client.get(f"/tables/{table.code}/").headers["X-Robots-Tag"] == "noindex"


# Who sees it


@pytest.mark.django_db
def test_a_stranger_sees_it_by_its_link_alone() -> None:
    table = stored(Client())
    stranger = Client()
    page(stranger, table, status=404)
    page(stranger, table, "turns/1/", status=404)
    assert stranger.get(f"/invitations/{table.invitation}/").status_code == 303
    page(stranger, table)
    page(stranger, table, "turns/1/")


@pytest.mark.django_db
def test_who_brought_it_sees_it_on_another_device() -> None:
    ann, ben = User.objects.create_user("ann"), User.objects.create_user("ben")
    table = stored(signed_in(ann))
    page(signed_in(ann), table)
    page(signed_in(ben), table, status=404)


@pytest.mark.django_db
def test_a_record_brought_twice_is_one() -> None:
    ann = User.objects.create_user("ann")
    for client in (Client(), signed_in(ann), signed_in(make_guest(display_name="Fay"))):
        before = Table.objects.count()
        bring(client, golden("solo_coins"))
        bring(client, golden("solo_coins"))
        assert Table.objects.count() == before + 1
    bring(signed_in(ann), golden("solo_coins") | {"seats": ["Somebody else"]})
    assert Table.objects.filter(host=ann).count() == 2


@pytest.mark.django_db
def test_brought_again_its_day_begins_again(clock: time_machine.Traveller) -> None:
    client = Client()
    table = stored(client)
    clock.shift(timedelta(hours=5))
    bring(client, golden("solo_coins"))
    table.refresh_from_db()
    assert table.kept_until == NOON + timedelta(hours=5) + LASTS


def test_a_game_of_this_site_leads_to_itself(people: list[User]) -> None:
    table = played(*people, access=Access.INVITATION)
    ann, stranger = signed_in(people[0]), Client()
    html = bring(ann, record_of(table))
    assert "This game was played on this site." in html
    assert f'href="/tables/{table.code}/turns/1/"' in html
    assert Table.objects.count() == 1
    html = bring(stranger, record_of(table))
    assert "This game was played on this site." not in html
    assert table.code not in html
    assert Table.objects.uploaded().count() == 1


def test_another_game_of_its_deck_is_no_match(people: list[User]) -> None:
    table = played(people[0])
    record = record_of(table)
    Seat.objects.filter(table=table).update(user=people[1])
    other = deepcopy(record)
    assert "This game was played on this site." in bring(signed_in(people[1]), other)
    number = len(record["events"])
    Table.objects.filter(pk=table.pk).update(number=number - 1)
    assert "This game was played on this site." not in bring(signed_in(people[1]), other)

"""Forking a finished game: the pages that offer it, and the pages of the fork."""

from uuid import uuid4

from django.test import Client

from games.accounts.models import User
from games.tables.models import Access, Origin, Table
from tests.games.tables.conftest import gather
from tests.games.tables.forks.test_forks import ended_fork, finished, forked
from tests.games.tables.lobby.test_services import sitting


def url(table: Table, turn: int = 2) -> str:
    return f"/tables/{table.code}/turns/{turn}/fork/"


def test_a_stranger_plays_on_as_a_guest(client: Client, people: list[User]) -> None:
    old = finished(people[:2])
    page = client.get(f"/tables/{old.code}/turns/2/").content.decode()
    assert "Play from here as Ann" in page
    assert 'name="guest" value="1"' in page
    assert client.post(url(old), {"seat": "0"})["Location"].startswith("/accounts/sign-in/")
    answer = client.post(url(old), {"seat": "1", "guest": "1", "command_id": str(uuid4())})
    anew = Table.objects.get(fork_of=old)
    assert answer["Location"] == f"/tables/{anew.code}/"
    assert anew.host.guest
    shown = client.get(answer["Location"]).content.decode()
    assert "Continued from turn 2 of Desk, as Ben." in shown
    assert (
        "The card order is determined by a seed. In this game the seed isn’t secret: the game "
        "continues another one, so anyone who saw that game knows the card order." in shown
    )
    assert "Resign from this game" in shown
    assert "/resign/" not in shown


def test_a_form_sent_twice_opens_one_table(client: Client, people: list[User]) -> None:
    old = finished(people[:2])
    client.force_login(people[2])
    sent = {"seat": "0", "command_id": str(uuid4())}
    assert client.post(url(old), sent)["Location"] == client.post(url(old), sent)["Location"]
    assert sitting(Table.objects.get(fork_of=old))[0] == "Cas"


def test_what_is_not_there_is_not_played_on(client: Client, people: list[User]) -> None:
    old, running = finished(people[:2]), gather(people[0], people[1])
    hidden = finished(people[:2], access=Access.INVITATION)
    guest = {"seat": "0", "guest": "1"}
    assert client.post(url(running, 1), guest).status_code == 409
    assert client.post(url(hidden), guest).status_code == 404
    assert client.post(url(old, 4), guest).status_code == 404
    assert client.post(url(old, 0), guest).status_code == 404
    for seat, status in (("2", 404), ("x", 400), ("", 400), ("-1", 400), ("１", 400)):
        assert client.post(url(old), {"seat": seat, "guest": "1"}).status_code == status
    assert client.get(url(old))["Location"] == f"/tables/{old.code}/turns/2/"
    assert not User.objects.guests().exists()
    assert not Table.objects.filter(origin=Origin.FORK).exists()


def test_at_the_end_it_is_tried_again_or_left(client: Client, people: list[User]) -> None:
    anew = ended_fork(people)
    client.force_login(people[2])
    page = client.get(f"/tables/{anew.code}/").content.decode()
    assert "Try again from the same point" in page
    assert f'action="{url(anew.fork_of)}"' in page
    assert not [label for label in ("Play again", "Play this deck", "Others who played this deck") if label in page]


def test_where_there_is_no_room_for_its_name_the_strip_says_what_it_is(client: Client, people: list[User]) -> None:
    """Check solo games too, where the strip has no other label."""
    mark = '<p id="strip-progress" class="strip-progress figures" aria-hidden="true">'
    for count, user in ((2, people[2]), (1, people[0])):
        old = finished(people[:count])
        client.force_login(user)
        assert f"{mark}Continued from turn 2</p>" in client.get(f"/tables/{forked(old, user).code}/").content.decode()
        assert mark not in client.get(f"/tables/{old.code}/").content.decode()


def test_who_may_not_see_the_game_is_not_led_there(client: Client, people: list[User]) -> None:
    old = finished(people[:2], access=Access.INVITATION)
    anew = forked(old, people[0])
    client.get(f"/invitations/{anew.invitation}/")
    page = client.get(f"/tables/{anew.code}/").content.decode()
    assert "Continued from turn 2 of another game." in page
    assert old.code not in page
    client.force_login(people[0])
    assert old.code in client.get(f"/tables/{anew.code}/").content.decode()

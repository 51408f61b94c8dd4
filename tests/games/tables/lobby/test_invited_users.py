"""Invitations by username."""

import re
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import make_guest
from games.tables import errors, signals
from games.tables.errors import InviteRefusal, RefusalReason
from games.tables.lobby import hosting, services
from games.tables.models import Access, Invited, Seat, Table
from games.tables.pages.consumers import _read_sight
from games.tables.people import personal_data
from games.tables.people.guests import move_tables, tidy_guests
from games.tables.people.personal_data import export_user_data
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.pages.test_pages import titles
from tests.games.tables.present import present
from tests.games.tables.timeouts.test_worker import heard


@pytest.fixture
def table(people: list[User]) -> Table:
    """Return Ann's invite-only table, where Ben has a seat too."""
    return gather(people[0], people[1], capacity=4, access=Access.INVITATION)


def ask(user: User, table: Table, name: str) -> Any:
    return signed_in(user).post(f"/tables/{table.code}/invite/", {"invite-username": name})


def home(user: User) -> str:
    return unescape(signed_in(user).get("/").content.decode())


def sees(user: User, table: Table) -> bool:
    cookies: Any = {"cookies": {}, "session": {}}
    page = signed_in(user).get(f"/tables/{table.code}/").status_code
    heard_of = _read_sight(table.code, user.pk, cookies) is not None
    assert (page == 200) == heard_of
    return heard_of


def invited(table: Table) -> set[str]:
    return set(Invited.objects.filter(table=table).values_list("user__username", flat=True))


def test_who_is_invited_sees_the_table_and_sits_down(people: list[User], table: Table) -> None:
    cas = people[2]
    assert not sees(cas, table)
    with heard(signals.person_invited) as news:
        assert ask(people[1], table, "CAS").status_code == 303
        assert ask(people[0], table, "cas").status_code == 303, "though it is done already"
    assert [(one["table"], one["by"], one["person"]) for one in news] == [(table, people[1], cas)]
    assert present(table).version == table.version + 1
    assert sees(cas, table)
    assert not sees(people[3], table)
    assert signed_in(cas).post(f"/tables/{table.code}/join/").status_code == 303
    assert Seat.objects.filter(table=table, user=cas).exists()


def test_the_table_says_who_is_invited_to_who_sits_there(people: list[User], table: Table) -> None:
    ask(people[0], table, "cas")
    for user in people[:2]:
        page = signed_in(user).get(f"/tables/{table.code}/").content.decode()
        assert re.findall(r'Invited:\s+<a href="/people/cas/">Cas</a>', page)
        assert 'name="invite-username"' in page
    page = signed_in(people[2]).get(f"/tables/{table.code}/").content.decode()
    assert "Invited:" not in page
    assert 'name="invite-username"' not in page
    User.objects.filter(pk__in=(people[1].pk, people[2].pk)).update(hidden=True)
    page = signed_in(people[0]).get(f"/tables/{table.code}/").content.decode()
    assert 'href="/people/ann/"' in page
    assert not any(f"/people/{name}/" in page for name in ("ben", "cas")), "their pages are theirs alone"
    services.join(table=table.code, user=people[2])
    assert "Invited:" not in signed_in(people[0]).get(f"/tables/{table.code}/").content.decode()


def test_what_is_wrong_with_a_name_is_said_at_its_field(people: list[User], table: Table) -> None:
    services.join(table=table.code, user=people[3])
    services.kick(table=table.code, host=people[0], user_id=people[3].pk)
    User.objects.filter(pk=people[2].pk).update(is_active=False)
    for name, words in (
        ("zoe", "No player here has this name."),
        ("cas", "No player here has this name."),
        ("ann", "You’ve already joined this table."),
        ("ben", "This player has already joined the table."),
        ("dee", "This player was removed from this table"),
        ("", "This field is required."),
        ("x" * 400, "Ensure this value has at most 20 characters"),
    ):
        answer = ask(people[0], table, name)
        page = unescape(answer.content.decode())
        assert answer.status_code == 422, name
        assert page.count(words) == 1, name
        assert 'aria-invalid="true"' in page
        assert f'value="{name}"' in page or not name
    assert invited(table) == set()


def test_only_who_sits_there_invites_and_only_before_the_game(people: list[User], table: Table) -> None:
    assert ask(people[2], table, "dee").status_code == 404
    open_table = gather(people[0], capacity=3)
    assert ask(people[2], open_table, "dee").status_code == 404
    begun = gather(people[0], people[1])
    assert ask(people[0], begun, "dee").status_code == 409
    assert not Invited.objects.exists()


def test_there_is_an_end_to_inviting(people: list[User], table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "MOST_INVITED", 1)
    ask(people[0], table, "cas")
    with pytest.raises(InviteRefusal) as refusal:
        hosting.invite(table=table.code, by=people[0], username="dee")
    assert refusal.value.reason == RefusalReason.TOO_MANY_INVITED
    answers = [ask(people[1], table, "nobody").status_code for _ in range(errors.INVITE.times + 1)]
    assert answers == [422] * errors.INVITE.times + [429]


def test_home_asks_first_who_is_invited(people: list[User], table: Table) -> None:
    other = gather(people[1], capacity=3)
    Table.objects.filter(pk=other.pk).update(name="For all")
    ask(people[0], table, "cas")
    hosting.invite(table=other.code, by=people[1], username="cas")
    page = home(people[2])
    assert titles(page) == ["For all", "Desk"], "the latest first, and none twice"
    assert "Ann invited you." in page
    assert f'action="/tables/{table.code}/join/"' in page
    assert f'action="/tables/{table.code}/decline/"' in page
    assert "Invitations for you" not in home(people[3])
    services.join(table=table.code, user=people[2])
    services.close(table=other.code, host=people[1])
    assert "Invitations for you" not in home(people[2])


def test_who_says_no_is_asked_no_more(people: list[User], table: Table) -> None:
    ask(people[0], table, "cas")
    cas = signed_in(people[2])
    answer: Any = cas.post(f"/tables/{table.code}/decline/")
    assert (answer.status_code, answer.url) == (303, "/")
    page = cas.get("/").content.decode()
    assert "You declined the invitation to “Desk”." in page
    assert "Invitations for you" not in page
    assert not sees(people[2], table)
    assert cas.post(f"/tables/{table.code}/decline/").status_code == 404
    assert present(table).version == table.version + 2


def test_who_is_sent_away_is_invited_no_more(people: list[User], table: Table) -> None:
    ask(people[0], table, "cas")
    services.join(table=table.code, user=people[2])
    services.kick(table=table.code, host=people[0], user_id=people[2].pk)
    assert not sees(people[2], table)
    assert "Invitations for you" not in home(people[2])


def test_a_person_takes_along_to_what_they_were_invited(people: list[User], table: Table) -> None:
    ask(people[0], table, "cas")
    row = Invited.objects.get()
    exported = [{"at": row.at, "code": table.code}]
    cas, ann, ben = (export_user_data(people[index]) for index in (2, 0, 1))
    assert (cas["invited_to"], cas["invited"]) == (exported, [])
    assert (ann["invited_to"], ann["invited"]) == ([], exported)
    assert (ben["invited_to"], ben["invited"]) == ([], [])
    assert "cas" not in str(ann["invited"]).replace(table.code, "")


def test_who_goes_for_good_leaves_no_invitation(people: list[User], table: Table) -> None:
    ask(people[1], table, "cas")
    ask(people[1], table, "dee")
    personal_data.erase(user=people[2])
    assert invited(table) == {"dee"}
    personal_data.erase(user=people[1])
    assert invited(table) == {"dee"}
    assert Invited.objects.get().by is None
    assert "invited you." not in home(people[3])
    assert "Invitations for you" in home(people[3])


def test_invitations_come_along_from_a_guest_and_go_with_one(people: list[User], table: Table) -> None:
    heron, crane = make_guest(display_name="Heron"), make_guest(display_name="Crane")
    other = gather(people[0], capacity=3)
    for one, guest in ((table, heron), (other, heron), (table, crane)):
        hosting.invite(table=one.code, by=people[0], username=guest.username)
    ask(people[0], table, "cas")
    move_tables(guest=heron, account=people[2])
    assert invited(other) == {"cas"}
    assert invited(table) == {"cas", heron.username, crane.username}
    User.objects.filter(guest=True).update(last_login=timezone.now() - 2 * errors.INVITE.window * 24 * 400)
    assert tidy_guests(silent_for=errors.INVITE.window) == 2
    assert invited(table) == {"cas"}

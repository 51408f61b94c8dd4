"""The People page, who is online, and people to invite by one tap."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games import clock
from games.accounts.models import User
from games.accounts.services import make_guest
from games.people.blocks import blocked_ids
from games.people.services import block, follow
from games.tables.lobby import acquaintances, hosting, services
from games.tables.lobby.acquaintances import games_to_watch, online_ids, people_met, suggest_people
from games.tables.models import Access, Seat, Table
from tests.games.tables.clients import been_here, people_named, signed_in, text_of
from tests.games.tables.conftest import gather


@pytest.fixture(autouse=True)
def _all_addresses(settings: Any) -> None:
    settings.ROOT_URLCONF = "carto_site.urls"


def see(table: Table, user: User, seconds: int = 40) -> None:
    """Let a player have the page of a table open."""
    Seat.objects.filter(table=table, user=user).update(visible_until=clock.now() + timedelta(seconds=seconds))


def met(user: User) -> list[str]:
    return [str(one.user) for one in people_met(user, blocked_ids(user))]


def page_of(user: User) -> Any:
    return signed_in(user).get("/people/").context["page"]


def names(lines: Any) -> list[str]:
    return [line.name for line in lines]


def suggested(user: User, table: Table) -> list[str]:
    return [one.name for one in suggest_people(table, user, list(Seat.objects.at(table)))]


def test_people_met_are_those_of_the_latest_games(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cas, dee = people
    assert met(ann) == []
    gather(ann, ben)
    gather(cas, ann)
    gather(ann)  # solo
    gather(ben, cas)  # without her
    gather(ann, dee, capacity=3)  # not begun
    assert met(ann) == ["Cas", "Ben"]
    monkeypatch.setattr(acquaintances, "RECENT_GAMES", 1)
    assert met(ann) == ["Cas"]


def test_people_met_leave_out_blocked_ones_and_deleted_accounts(people: list[User]) -> None:
    ann, ben, cas, dee = people
    gather(ann, ben, cas, dee)
    block(blocker=ben, blocked=ann)
    block(blocker=ann, blocked=cas)
    assert met(ann) == ["Dee"]
    User.objects.filter(pk=dee.pk).update(is_active=False)
    assert met(ann) == []


def test_guests_are_met_but_not_invited_or_followed(people: list[User]) -> None:
    ann, guest = people[0], make_guest(display_name="Heron")
    gather(ann, guest)
    (line,) = page_of(ann).met
    assert (line.name, line.is_guest, line.invite, line.forms.follow, line.forms.block) == (
        *("Heron", True, None),
        *(False, True),
    )
    assert guest.username not in text_of(signed_in(ann).get("/people/"))


def test_online_is_who_has_the_page_of_a_table_open(people: list[User]) -> None:
    ann, ben, cas, dee = people
    table = gather(ann, ben, cas, dee)
    for user, seconds in ((ann, 40), (ben, -1), (cas, 3600)):  # the last is of a clock that was wrong
        see(table, user, seconds)
    assert online_ids(people) == {ann.pk}
    User.objects.filter(pk=ann.pk).update(shows_online=False)
    assert online_ids(User.objects.all()) == frozenset()


@pytest.mark.parametrize("blocker", [0, 1])
def test_blocked_people_are_never_shown_online(people: list[User], blocker: int) -> None:
    ann, ben, *_ = people
    see(gather(ann, ben), ben)
    assert online_ids([ben], blocked_ids(ann)) == {ben.pk}
    block(blocker=people[blocker], blocked=people[1 - blocker])
    assert online_ids([ben], blocked_ids(ann)) == frozenset()
    assert not any(line.is_online for line in (*page_of(ann).met, *page_of(ann).blocked))


def test_followed_people_are_listed_online_first_with_their_public_game(people: list[User]) -> None:
    ann, ben, cas, dee = people
    for other in (ben, cas, dee):
        follow(follower=ann, followed=other)
    table, private = gather(ben, cas), gather(dee, cas, access=Access.INVITATION)
    see(table, ben)
    page = page_of(ann)
    assert names(page.followed) == ["Ben", "Dee", "Cas"]
    assert [line.is_online for line in page.followed] == [True, False, False]
    assert [bool(line.watch) for line in page.followed] == [True, False, True]
    assert page.followed[0].watch.url == f"/tables/{table.code}/"
    assert private.code not in text_of(signed_in(ann).get("/people/"))


def test_followed_person_who_has_blocked_the_viewer_shows_no_game(people: list[User]) -> None:
    ann, ben, cas, _ = people
    block(blocker=ben, blocked=ann)
    follow(follower=ann, followed=ben)
    see(gather(ben, cas), ben)
    (line,) = page_of(ann).followed
    assert (line.watch, line.is_online) == (None, False)
    assert page_of(ben).followers == 0


def test_game_of_a_hidden_person_is_not_shown(people: list[User]) -> None:
    ann, ben, cas, _ = people
    follow(follower=ann, followed=ben)
    gather(ben, cas)
    assert set(games_to_watch([ben])) == {ben.pk}
    User.objects.filter(pk=ben.pk).update(hidden=True)
    (line,) = page_of(ann).followed
    assert (line.watch, line.url, line.together) == (None, "", "")


def test_followers_are_counted_and_blocked_people_listed(people: list[User]) -> None:
    ann, ben, cas, dee = people
    follow(follower=ben, followed=ann)
    follow(follower=cas, followed=ann)
    block(blocker=ann, blocked=dee)
    block(blocker=cas, blocked=ann)
    page = page_of(ann)
    assert (page.followers, names(page.blocked)) == (1, ["Dee"])
    assert page.blocked[0].forms.unblock


def test_page_without_people_has_an_action_in_every_list(people: list[User]) -> None:
    page = text_of(signed_in(people[0]).get("/people/"))
    for words in ("You don’t follow anyone yet.", "You haven’t played with other people yet.", "Browse open tables"):
        assert words in page
    guest = text_of(signed_in(make_guest(display_name="Heron")).get("/people/"))
    assert "Create an account to follow people." in guest


def test_invite_goes_to_the_waiting_table_or_to_a_new_one(people: list[User]) -> None:
    ann, ben, *_ = people
    gather(ann, ben)
    assert page_of(ann).met[0].invite.link == "/tables/new/?invite=ben"
    full, waiting = gather(ann, people[2]), gather(ann, capacity=3)
    assert full.is_over is False
    assert page_of(ann).met[-1].invite.post == f"/tables/{waiting.code}/invite/"


def test_following_is_paged(people: list[User]) -> None:
    ann = people[0]
    for other in people_named(*(f"Person{number}" for number in range(21))):
        follow(follower=ann, followed=other)
    first = page_of(ann)
    assert (len(first.followed), first.older, first.newer) == (20, "?page=2", "")
    second = signed_in(ann).get("/people/?page=2").context["page"]
    assert (len(second.followed), second.newer) == (1, "?page=1")


def test_queries_of_the_page_do_not_grow(people: list[User], django_assert_max_num_queries: Any) -> None:
    ann, ben, *others = people
    follow(follower=ann, followed=ben)
    browser = been_here(ann)
    for other in others:
        follow(follower=ann, followed=other)
        gather(ann, other)
        gather(ben, other)
    with django_assert_max_num_queries(18):
        browser.get("/people/")


# --- Invitations by one tap -------------------------------------------------------------------------------------------


def test_table_suggests_followed_and_met_people(people: list[User]) -> None:
    ann, ben, cas, dee = people
    gather(ann, ben)
    follow(follower=ann, followed=cas)
    follow(follower=ann, followed=dee)
    see(gather(dee, ben), dee)
    table = gather(ann, capacity=4)
    assert suggested(ann, table) == ["Dee", "Cas", "Ben"]
    page = text_of(signed_in(ann).get(f"/tables/{table.code}/"))
    assert 'id="invite-cas"' in page
    answer = signed_in(ann).post(f"/tables/{table.code}/invite/", {"invite-username": "cas"})
    assert answer.status_code == 303
    assert suggested(ann, table) == ["Dee", "Ben"]


def test_suggestions_leave_out_people_who_can_not_come(people: list[User]) -> None:
    ann, ben, cas, dee = people
    guest = make_guest(display_name="Heron")
    gather(ann, ben, cas, dee, guest)
    table = gather(ann, capacity=6)
    assert set(suggested(ann, table)) == {"Ben", "Cas", "Dee"}
    services.join(table=table.code, user=ben)
    assert set(suggested(ann, table)) == {"Cas", "Dee"}
    block(blocker=cas, blocked=ben)
    assert suggested(ann, table) == ["Dee"]
    User.objects.filter(pk=dee.pk).update(invited_by_followed=True)
    assert suggested(ann, table) == []
    follow(follower=dee, followed=ann)
    assert suggested(ann, table) == ["Dee"]
    hosting.invite(table=table.code, by=ann, username="dee")
    services.join(table=table.code, user=dee)
    services.kick(table=table.code, host=ann, user_id=dee.pk)
    assert suggested(ann, table) == []


def test_only_players_at_a_table_with_room_get_suggestions(people: list[User]) -> None:
    ann, ben, cas, _ = people
    follow(follower=cas, followed=ben)
    table = gather(ann, capacity=2, start_when_full=False)
    assert 'id="suggested"' not in text_of(signed_in(cas).get(f"/tables/{table.code}/"))
    follow(follower=ann, followed=ben)
    assert 'id="suggested"' in text_of(signed_in(ann).get(f"/tables/{table.code}/"))
    services.join(table=table.code, user=cas)
    assert 'id="suggested"' not in text_of(signed_in(ann).get(f"/tables/{table.code}/"))

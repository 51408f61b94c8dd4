"""Blocks between users: open tables, joining, invitations, waiting tables and rematches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.backends.cache import SessionStore
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from games.accounts.services import make_guest
from games.people.models import Block, Follow
from games.people.services import block, follow, unblock
from games.tables import signals
from games.tables.errors import RefusalReason
from games.tables.lobby import hosting, rematches, services
from games.tables.models import Access, Exclusion, Invited, Seat, Status, Table, Vote
from games.tables.pages.post_game import build_post_game_offers, rematch_offer
from games.tables.seats import absences
from tests.games.tables.clients import been_here, signed_in, text_of
from tests.games.tables.conftest import gather
from tests.games.tables.lobby.test_invited_users import ask, invited
from tests.games.tables.lobby.test_rematches import finished
from tests.games.tables.lobby.test_services import refusal, sitting
from tests.games.tables.present import present
from tests.games.tables.timeouts.test_worker import heard

Blocking = Callable[[User, User], None]


@pytest.fixture(params=["blocker", "blocked"])
def blocks(request: pytest.FixtureRequest) -> Blocking:
    """Function that blocks its second user for the first, or the other way round: rules are the same for both."""

    def store(one: User, other: User) -> None:
        first, second = (one, other) if request.param == "blocker" else (other, one)
        block(blocker=first, blocked=second)

    return store


def codes(user: User, path: str) -> set[str]:
    """Return the codes of the tables that a user may join from a page."""
    page = signed_in(user).get(path).context["page"]
    lists = [getattr(page, name, ()) for name in ("open", "tables", "free", "invited")]
    return {card.code for cards in lists for card in cards}


@pytest.mark.parametrize("path", ["/", "/tables/"])
def test_open_tables_leave_out_those_where_a_blocked_user_sits(people: list[User], blocks: Blocking, path: str) -> None:
    ann, ben, cas, dee = people
    hosted, joined = gather(ben, capacity=3), gather(cas, ben, capacity=3)
    other = gather(dee, capacity=2)
    assert codes(ann, path) == {hosted.code, joined.code, other.code}
    blocks(ann, ben)
    assert codes(ann, path) == {other.code}
    assert codes(dee, path) == {hosted.code, joined.code} | ({other.code} if path == "/tables/" else set())


@pytest.mark.parametrize("path", ["/", "/tables/"])
def test_lists_take_the_same_queries_however_many_blocks(
    people: list[User], path: str, django_assert_max_num_queries: Any
) -> None:
    ann, ben, *_ = people
    for _number in range(3):
        gather(ben, capacity=3)
    browser = been_here(ann)
    with CaptureQueriesContext(connection) as before:
        browser.get(path)
    for number in range(20):
        other = make_guest(display_name=f"Heron {number}")
        blocker, blocked = (ann, other) if number % 2 else (other, ann)
        block(blocker=blocker, blocked=blocked)
    with django_assert_max_num_queries(len(before)):
        browser.get(path)


def test_blocked_user_can_not_join(people: list[User], blocks: Blocking) -> None:
    ann, ben, cas, _ = people
    table = gather(cas, ben, capacity=4)
    blocks(ann, ben)
    assert refusal(services.join, table=table.code, user=ann).reason == RefusalReason.KEPT_APART
    answer = signed_in(ann).post(f"/tables/{table.code}/join/")
    assert answer.status_code == 422
    assert "You can’t join this table." in text_of(answer)
    assert sitting(table) == ["Cas", "Ben"]


def test_page_of_table_tells_a_blocked_user_instead_of_a_button(people: list[User], blocks: Blocking) -> None:
    ann, ben, *_ = people
    table = gather(ben, capacity=3)
    assert 'id="join"' in text_of(signed_in(ann).get(f"/tables/{table.code}/"))
    blocks(ann, ben)
    page = text_of(signed_in(ann).get(f"/tables/{table.code}/"))
    assert 'id="join"' not in page
    assert "You can’t join this table." in page
    link = signed_in(ann).get(f"/invitations/{table.invitation}/")
    assert (link.status_code, link["Location"]) == (303, f"/tables/{table.code}/")


def test_unblocked_user_can_join_again(people: list[User]) -> None:
    ann, ben, *_ = people
    table = gather(ben, capacity=2)
    block(blocker=ben, blocked=ann)
    unblock(blocker=ben, blocked=ann)
    assert services.join(table=table.code, user=ann).status == Status.PLAYING


def test_guest_is_kept_apart_too(people: list[User]) -> None:
    guest = make_guest(display_name="Heron")
    table = gather(people[0], capacity=3)
    block(blocker=guest, blocked=people[0])
    assert refusal(services.join, table=table.code, user=guest).reason == RefusalReason.KEPT_APART


def test_bots_are_not_affected(people: list[User]) -> None:
    ann, ben, *_ = people
    block(blocker=ann, blocked=ben)
    table = gather(ann, capacity=3)
    hosting.seat_bot(table=table.code, host=ann, level=hosting.DEFAULT_LEVEL)
    assert Seat.objects.filter(table=table).count() == 2


def test_free_seat_in_a_game_of_a_blocked_user_can_not_be_taken(people: list[User], blocks: Blocking) -> None:
    ann, ben, cas, dee = people
    table = gather(ann, ben, cas)
    absences.resign(table=table.code, user=ben)
    for voter in (ann, cas):
        absences.vote(table=table.code, user=voter, choice=Vote.INVITE)
    assert table.code in codes(dee, "/tables/")
    blocks(dee, cas)
    assert table.code not in codes(dee, "/tables/")
    assert refusal(absences.take_seat, table=table.code, user=dee, index=1).reason == RefusalReason.KEPT_APART


def test_game_in_progress_continues_after_a_block(people: list[User]) -> None:
    ann, ben, *_ = people
    table = gather(ann, ben)
    block(blocker=ann, blocked=ben)
    assert sitting(table) == ["Ann", "Ben"]
    assert present(table).status == Status.PLAYING


# --- Invitations ------------------------------------------------------------------------------------------------------


def test_invitation_of_a_blocked_user_is_refused(people: list[User], blocks: Blocking) -> None:
    ann, ben, cas, _ = people
    table = gather(cas, ben, capacity=4)
    blocks(ann, ben)
    for host in (ben, cas):  # at a table of Cas they would have to sit together, too
        answer = ask(host, table, "ann")
        assert answer.status_code == 422
        assert "This player doesn’t accept your invitations." in text_of(answer)
    assert invited(table) == set()


def test_refusal_is_the_same_as_of_a_user_who_accepts_only_some_invitations(people: list[User]) -> None:
    ann, ben, cas, _ = people
    table = gather(ben, capacity=4)
    User.objects.filter(pk=ann.pk).update(invited_by_followed=True)
    block(blocker=cas, blocked=ben)
    one, other = ask(ben, table, "ann"), ask(ben, table, "cas")
    assert one.status_code == other.status_code == 422
    words = "This player doesn’t accept your invitations."
    assert words in text_of(one)
    assert words in text_of(other)
    follow(follower=ann, followed=ben)
    assert ask(ben, table, "ann").status_code == 303


def test_block_withdraws_invitations_in_both_directions(people: list[User], blocks: Blocking) -> None:
    ann, ben, cas, dee = people
    of_ann, of_ben, of_cas = gather(ann, capacity=3), gather(ben, capacity=3), gather(cas, ben, capacity=4)
    kept = gather(dee, capacity=3)
    for table, by, name in ((of_ann, ann, "ben"), (of_ben, ben, "ann"), (of_cas, cas, "ann"), (kept, dee, "ann")):
        hosting.invite(table=table.code, by=by, username=name)
    version = present(of_ann).version
    blocks(ann, ben)
    assert [invited(table) for table in (of_ann, of_ben, of_cas, kept)] == [set(), set(), set(), {"ann"}]
    assert present(of_ann).version == version + 1


def test_invitation_to_a_table_that_a_blocked_user_joins_later_is_not_listed(people: list[User]) -> None:
    ann, ben, cas, _ = people
    table = gather(cas, capacity=4, access=Access.INVITATION)
    block(blocker=ben, blocked=ann)
    hosting.invite(table=table.code, by=cas, username="ann")
    assert codes(ann, "/") == {table.code}
    services.join(table=table.code, user=ben)
    assert codes(ann, "/") == set()
    assert Invited.objects.filter(user=ann).exists()


# --- Tables where both wait -------------------------------------------------------------------------------------------


def test_blocker_who_hosts_removes_the_other(people: list[User]) -> None:
    ann, ben, cas, _ = people
    table = gather(ann, ben, cas, capacity=4)
    block(blocker=ann, blocked=ben)
    assert sitting(table) == ["Ann", "Cas"]
    assert Exclusion.objects.filter(table=table, user=ben).exists()


def test_blocker_who_is_not_host_leaves(people: list[User]) -> None:
    ann, ben, cas, _ = people
    of_cas, of_ben = gather(cas, ann, ben, capacity=4), gather(ben, ann, capacity=4)
    block(blocker=ann, blocked=ben)
    assert (sitting(of_cas), sitting(of_ben)) == (["Cas", "Ben"], ["Ben"])
    assert not Exclusion.objects.exists()


# --- Rematches --------------------------------------------------------------------------------------------------------


def test_rematch_is_not_offered_to_a_blocked_player(people: list[User], blocks: Blocking) -> None:
    ann, ben, cas, _ = people
    old = finished(people[:3])
    blocks(ann, ben)
    with heard(signals.rematch_offered) as news:
        again = rematches.rematch(table=old.code, user=ann)
    assert [one["people"] for one in news] == [[cas]]
    offer = rematch_offer(old, ben.pk)
    assert (offer.post, offer.link, offer.name) == ("", "", "")
    assert rematch_offer(old, cas.pk).name == "Ann"
    assert refusal(rematches.rematch, table=old.code, user=ben).reason == RefusalReason.KEPT_APART
    rematches.rematch(table=old.code, user=cas)
    assert sitting(again) == ["Ann", "Cas"]


def test_two_players_with_a_block_have_no_rematch(people: list[User], blocks: Blocking, rf: RequestFactory) -> None:
    ann, ben, *_ = people
    old = finished([ann, ben])
    request = rf.get("/", headers={"cookie": ""})
    request.user, request.session = ann, SessionStore()
    offer = build_post_game_offers(request, old, seated=True, seats=2).rematch
    assert offer
    assert offer.post
    blocks(ann, ben)
    assert refusal(rematches.rematch, table=old.code, user=ann).reason == RefusalReason.NO_REMATCH
    assert not Table.objects.filter(rematch_of=old).exists()
    offer = build_post_game_offers(request, old, seated=True, seats=2).rematch
    assert offer
    assert (offer.post, offer.link) == ("", "")


def test_solo_game_is_played_again_despite_blocks(people: list[User]) -> None:
    block(blocker=people[0], blocked=people[1])
    old = finished(people[:1])
    assert rematches.rematch(table=old.code, user=people[0]).status == Status.PLAYING
    assert (Block.objects.count(), Follow.objects.count()) == (1, 0)

"""Following and blocking."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, connection, transaction

from games.accounts.models import AccountDeleted, User
from games.people import services
from games.people.blocks import blocked_ids, is_blocked_among
from games.people.errors import PeopleRefusal, PeopleRefusalReason
from games.people.models import Block, Follow
from games.tables.people.guests import move_tables
from games.tables.people.personal_data import erase, export_user_data


def follows() -> set[tuple[str, str]]:
    return set(Follow.objects.values_list("follower__display_name", "followed__display_name"))


def blocks() -> set[tuple[str, str]]:
    return set(Block.objects.values_list("blocker__display_name", "blocked__display_name"))


def refused(call: Any, **people: User) -> PeopleRefusalReason:
    with pytest.raises(PeopleRefusal) as refusal:
        call(**people)
    return refusal.value.reason


def test_follow_twice_stores_one_row(people: list[User]) -> None:
    ann, ben, *_ = people
    services.follow(follower=ann, followed=ben)
    services.follow(follower=ann, followed=ben)
    services.follow(follower=ben, followed=ann)
    assert follows() == {("Ann", "Ben"), ("Ben", "Ann")}
    services.unfollow(follower=ann, followed=ben)
    services.unfollow(follower=ann, followed=ben)
    assert follows() == {("Ben", "Ann")}


def test_follow_of_oneself_is_refused(people: list[User]) -> None:
    ann = people[0]
    assert refused(services.follow, follower=ann, followed=ann) == PeopleRefusalReason.ONESELF
    with pytest.raises(IntegrityError), transaction.atomic():
        Follow.objects.create(follower=ann, followed=ann)


def test_follow_by_guest_or_of_guest_is_refused(people: list[User], guest: User) -> None:
    assert refused(services.follow, follower=guest, followed=people[0]) == PeopleRefusalReason.NO_ACCOUNT
    assert refused(services.follow, follower=people[0], followed=guest) == PeopleRefusalReason.UNAVAILABLE


def test_follow_of_hidden_user_is_refused(people: list[User]) -> None:
    ann, ben, cas, _ = people
    services.follow(follower=cas, followed=ben)
    User.objects.filter(pk=ben.pk).update(hidden=True)
    assert refused(services.follow, follower=ann, followed=ben) == PeopleRefusalReason.UNAVAILABLE
    assert follows() == {("Cas", "Ben")}


def test_follow_of_a_person_one_has_blocked_is_refused(people: list[User]) -> None:
    ann, ben, *_ = people
    services.block(blocker=ann, blocked=ben)
    assert refused(services.follow, follower=ann, followed=ben) == PeopleRefusalReason.BLOCKED


def test_follow_of_a_person_who_has_blocked_the_follower_looks_like_any_other(people: list[User]) -> None:
    ann, ben, *_ = people
    services.block(blocker=ben, blocked=ann)
    services.follow(follower=ann, followed=ben)
    assert follows() == {("Ann", "Ben")}


def test_follow_has_a_limit(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_FOLLOWED", 2)
    ann, *others = people
    for other in others[:2]:
        services.follow(follower=ann, followed=other)
    assert refused(services.follow, follower=ann, followed=others[2]) == PeopleRefusalReason.TOO_MANY_FOLLOWED
    services.follow(follower=ann, followed=others[0])  # is stored already


def test_block_ends_follows_in_both_directions(people: list[User]) -> None:
    ann, ben, cas, _ = people
    for follower, followed in ((ann, ben), (ben, ann), (ann, cas)):
        services.follow(follower=follower, followed=followed)
    services.block(blocker=ann, blocked=ben)
    services.block(blocker=ann, blocked=ben)
    assert follows() == {("Ann", "Cas")}
    assert blocks() == {("Ann", "Ben")}
    services.unblock(blocker=ben, blocked=ann)
    assert blocks() == {("Ann", "Ben")}
    services.unblock(blocker=ann, blocked=ben)
    assert (blocks(), follows()) == (set(), {("Ann", "Cas")})


def test_block_of_oneself_is_refused(people: list[User]) -> None:
    ann = people[0]
    assert refused(services.block, blocker=ann, blocked=ann) == PeopleRefusalReason.ONESELF
    with pytest.raises(IntegrityError), transaction.atomic():
        Block.objects.create(blocker=ann, blocked=ann)


def test_block_has_a_limit(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_BLOCKED", 1)
    ann, ben, cas, _ = people
    services.block(blocker=ann, blocked=ben)
    assert refused(services.block, blocker=ann, blocked=cas) == PeopleRefusalReason.TOO_MANY_BLOCKED


def test_guest_blocks_and_is_blocked(people: list[User], guest: User) -> None:
    services.block(blocker=guest, blocked=people[0])
    services.block(blocker=people[1], blocked=guest)
    assert blocked_ids(guest) == {people[0].pk, people[1].pk}


def test_blocked_ids_has_both_directions_in_one_query(people: list[User], django_assert_num_queries: Any) -> None:
    ann, ben, cas, dee = people
    services.block(blocker=ann, blocked=ben)
    services.block(blocker=cas, blocked=ann)
    with django_assert_num_queries(1):
        assert blocked_ids(ann) == {ben.pk, cas.pk}
    assert (blocked_ids(ben), blocked_ids(dee)) == ({ann.pk}, frozenset())
    with django_assert_num_queries(0):
        assert blocked_ids(AnonymousUser()) == frozenset()


def test_is_blocked_among_has_both_directions(people: list[User], django_assert_num_queries: Any) -> None:
    ann, ben, cas, dee = people
    services.block(blocker=ann, blocked=ben)
    services.block(blocker=cas, blocked=ann)
    assert is_blocked_among(ann.pk, [ben.pk, dee.pk])
    assert is_blocked_among(ann.pk, [cas.pk])
    assert is_blocked_among(ben.pk, [None, ann.pk])
    assert not is_blocked_among(ann.pk, [dee.pk, None])
    with django_assert_num_queries(0):
        assert not is_blocked_among(ann.pk, [ann.pk, None])


def test_deleted_account_can_not_be_followed_or_blocked(people: list[User]) -> None:
    ann, ben, *_ = people
    erase(user=ben)
    with pytest.raises(AccountDeleted):
        services.follow(follower=ann, followed=ben)
    with pytest.raises(AccountDeleted):
        services.block(blocker=ann, blocked=ben)


def test_deletion_removes_follows_and_blocks(people: list[User]) -> None:
    ann, ben, cas, dee = people
    services.follow(follower=ann, followed=ben)
    services.follow(follower=cas, followed=ann)
    services.block(blocker=ann, blocked=dee)
    services.block(blocker=ben, blocked=dee)
    erase(user=ann)
    assert (follows(), blocks()) == (set(), {("Ben", "Dee")})


def test_export_has_own_follows_and_blocks_only(people: list[User]) -> None:
    ann, ben, cas, dee = people
    services.follow(follower=ann, followed=ben)
    services.follow(follower=cas, followed=ann)
    services.block(blocker=ann, blocked=dee)
    services.block(blocker=people[2], blocked=ann)
    data = export_user_data(ann)
    assert [one["username"] for one in data["follows"]] == [ben.username]
    assert [one["name"] for one in data["blocks"]] == ["Dee"]
    assert "Cas" not in str(data)


def test_guest_takes_blocks_along_to_their_account(people: list[User], guest: User) -> None:
    ann, ben, cas, dee = people
    services.follow(follower=ann, followed=ben)
    services.follow(follower=cas, followed=ann)
    services.block(blocker=guest, blocked=ben)
    services.block(blocker=cas, blocked=guest)
    services.block(blocker=guest, blocked=ann)
    services.block(blocker=ann, blocked=dee)
    services.block(blocker=guest, blocked=dee)
    move_tables(guest=guest, account=ann)
    assert blocks() == {("Ann", "Ben"), ("Cas", "Ann"), ("Ann", "Dee")}
    assert follows() == set()


def test_queries_use_their_indexes(people: list[User]) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL reads a table that is empty as a whole")
    for query in (
        Block.objects.filter(blocker=1),
        Block.objects.filter(blocked=1),
        Follow.objects.by(1),
        Follow.objects.filter(followed=1),
    ):
        assert "SCAN" not in query.explain(), query.explain()

"""Forms that follow and block, on profiles and elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.people import errors, services
from games.people.models import Block, Follow
from games.people.tokens import person_token, read_token
from tests.games.tables.clients import signed_in, text_of


def send(user: User, do: str, person: User, **more: str) -> Any:
    return signed_in(user).post(f"/accounts/{do}/", {"person": person_token(person), **more})


def test_profile_has_follow_and_block(people: list[User]) -> None:
    ann, ben, *_ = people
    page = text_of(signed_in(ann).get("/people/ben/"))
    assert "/accounts/follow/" in page
    assert "/accounts/block/?person=" in page
    assert "/people/ann/with/ben/" in page
    assert send(ann, "follow", ben, next="/people/ben/")["Location"] == "/people/ben/"
    page = text_of(signed_in(ann).get("/people/ben/"))
    assert "/accounts/unfollow/" in page
    assert 'action="/accounts/follow/"' not in page


def test_own_profile_and_visitors_have_no_forms(people: list[User], client: Client) -> None:
    for page in (text_of(signed_in(people[0]).get("/people/ann/")), text_of(client.get("/people/ann/"))):
        assert 'id="relation"' not in page


def test_following_and_blocking_by_form(people: list[User]) -> None:
    ann, ben, *_ = people
    assert send(ann, "follow", ben).status_code == 303
    assert Follow.objects.filter(follower=ann, followed=ben).exists()
    assert send(ann, "unfollow", ben).status_code == 303
    assert not Follow.objects.exists()
    assert send(ann, "block", ben).status_code == 303
    assert Block.objects.filter(blocker=ann, blocked=ben).exists()
    assert "/accounts/unblock/" in text_of(signed_in(ann).get("/people/ben/"))
    assert send(ann, "unblock", ben).status_code == 303
    assert not Block.objects.exists()


def test_block_is_confirmed_first(people: list[User]) -> None:
    ann, ben, *_ = people
    answer = signed_in(ann).get("/accounts/block/", {"person": person_token(ben), "next": "/people/ben/"})
    assert "Block Ben?" in text_of(answer)
    assert "Games in progress continue." in text_of(answer)
    assert not Block.objects.exists()


def test_get_changes_nothing(people: list[User]) -> None:
    ann, ben, *_ = people
    for do in ("follow", "unfollow", "unblock"):
        assert signed_in(ann).get(f"/accounts/{do}/", {"person": person_token(ben)}).status_code == 303
        assert signed_in(ann).get(f"/accounts/{do}/")["Location"] == "/people/"
    assert not Follow.objects.exists()


def test_guest_creates_an_account_to_follow(people: list[User], guest: User) -> None:
    answer = send(guest, "follow", people[0])
    assert answer["Location"].startswith("/accounts/keep/")
    assert not Follow.objects.exists()
    assert send(guest, "block", people[0]).status_code == 303
    assert Block.objects.filter(blocker=guest).exists()


def test_who_was_blocked_follows_without_noticing(people: list[User]) -> None:
    ann, ben, cas, _ = people
    services.block(blocker=ben, blocked=ann)
    answers = [(send(ann, "follow", other, next="/people/"), other) for other in (ben, cas)]
    assert [(answer.status_code, answer["Location"]) for answer, _ in answers] == [(303, "/people/")] * 2
    for name in ("ben", "cas"):
        page = text_of(signed_in(ann).get(f"/people/{name}/"))
        assert ("/accounts/unfollow/" in page, 'action="/accounts/follow/"' in page) == (True, False)


def test_refusals_are_pages(people: list[User]) -> None:
    ann, ben, cas, _ = people
    services.block(blocker=ann, blocked=ben)
    User.objects.filter(pk=cas.pk).update(hidden=True)
    for other, words in ((ben, "You’ve blocked this person."), (cas, "This person can’t be followed.")):
        answer = send(ann, "follow", other)
        assert (answer.status_code, words in text_of(answer)) == (422, True)


def test_nobody_blocks_themselves(people: list[User]) -> None:
    answer = send(people[0], "block", people[0])
    assert answer.status_code == 422
    assert "You can’t follow or block yourself." in text_of(answer)


def test_made_up_or_unknown_people_are_refused(people: list[User]) -> None:
    browser = signed_in(people[0])
    for person in ("", "2", f"{people[1].pk}:x", "9" * 40, person_token(people[1]) + "x", "\x00"):
        assert browser.post("/accounts/block/", {"person": person}).status_code == 400
    gone = person_token(people[1])
    people[1].delete()
    assert browser.post("/accounts/block/", {"person": gone}).status_code == 404
    assert not Block.objects.exists()


def test_token_names_one_person(people: list[User]) -> None:
    ann, ben, *_ = people
    assert (read_token(person_token(ann)), read_token(person_token(ben))) == (ann.pk, ben.pk)


def test_foreign_address_is_not_followed(people: list[User]) -> None:
    assert send(people[0], "follow", people[1], next="https://example.org/")["Location"] == "/"


@pytest.mark.parametrize(("do", "limit"), [("follow", "FOLLOW"), ("block", "BLOCK")])
def test_mass_use_is_limited(people: list[User], monkeypatch: pytest.MonkeyPatch, do: str, limit: str) -> None:
    few = errors.Limit(do, 2, getattr(errors, limit).window)
    monkeypatch.setattr(errors, limit, few)
    assert [send(people[0], do, other).status_code for other in people[1:]] == [303, 303, 429]
    assert int(send(people[0], do, people[3])["Retry-After"]) > 0
    assert send(people[1], do, people[2]).status_code == 303


def test_settings_are_saved(people: list[User], guest: User) -> None:
    browser = signed_in(people[0])
    browser.post("/accounts/profile/", {"display_name": "Ann", "shows_online": "False", "invited_by_followed": "True"})
    people[0].refresh_from_db()
    assert (people[0].shows_online, people[0].invited_by_followed) == (False, True)
    page = text_of(signed_in(guest).get("/accounts/profile/"))
    assert 'name="shows_online"' in page
    assert 'name="invited_by_followed"' not in page

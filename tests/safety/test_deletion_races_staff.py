"""Requests of staff and curators while their account, or that of the user they edit, is deleted."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection

from games.accounts.models import User
from games.catalog.drafts import open_draft
from games.catalog.site_cards import load_published
from games.staff import services
from games.staff.models import Authenticator
from games.tables.people.personal_data import erase
from tests.games.catalog.making import address, curator
from tests.games.catalog.test_admin import sent, stone
from tests.games.history.finished import ended
from tests.games.tables.clients import been_here
from tests.safety.bodies import PASSWORD, Sending
from tests.safety.test_deletion_races import Deletion, faults, send_meanwhile, undone


@pytest.fixture
def boss(people: list[User]) -> User:
    """Return Eve, a superuser; Ann, who has played with Ben, leaves a row when deleted."""
    ended((people[0], 40), (people[1], 30))
    User.objects.filter(pk=people[4].pk).update(is_staff=True, is_superuser=True)
    return User.objects.get(pk=people[4].pk)


def changed(person: User) -> list[Sending]:
    """Return the admin requests that change a user."""
    page, word = f"/admin/accounts/user/{person.pk}", "another chart 9"
    shown = {"username": "annie", "display_name": "Annie", "title": "", "email": "annie@example.org", "language": ""}
    chosen = {"action": "delete_selected", "_selected_action": str(person.pk), "post": "yes"}
    return [
        Sending(f"{page}/change/", {**shown, "is_active": "on"}),
        Sending(f"{page}/password/", {"password1": word, "password2": word, "usable_password": "true"}),
        Sending(f"{page}/delete/", {"post": "yes"}),
        Sending("/admin/accounts/user/", chosen),
    ]


def own_requests(boss: User) -> list[Sending]:
    """Return a staff member's requests about their own second factor."""
    Authenticator.objects.create(user=boss, name="authenticator")
    services.renew_recovery_codes(user=boss)
    own, word = "/staff/second-factor", {"current_password": PASSWORD, "code": "123456"}
    return [
        Sending(f"{own}/{what}/", word) for what in ("add", "confirm", "recovery-codes", "remove", "code", "recovery")
    ]


@pytest.fixture
def curated(boss: User, settings: Any) -> list[Sending]:
    """Return a curator's requests about a published entry and a draft."""
    settings.CARTO_SHELVES = {**settings.CARTO_SHELVES, "toy": "tests.games.catalog.toy_shelf.SHELF"}
    load_published()
    draft = open_draft(entry=stone(), by=curator())
    return [
        Sending(address(stone("rock"), "edit"), {}),
        Sending(address(draft, "save"), sent(draft, name="Flint", worth=6)),
        Sending(address(draft, "submit"), sent(draft)),
        Sending(address(draft, "discard"), {}),
    ]


def moments_with_faults(requests: list[Sending], who: User, gone: User, everywhere: bool) -> list[str]:
    """Send each of a user's requests while their own or another account is deleted; return the faults."""
    wrong: list[str] = []
    for request in requests:
        for moment in count():
            with undone():
                client = been_here(who)
                deletion = Deletion(gone, moment, everywhere, len(connection.savepoint_ids))
                if who == gone:
                    found = faults(deletion, request, client, polite=False)
                else:
                    _, found = send_meanwhile(deletion, request, client)
                    found += named_in_log(gone)
                wrong += [f"{request} at {moment}: {fault}" for fault in found]
            if not deletion.happened:
                assert moment, request
                break
    return wrong


def named_in_log(gone: User) -> list[str]:
    """Return the admin log lines that still name a deleted user."""
    if User.objects.filter(pk=gone.pk, erased_at=None).exists():
        return []
    lines = LogEntry.objects.filter(content_type__model="user", object_id=str(gone.pk))
    return [line.object_repr for line in lines if gone.display_name in line.object_repr]


def test_every_form_is_accepted(boss: User, people: list[User], curated: list[Sending]) -> None:
    answers = []
    for request in [*changed(people[0]), *curated]:
        with undone():
            answers.append(request.send(been_here(boss)).status_code)
    assert answers == [302] * len(answers)


def test_a_person_deleted_while_staff_change_them_stays_nameless(boss: User, people: list[User], full: bool) -> None:
    assert moments_with_faults(changed(people[0]), boss, people[0], full) == []


def test_staff_deleted_while_they_change_somebody_are_signed_out(boss: User, people: list[User], full: bool) -> None:
    assert moments_with_faults(changed(people[0]), boss, boss, full) == []


def test_staff_deleted_at_their_second_factor_are_signed_out(boss: User, full: bool) -> None:
    assert moments_with_faults(own_requests(boss), boss, boss, full) == []


def test_a_curator_deleted_while_they_work_on_a_draft_leaves_nothing(
    boss: User, curated: list[Sending], full: bool
) -> None:
    assert moments_with_faults(curated, boss, boss, full) == []


@pytest.mark.parametrize("what", range(4))
def test_a_form_of_the_admin_that_is_older_than_a_deletion_changes_nothing(
    boss: User, people: list[User], what: int
) -> None:
    ann, request = people[0], changed(people[0])[what]
    erase(user=ann)
    row = User.objects.filter(pk=ann.pk).values().get()
    answer = request.send(been_here(boss))
    assert answer.status_code in (302, 403)
    assert User.objects.filter(pk=ann.pk).values().get() == row

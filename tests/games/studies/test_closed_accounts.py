"""Closed accounts: signing in, appeals, and what ends."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.accounts.emails import wait_until_sent
from games.accounts.models import Sanction, User
from games.accounts.sockets import find_ended_proofs, proof_of
from games.notices.dispatcher import dispatch
from games.notices.models import Notice
from games.studies import closed_views
from games.studies.models import Case, Decision, Report
from games.tables.models import Seat, Table
from tests.games.cartographers.play import gather
from tests.games.studies.moderating import PASSWORD, act, act_on, in_days, make_moderator, sign_in, url_of
from tests.games.studies.writing import page
from tests.games.tables.clients import been_here, signed_in, text_of

CLOSED = "/accounts/closed/"


@pytest.fixture
def moderator(people: list[User]) -> User:
    """Dee, who is a moderator."""
    return make_moderator(people[3])


@pytest.fixture
def ann(people: list[User], moderator: User) -> User:
    """Ann, whose account is closed for good."""
    act_on(moderator, people[0], "close", "You insulted people.")
    return User.objects.get(pk=people[0].pk)


def appeal(words: str = "That was my brother.") -> Client:
    """Sign in as Ann, and appeal."""
    browser, answer = sign_in("ann")
    assert answer["Location"] == CLOSED
    assert browser.post(CLOSED, {"words": words}).status_code == 303
    return browser


def test_closing_ends_sessions_and_sockets(people: list[User], moderator: User) -> None:
    browser = been_here(people[0])
    proof = proof_of({"user": people[0], "session": browser.session})
    assert browser.get("/accounts/profile/").status_code == 200
    assert find_ended_proofs([proof]) == set()
    act_on(moderator, people[0], "close")
    assert "/accounts/sign-in/" in browser.get("/accounts/profile/")["Location"]
    assert find_ended_proofs([proof]) == {proof}
    assert not Session.objects.filter(usersession__user=people[0]).exists()


def test_the_reason_is_told_after_the_right_password_only(ann: User) -> None:
    wrong, unknown = sign_in("ann", "wrong password")[1], sign_in("nobody", "wrong password")[1]
    assert (wrong.status_code, unknown.status_code) == (422, 422)
    for answer in (wrong, unknown):
        assert "doesn’t match the password" in text_of(answer)
        assert "closed" not in text_of(answer)
    browser, answer = sign_in("ann")
    assert (answer.status_code, answer["Location"]) == (303, CLOSED)
    text = page(browser, CLOSED)
    assert ("You insulted people." in text, "for good" in text, "dee" in text.lower()) == (True, True, False)
    assert "/accounts/sign-in/" in browser.get("/accounts/profile/")["Location"], "nobody is signed in"


def test_others_have_no_way_there(ann: User, people: list[User]) -> None:
    for client in (Client(), signed_in(people[1])):
        for address in (CLOSED, f"{CLOSED}data.json", f"{CLOSED}delete/"):
            assert client.get(address)["Location"] == "/accounts/sign-in/"
        assert client.post(CLOSED, {"words": "Open it"}).status_code == 303
    assert not Report.objects.exists()


def test_signing_in_by_email_address_tells_it_too(people: list[User], moderator: User) -> None:
    User.objects.filter(pk=people[0].pk).update(email="ann@carto.example")
    act_on(moderator, people[0], "close")
    assert sign_in("ann@carto.example")[1]["Location"] == CLOSED
    assert sign_in("ann@carto.example", "wrong password")[1].status_code == 422


def test_an_account_that_the_admin_deactivated_says_what_a_wrong_password_says(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(is_active=False)
    answer = sign_in("ann")[1]
    assert (answer.status_code, "doesn’t match the password" in text_of(answer)) == (422, True)


def test_the_page_is_forgotten_after_half_an_hour_and_a_new_password(ann: User) -> None:
    browser, _ = sign_in("ann")
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        assert browser.get(CLOSED)["Location"] == "/accounts/sign-in/"
    ann.set_password("another password here")
    ann.save()
    assert browser.get(CLOSED)["Location"] == "/accounts/sign-in/"


def test_an_account_opens_again_at_its_date(people: list[User], moderator: User) -> None:
    act_on(moderator, people[0], "close", until=in_days(3))
    browser, answer = sign_in("ann")
    assert answer["Location"] == CLOSED
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        browser, answer = sign_in("ann")
        assert answer["Location"] == "/"
        assert browser.get("/accounts/profile/").status_code == 200
    assert Sanction.objects.get().ended_at is not None


def test_a_link_by_email_opens_it_at_its_date(people: list[User], moderator: User) -> None:
    User.objects.filter(pk=people[0].pk).update(email="ann@carto.example")
    act_on(moderator, people[0], "close", until=in_days(3))
    Client().post("/accounts/password/reset/", {"email": "ann@carto.example"})
    assert not User.objects.get(pk=people[0].pk).is_active
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        Client().post("/accounts/password/reset/", {"email": "ann@carto.example"})
    assert User.objects.get(pk=people[0].pk).is_active


def test_a_closed_guest_cannot_come_back(guest: User, moderator: User) -> None:
    User.objects.filter(pk=guest.pk).update(email="gil@carto.example")
    browser = been_here(guest)
    act_on(moderator, guest, "close")
    assert "/accounts/sign-in/" in browser.get("/accounts/profile/")["Location"]
    Client().post("/accounts/sign-in/link/", {"email": "gil@carto.example"})
    wait_until_sent()
    assert "gil@carto.example" not in [address for each in mail.outbox for address in each.to]


# --- Appeals ---------------------------------------------------------------------------------------------------------


def test_one_appeal_at_a_time_goes_into_the_queue(ann: User, moderator: User) -> None:
    browser = appeal()
    assert 'name="words"' not in page(browser, CLOSED)
    assert browser.post(CLOSED, {"words": "Again"}).status_code == 422
    case = Case.objects.get(kind="appeal")
    assert (case.author, case.open_since is not None) == (ann, True)
    text = page(signed_in(moderator), url_of(case))
    assert "That was my brother." in text
    assert [f'value="{one}"' in text for one in ("reopen", "leave", "warn", "close")] == [True, True, False, False]


def test_a_kept_closure_is_answered_at_sign_in(ann: User, moderator: User) -> None:
    appeal()
    assert act(moderator, Case.objects.get(kind="appeal"), "leave", "The messages are yours.").status_code == 302
    browser, _ = sign_in("ann")
    text = page(browser, CLOSED)
    assert ("The messages are yours." in text, 'name="words"' in text) == (True, True)
    appeal("Please look again.")
    assert Report.objects.filter(case__kind="appeal").count() == 2


def test_reopening_from_another_case_answers_the_appeal(ann: User, moderator: User) -> None:
    appeal()
    act_on(moderator, ann, "reopen", "Sorry.")
    case = Case.objects.get(kind="appeal")
    assert (case.open_since, case.reports.filter(decision=None).exists()) == (None, False)


def test_an_accepted_appeal_opens_the_account(ann: User, moderator: User) -> None:
    browser = appeal()
    assert act(moderator, Case.objects.get(kind="appeal"), "reopen", "Sorry.").status_code == 302
    answer = browser.get(CLOSED, follow=True)
    assert "Your account is open again." in text_of(answer)
    assert sign_in("ann")[1]["Location"] == "/"
    assert [one.act for one in Decision.objects.order_by("pk")] == ["close", "reopen"]
    assert "Sorry." in str(signed_in(ann).get("/accounts/data.json").json()["decisions"])


@pytest.mark.parametrize("words", ["", "   ", "x" * 501])
def test_an_appeal_needs_words(ann: User, words: str) -> None:
    browser, _ = sign_in("ann")
    assert browser.post(CLOSED, {"words": words}).status_code == 422
    assert not Report.objects.exists()


def test_appeals_are_limited(ann: User, moderator: User) -> None:
    browser, _ = sign_in("ann")
    for _ in range(closed_views.APPEAL.times):
        browser.post(CLOSED, {"words": "Please"})
        act(moderator, Case.objects.get(kind="appeal"), "leave")
    assert browser.post(CLOSED, {"words": "Please"}).status_code == 429


# --- Data ------------------------------------------------------------------------------------------------------------


def test_the_owner_downloads_their_data_and_deletes_the_account(ann: User) -> None:
    browser, _ = sign_in("ann")
    data = browser.get(f"{CLOSED}data.json").json()
    assert (data["profile"]["username"], data["sanctions"][0]["kind"]) == ("ann", "closure")
    assert browser.post(f"{CLOSED}delete/", {"current_password": "wrong"}).status_code == 422
    assert User.objects.filter(username="ann").exists()
    assert browser.post(f"{CLOSED}delete/", {"current_password": PASSWORD}).status_code == 303
    assert not User.objects.filter(username="ann").exists()
    assert browser.get(CLOSED)["Location"] == "/accounts/sign-in/"


def test_games_in_progress_with_others_keep_the_account(people: list[User], moderator: User) -> None:
    gather(*people[:2])
    act_on(moderator, people[0], "close")
    browser, _ = sign_in("ann")
    assert "while games with other people are in progress" in page(browser, f"{CLOSED}delete/")
    assert browser.post(f"{CLOSED}delete/", {"current_password": PASSWORD}).status_code == 409


def test_the_words_of_an_appeal_go_with_the_account(ann: User) -> None:
    browser = appeal()
    browser.post(f"{CLOSED}delete/", {"current_password": PASSWORD})
    assert [one.words for one in Report.objects.all()] == [""]
    assert not Case.objects.open().exists()


# --- Tables that wait for players ------------------------------------------------------------------------------------


def test_tables_of_a_closed_host_are_handed_over_or_closed(people: list[User], moderator: User) -> None:
    ann, ben, cas, _dee = people
    shared, alone, bens = gather(ann, ben, cas, capacity=4), gather(ann, capacity=2), gather(ben, ann, capacity=3)
    act_on(moderator, ann, "close")
    found = {table.pk: table for table in Table.objects.all()}
    assert (found[shared.pk].host, found[shared.pk].status, found[alone.pk].status) == (ben, "gathering", "closed")
    assert found[alone.pk].listed_until is None
    assert not Seat.objects.filter(user=ann).exists()
    assert f"/tables/{alone.code}/" not in page(signed_in(cas), "/tables/")
    dispatch()
    assert "You’re the host now" in page(signed_in(ben), "/notices/")
    assert "Ben is the host now." in page(signed_in(cas), "/notices/")
    assert Notice.objects.count() == 2, "at the table of Ben, only a seat is free again"
    assert found[bens.pk].host == ben


def test_account_closed_in_the_admin_leaves_its_tables(people: list[User]) -> None:
    ann, _ben, _cas, dee = people
    alone = gather(ann, capacity=2)
    User.objects.filter(pk=dee.pk).update(is_staff=True, is_superuser=True)
    kept = {"username": "ann", "display_name": "Ann", "title": "", "email": "", "language": ""}
    answer = signed_in(User.objects.get(pk=dee.pk)).post(f"/admin/accounts/user/{ann.pk}/change/", kept)
    assert answer.status_code == 302
    assert Table.objects.get(pk=alone.pk).status == "closed"

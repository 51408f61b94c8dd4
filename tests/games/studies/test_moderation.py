"""Actions of moderators on people and names of tables."""

from __future__ import annotations

import logging
import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.accounts.models import Sanction, User
from games.people.models import Follow
from games.people.tokens import person_token
from games.studies.models import Case, Decision, ModeratorAction, Report
from games.studies.moderation import judge
from games.tables.models import Table
from games.tables.people.guests import move_tables
from games.tables.people.personal_data import erase, export_user_data
from games.talk.models import Message
from tests.games.cartographers.play import gather
from tests.games.studies.moderating import QUEUE, act, act_on, case_about, in_days, make_moderator, sign_in, url_of
from tests.games.studies.writing import note, page, report
from tests.games.tables.clients import signed_in, text_of
from tests.games.talk.chatting import post, say

REPORT = {"reason": "name", "words": "Look at this name."}


@pytest.fixture
def moderator(people: list[User]) -> User:
    """Dee, who is a moderator."""
    return make_moderator(people[3])


# --- Reports ---------------------------------------------------------------------------------------------------------


def test_a_person_is_reported_once_until_a_decision(people: list[User], guest: User, moderator: User) -> None:
    ann, ben, *_ = people
    assert "/people/ann/report/" in page(signed_in(ben), "/people/ann/")
    for reporter in (ben, guest):
        answer = signed_in(reporter).post("/people/ann/report/", REPORT, follow=True)
        assert answer.redirect_chain == [("/people/ann/", 303)]
        assert "Thank you. A moderator will review it." in text_of(answer)
        assert signed_in(reporter).post("/people/ann/report/", REPORT).status_code == 422
    case = Case.objects.get()
    assert (case.kind, case.author, case.open_since is not None) == ("person", ann, True)
    assert [(one.reporter, one.text) for one in Report.objects.order_by("pk")] == [
        (ben, "Ann · @ann"),
        (guest, "Ann · @ann"),
    ]
    act(moderator, case, "leave")
    assert signed_in(ben).post("/people/ann/report/", REPORT).status_code == 303
    assert Case.objects.get().open_since is not None


def test_reasons_fit_what_is_reported(people: list[User], table: Table) -> None:
    ben = people[1]
    Table.objects.update(name="Rude name", is_default_name=False)
    assert "Cheating or several accounts" in page(signed_in(ben), "/people/ann/report/")
    assert signed_in(ben).post("/people/ann/report/", {"reason": "insult"}).status_code == 422
    assert signed_in(ben).post(f"/tables/{table.code}/report/", {"reason": "cheat"}).status_code == 422
    assert signed_in(ben).post("/people/ann/report/", {"reason": "appeal"}).status_code == 422
    assert not Case.objects.exists()


def test_nobody_reports_themselves_or_somebody_whom_they_cannot_see(people: list[User], table: Table) -> None:
    ann, ben, *_ = people
    User.objects.filter(pk=ben.pk).update(hidden=True)
    Table.objects.update(is_default_name=True, host=ann)
    for address in ("/people/ann/report/", "/people/ben/report/", "/people/nobody/report/"):
        assert signed_in(ann).post(address, REPORT).status_code == 404
    assert signed_in(ben).post(f"/tables/{table.code}/report/", REPORT).status_code == 404
    assert "/accounts/sign-in/" in Client().post("/people/ann/report/", REPORT)["Location"]


def test_a_reported_person_does_not_learn_who_reported_them(people: list[User], moderator: User) -> None:
    ann, ben, *_ = people
    signed_in(ben).post("/people/ann/report/", REPORT)
    act(moderator, Case.objects.get(), "warn", words="Choose another name.")
    shown = [page(signed_in(ann), address) for address in ("/", "/accounts/moderation/", "/people/ann/")]
    assert all("Ben" not in text and "Look at this name." not in text for text in shown)
    data = str(export_user_data(ann)["decisions"]) + str(export_user_data(ann)["sanctions"])
    assert ("Choose another name." in data, "dee" in data.lower(), "ben" in data.lower()) == (True, False, False)


def test_the_name_of_a_table_is_replaced(people: list[User], table: Table, moderator: User) -> None:
    ann, ben, *_ = people
    Table.objects.update(name="Rude name", is_default_name=False, host=ann)
    assert signed_in(ben).post(f"/tables/{table.code}/report/", {"reason": "hate"}).status_code == 303
    text = page(signed_in(moderator), url_of())
    assert ("Rude name" in text, f"/tables/{table.code}/" in text) == (True, True)
    assert act(moderator, Case.objects.get(), "table", "Not here.").status_code == 302
    table.refresh_from_db()
    assert table.shown_name == "Ann’s table"
    assert "Not here." in page(signed_in(ann), "/accounts/profile/")
    assert act(moderator, Case.objects.get(), "table", "Not here.").status_code == 422
    assert "Report the name" not in page(signed_in(ben), f"/tables/{table.code}/report/")


def test_name_that_a_deleted_account_has_left_is_replaced(people: list[User], table: Table, moderator: User) -> None:
    ann, ben, *_ = people
    Table.objects.update(name="Rude words", is_default_name=False, host=ann)
    erase(user=ann)
    assert signed_in(ben).post(f"/tables/{table.code}/report/", {"reason": "hate"}).status_code == 303
    assert Case.objects.get().author is None
    assert act(moderator, Case.objects.get(), "table", "Not here.").status_code == 302
    table.refresh_from_db()
    assert table.shown_name == "Cartographers"


# --- Who may act -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("right", ["superuser", "permission"])
def test_nobody_acts_on_somebody_with_more_permissions(
    people: list[User], table: Table, moderator: User, right: str
) -> None:
    ann = people[0]
    written = note(table, ann)
    report(written, people[1])
    if right == "superuser":
        User.objects.filter(pk=ann.pk).update(is_superuser=True, is_staff=True)
    else:
        ann.user_permissions.add(Permission.objects.get(codename="delete_user"))
    cases = [Case.objects.get(), case_about(moderator, ann)]
    for case in cases:
        text = page(signed_in(moderator), url_of(case))
        assert ("You can’t decide cases about yourself" in text, 'name="act"' in text) == (True, False)
        for action in ("leave", "remove", "warn", "close"):
            answer = act(moderator, case, action)
            assert (answer.status_code, "You can’t decide cases" in text_of(answer)) == (403, True)
    assert not Decision.objects.exists()
    assert not Sanction.objects.exists()


def test_nobody_decides_a_case_about_themselves(people: list[User], moderator: User) -> None:
    signed_in(people[0]).post("/people/dee/report/", REPORT)
    for action in ("leave", "warn"):
        assert act(moderator, Case.objects.get(), action).status_code == 403
    assert not Decision.objects.exists()


def test_only_moderators_open_cases(people: list[User], table: Table, moderator: User) -> None:
    ann, ben, *_ = people
    staff = User.objects.create_user("helper", "chart and compass", is_staff=True)
    address = f"{QUEUE}open/person/{ann.pk}/"
    assert signed_in(staff).post(address).status_code == 403
    for stranger in (ben, None):
        assert "/admin/login/" in signed_in(stranger).post(address)["Location"]
    assert "Moderate" not in page(signed_in(ben), "/people/ann/")
    assert address in page(signed_in(moderator), "/people/ann/")
    for unknown in ("person/999999", "person/99999999999999999999", "note/1", "table/999999"):
        assert signed_in(moderator).post(f"{QUEUE}open/{unknown}/").status_code == 404
    assert signed_in(moderator).get(address)["Location"] == QUEUE
    assert not Case.objects.exists()


def test_a_case_of_others_shows_the_person_and_earlier_decisions(
    people: list[User], table: Table, moderator: User
) -> None:
    ann = people[0]
    act_on(moderator, ann, "warn", "First warning")
    report(note(table, ann), people[1])
    text = page(signed_in(moderator), url_of(Case.objects.get(kind="note")))
    for words in ("/people/ann/", "1 decision about this person.", "First warning"):
        assert words in text


# --- Actions ---------------------------------------------------------------------------------------------------------


def test_a_warning_stays_on_every_page_until_it_is_confirmed(people: list[User], moderator: User) -> None:
    ann = people[0]
    act_on(moderator, ann, "warn", "Please be kind to guests.")
    browser = signed_in(ann)
    for address in ("/", "/people/"):
        assert "Please be kind to guests." in page(browser, address)
    assert "Please be kind to guests." not in page(signed_in(people[1]), "/")
    warning = Sanction.objects.get()
    signed_in(people[1]).post("/accounts/moderation/", {"read": str(warning.pk)})
    for damaged in ("", "x", "9" * 40):
        assert browser.post("/accounts/moderation/", {"read": damaged}).status_code == 303
    assert "Please be kind to guests." in page(browser, "/")
    answer = browser.post("/accounts/moderation/", {"read": str(warning.pk), "next": "/people/"})
    assert (answer.status_code, answer["Location"]) == (303, "/people/")
    assert "Please be kind to guests." not in page(browser, "/people/")
    assert "Please be kind to guests." in page(browser, "/accounts/moderation/"), "it stays in the account"


def test_a_confirmation_leaves_later_warnings(people: list[User], moderator: User) -> None:
    act_on(moderator, people[0], "warn", "One warning")
    first = Sanction.objects.get()
    act_on(moderator, people[0], "warn", "Another warning")
    browser = signed_in(people[0])
    browser.post("/accounts/moderation/", {"read": str(first.pk)})
    text = page(browser, "/")
    assert ("One warning" in text, "Another warning" in text) == (False, True)


def test_a_muted_person_writes_nothing_until_then(people: list[User], table: Table, moderator: User) -> None:
    ann, running = people[0], gather(*people[:2])
    act_on(moderator, ann, "mute", "No insults.", until=in_days(3))
    browser = signed_in(ann)
    text = page(browser, f"/tables/{running.code}/talk/")
    assert ("No insults." in text, 'name="text"' in text) == (True, False)
    for sent in ({"text": "Hello"}, {"phrase": "hello"}):
        assert post(browser, running, **sent).status_code == 422
    answer = browser.post(f"/tables/{table.code}/turns/3/notes/", {"words": "Hello"})
    assert (answer.status_code, "A moderator has muted you" in text_of(answer)) == (422, True)
    assert browser.post("/collections/new/", {"title": "Rivers", "visibility": "public"}).status_code == 422
    assert not Message.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        browser = signed_in(ann)
        assert post(browser, running, "Hello").status_code == 303
        assert browser.post(f"/tables/{table.code}/turns/3/notes/", {"words": "Hello"}).status_code == 303


def test_a_mute_is_ended_early(people: list[User], moderator: User) -> None:
    act_on(moderator, people[0], "mute", until=in_days(3))
    act_on(moderator, people[0], "unmute")
    assert post(signed_in(people[0]), gather(*people[:2]), "Hello").status_code == 303
    assert Sanction.objects.get().ended_at is not None
    assert [one.act for one in Decision.objects.order_by("pk")] == ["mute", "unmute"]


@pytest.mark.parametrize("until", ["", "yesterday", "2020-01-01", "9999-12-31"])
def test_a_mute_needs_an_end(people: list[User], moderator: User, until: str) -> None:
    case = case_about(moderator, people[0])
    assert act(moderator, case, "mute", until=until).status_code == 422
    assert not Decision.objects.exists()


def test_a_name_is_replaced_and_another_one_chosen(people: list[User], moderator: User) -> None:
    ann = people[0]
    act_on(moderator, ann, "rename", "Offensive.", username="on")
    ann.refresh_from_db()
    assert ann.username.startswith("player-")
    assert "Ann" not in (ann.display_name, str(ann))
    text = page(signed_in(ann), "/")
    assert ("Offensive." in text, ann.username in text) == (True, True)
    browser, answer = sign_in("ANN")
    assert answer.status_code == 303, "the former name signs in until another is chosen"
    assert Client().post("/accounts/sign-up/", {"username": "ann"}).status_code == 422
    for wrong, words in (("ben", "taken"), ("ann", "taken"), ("a b", "letters")):
        answer = browser.post("/accounts/username/", {"username": wrong})
        assert (answer.status_code, words in text_of(answer)) == (422, True)
    assert browser.post("/accounts/username/", {"username": "annie"}).status_code == 303
    assert browser.post("/accounts/username/", {"username": "annabel"}).status_code == 422
    assert User.objects.get(pk=ann.pk).username == "annie", "once"
    assert [sign_in(name)[1].status_code for name in ("ann", "annie")] == [422, 303]


def test_only_the_display_name_is_replaced(people: list[User], moderator: User) -> None:
    ann = people[0]
    Table.objects.all().delete()
    table = gather(ann)
    Table.objects.filter(pk=table.pk).update(name="Ann", is_default_name=True)
    act_on(moderator, ann, "rename")
    ann.refresh_from_db()
    renamed = Table.objects.get(pk=table.pk)
    assert (renamed.name, renamed.version > table.version) == (ann.display_name, True), "open pages learn of it"
    assert (ann.username, ann.display_name == "Ann") == ("ann", False)
    assert signed_in(ann).post("/accounts/username/", {"username": "annie"}).status_code == 422
    assert User.objects.get(pk=ann.pk).username == "ann"


def test_a_moderator_removes_a_message_where_they_see_it(people: list[User], guest: User, moderator: User) -> None:
    table = gather(*people[:2])
    sent = say(table, people[2], "Rude words")
    where = f"/tables/{table.code}/talk/spectators/{sent.number}/"
    removal = f"{QUEUE}open/message/{sent.pk}/"
    assert removal in page(signed_in(moderator), where)
    assert removal not in page(signed_in(guest), where)
    browser = signed_in(moderator)
    assert browser.post(removal, {"act": "remove", "words": ""}).status_code == 422
    answer = browser.post(removal, {"act": "remove", "words": "Rude.", "next": f"/tables/{table.code}/talk/"})
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.code}/talk/")
    sent.refresh_from_db()
    assert (sent.words, sent.removal) == ("", "Rude.")


# --- Log -------------------------------------------------------------------------------------------------------------


def test_every_action_is_logged(people: list[User], moderator: User, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "carto.security"):
        act_on(moderator, people[0], "close", "Enough.", until=in_days(3))
    decision = Decision.objects.get()
    assert (decision.by, decision.act, decision.words, decision.until is not None) == (
        moderator,
        "close",
        "Enough.",
        True,
    )
    line = next(record.getMessage() for record in caplog.records if "'moderated'" in record.getMessage())
    assert ("'ann'" in line, "'close'" in line, "by='dee'" in line) == (True, True, True)
    assert "Enough." in page(signed_in(moderator), url_of())
    decision.words = "Something else"
    with pytest.raises(TypeError):
        decision.save()


@pytest.mark.parametrize("sent", [{}, {"act": "warn"}, {"act": "burn", "words": "x"}, {"words": "x"}])
def test_an_action_needs_a_reason(people: list[User], moderator: User, sent: dict[str, str]) -> None:
    case = case_about(moderator, people[0])
    assert signed_in(moderator).post(url_of(case), sent).status_code == 422
    assert not Decision.objects.exists()


def test_the_second_of_two_moderators_is_told_of_the_first(people: list[User], moderator: User) -> None:
    ann, _, cas, _ = people
    second = make_moderator(cas)
    case = case_about(moderator, ann)
    shown = {"seen": "0"}
    assert act(moderator, case, "warn", "First", **shown).status_code == 302
    answer = act(second, case, "close", "Second", **shown)
    text = text_of(answer)
    assert (answer.status_code, "Another moderator has already decided" in text) == (409, True)
    assert ("First" in text, "Second" in text) == (True, True), "the history, and what was typed"
    assert [one.words for one in Decision.objects.all()] == ["First"]
    assert User.objects.get(pk=ann.pk).is_active
    assert act(second, case, "close", "Second", seen=str(Decision.objects.get().pk)).status_code == 302


# --- Data ------------------------------------------------------------------------------------------------------------


def test_export_has_sanctions_without_moderators(people: list[User], moderator: User) -> None:
    act_on(moderator, people[0], "warn", "Please be kind.")
    data = export_user_data(people[0])
    assert [(one["kind"], one["reason"]) for one in data["sanctions"]] == [("warning", "Please be kind.")]
    assert [(one["act"], one["words"]) for one in data["decisions"]] == [("warn", "Please be kind.")]
    assert moderator.username not in str(data["sanctions"]) + str(data["decisions"])


def test_deleted_account_keeps_no_sanctions(people: list[User], moderator: User) -> None:
    act_on(moderator, people[0], "warn", "Please be kind.")
    erase(user=people[0])
    assert not Sanction.objects.exists()
    assert (Decision.objects.get().words, Case.objects.get().author) == ("Please be kind.", None)
    assert "Please be kind." in page(signed_in(moderator), url_of())


def test_a_guest_takes_a_mute_into_their_account(people: list[User], guest: User, moderator: User) -> None:
    act_on(moderator, guest, "mute", until=in_days(3))
    move_tables(guest=guest, account=people[0])
    ann = User.objects.get(pk=people[0].pk)
    assert (ann.is_muted, Sanction.objects.get().person, Case.objects.get().author) == (True, ann, ann)


def test_closed_people_are_not_found(people: list[User], moderator: User) -> None:
    ann, ben, *_ = people
    act_on(moderator, ann, "close")
    assert signed_in(ben).get("/people/ann/").status_code == 404
    assert signed_in(ben).post("/accounts/follow/", {"person": person_token(ann)}).status_code == 404
    assert not Follow.objects.exists()


def test_a_decision_without_the_form_is_checked_too(people: list[User], moderator: User) -> None:
    case = case_about(moderator, people[0])
    for action in (ModeratorAction.UNMUTE, ModeratorAction.REOPEN, ModeratorAction.LEAVE):
        with pytest.raises(Exception, match="NOTHING_TO_DO"), transaction.atomic():
            judge(case=case.pk, act=action, words="x", by=moderator)


# --- Answers to those who reported -----------------------------------------------------------------------------------


def bell(text: str) -> str:
    """Return the unread notifications that the header of a page counts."""
    return "".join(re.findall(r"Notifications, (\d+) unread", text)[:1])


def test_reporters_are_told_the_decision_and_no_sanction(people: list[User], guest: User, moderator: User) -> None:
    ann, ben, cas, _dee = people
    for reporter in (ben, guest):
        report(ann, reporter)
    act(moderator, Case.objects.get(), "mute", "Insults.", until=in_days(3))
    report(ann, cas)
    act(moderator, Case.objects.get(), "leave", "Nothing wrong.")
    for reporter, words in ((ben, "has acted on your report"), (guest, "has acted on your report"), (cas, "no rule")):
        browser = signed_in(reporter)
        assert bell(page(browser, "/notices/settings/")) == "1"
        text = page(browser, "/notices/")
        assert (words in text, "Insults." in text, "Nothing wrong." in text, "Dee" in text) == (True, *[False] * 3)
        assert "Person" in text
        assert bell(page(browser, "/notices/settings/")) == ""
    assert bell(page(signed_in(ann), "/notices/settings/")) == ""


def test_answer_is_exported_moves_with_a_guest_and_stays_without_a_name(
    people: list[User], guest: User, moderator: User
) -> None:
    report(people[0], guest)
    act(moderator, Case.objects.get(), "warn")
    cas = people[2]
    move_tables(guest=guest, account=cas)
    (exported,) = export_user_data(cas)["reports"]
    assert (exported["upheld"], exported["answered_at"], exported["answer_read_at"]) == (
        True,
        Decision.objects.get().at,
        None,
    )
    assert "Please be kind." not in str(exported)
    erase(user=cas)
    assert Report.objects.get().reporter is None

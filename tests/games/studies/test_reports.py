"""Reports by users, and moderators' responses."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.studies import admin, services
from games.studies.errors import StudyRefusal, StudyRefusalReason
from games.studies.models import Case, Collection, Decision, Entry, ModeratorAction, Note, Report
from games.studies.moderation import KEPT, judge, tidy_studies
from games.tables.models import Table
from tests.games.studies.writing import collection, entry, note, page, report
from tests.games.tables.clients import signed_in

RUDE = {"reason": "insult", "words": "This is rude."}
QUEUE = "/admin/studies/case/"


@pytest.fixture
def moderator(people: list[User]) -> User:
    """Dee, who is a moderator."""
    dee = people[3]
    User.objects.filter(pk=dee.pk).update(is_staff=True)
    dee.groups.add(Group.objects.get(name="moderators"))
    return User.objects.get(pk=dee.pk)


def reported_at(thing: Any) -> str:
    match thing:
        case Note():
            return f"/tables/{thing.table.code}/notes/{thing.pk}/report/"
        case Collection():
            return f"/collections/{thing.code}/report/"
        case _:
            return f"/collections/{thing.collection.code}/turns/{thing.pk}/report/"


@pytest.fixture(params=["note", "collection", "entry"])
def thing(request: Any, people: list[User], table: Table) -> Any:
    """Return something Ann has written: a note, a collection or an entry."""
    if request.param == "note":
        return note(table, people[0])
    kept = collection(people[0])
    return kept if request.param == "collection" else entry(kept, table)


def case_page() -> str:
    return f"{QUEUE}{Case.objects.get().pk}/change/"


# --- Telling ---------------------------------------------------------------------------------------------------------


def test_everything_that_others_wrote_can_be_reported_once(people: list[User], guest: User, thing: Any) -> None:
    where = reported_at(thing)
    for reporter in (people[2], guest):
        client = signed_in(reporter)
        assert thing.text.split("\n")[0] in page(client, where)
        assert client.post(where, RUDE).status_code == 303
        assert "You’ve already reported this." in page(client, where)
        answer = client.post(where, RUDE)
        assert (answer.status_code, "You’ve already reported this." in answer.content.decode()) == (422, True)
    case = Case.objects.get()
    assert (case.content, case.author, case.open_since is not None) == (thing, people[0], True)
    assert [(one.reporter, one.words, one.text) for one in case.reports.order_by("pk")] == [
        (people[2], "This is rude.", thing.text),
        (guest, "This is rude.", thing.text),
    ]


def test_not_by_its_author_nor_by_nobody(people: list[User], thing: Any) -> None:
    for method in ("get", "post"):
        assert getattr(signed_in(people[0]), method)(reported_at(thing)).status_code == 404
        assert "/accounts/sign-in/" in getattr(Client(), method)(reported_at(thing))["Location"]
    assert not Case.objects.exists()


def test_not_what_one_may_not_read(people: list[User], table: Table) -> None:
    kept = collection(people[0], visibility="private")
    removed = note(table, people[0])
    Note.objects.update(removed_at=removed.written_at)
    for hidden in (kept, entry(kept, table), removed):
        assert signed_in(people[2]).post(reported_at(hidden), RUDE).status_code == 404


@pytest.mark.parametrize("changes", [{"reason": ""}, {"reason": "x"}, {"words": "x" * 501}])
def test_what_is_not_said_is_asked_for_and_nothing_is_lost(people: list[User], thing: Any, changes: Any) -> None:
    sent = {**RUDE, **changes}
    answer = signed_in(people[2]).post(reported_at(thing), sent)
    assert (answer.status_code, sent["words"] in answer.content.decode()) == (422, True)
    assert not Report.objects.exists()


def test_nobody_reports_without_end(people: list[User], table: Table) -> None:
    cas = signed_in(people[2])
    notes = [note(table, people[0], f"{number}") for number in range(21)]
    answers = [cas.post(reported_at(one), RUDE).status_code for one in notes]
    assert answers == [303] * 20 + [429]


def test_the_links_to_report_are_for_others(people: list[User], thing: Any) -> None:
    match thing:
        case Note():
            where = f"/tables/{thing.table.code}/turns/{thing.turn}/notes/"
        case Collection():
            where = f"/collections/{thing.code}/"
        case _:
            where = f"/collections/{thing.collection.code}/1/"
    shown = [reported_at(thing) in page(signed_in(who), where) for who in (people[1], people[0], None)]
    assert shown == [True, False, False]


# --- Judging ---------------------------------------------------------------------------------------------------------


def test_the_queue_is_for_moderators(people: list[User], moderator: User, thing: Any) -> None:
    report(thing, people[1])
    staff = User.objects.create_user("helper", "chart and compass", is_staff=True)
    for address in (QUEUE, case_page()):
        assert signed_in(moderator).get(address).status_code == 200
        assert signed_in(staff).get(address).status_code == 403
        assert signed_in(staff).post(address, {"act": "remove", "words": "x"}).status_code == 403
        for stranger in (people[0], None):
            assert "/admin/login/" in signed_in(stranger).get(address)["Location"]
    assert "Reports" in page(signed_in(moderator), "/admin/")
    assert not Decision.objects.exists()


def test_it_shows_the_longest_waiting_first_and_what_is_handled_apart(
    people: list[User], moderator: User, table: Table
) -> None:
    notes = [note(table, people[0], f"{number}") for number in range(3)]
    for one in (notes[1], notes[0], notes[2]):
        report(one, people[1])
    first, second, third = Case.objects.order_by("pk")
    Case.objects.filter(pk=third.pk).update(open_since=first.open_since - timedelta(days=1))  # type: ignore[operator]
    judge(case=second.pk, act=ModeratorAction.LEAVE, words="Fine", by=moderator)
    text = page(signed_in(moderator), QUEUE)
    shown = [text.find(f"{QUEUE}{case.pk}/change/") for case in (third, first, second)]
    assert 0 < shown[0] < shown[1]
    assert shown[2] == -1
    handled = page(signed_in(moderator), f"{QUEUE}?queue=handled")
    assert [f"{QUEUE}{case.pk}/change/" in handled for case in (first, second, third)] == [False, True, False]


def test_something_is_removed_and_its_author_reads_why(people: list[User], moderator: User, thing: Any) -> None:
    report(thing, people[1])
    report(thing, people[2], words="I think so too")
    dee = signed_in(moderator)
    text = page(dee, case_page())
    for words in ("See the river" if isinstance(thing, Entry) else thing.text, "I think so too", "ann", "Ben"):
        assert words in text
    answer = dee.post(case_page(), {"act": "remove", "words": "We do not write so here."})
    assert (answer.status_code, answer["Location"]) == (302, QUEUE)
    thing.refresh_from_db()
    assert thing.removal == "We do not write so here."
    case, decision = Case.objects.get(), Decision.objects.get()
    assert (case.open_since, decision.by, decision.act) == (None, moderator, ModeratorAction.REMOVE)
    assert {one.decision for one in Report.objects.all()} == {decision}, "all are answered together"
    entry_of_log = LogEntry.objects.get()
    assert (entry_of_log.user, "We do not write so here." in entry_of_log.change_message) == (moderator, True)
    assert thing.text not in entry_of_log.object_repr


def test_what_is_left_as_it_is_stays(people: list[User], moderator: User, thing: Any) -> None:
    report(thing, people[1])
    assert signed_in(moderator).post(case_page(), {"act": "leave", "words": "A fair word"}).status_code == 302
    thing.refresh_from_db()
    assert not thing.is_removed
    text = page(signed_in(moderator), case_page())
    assert ("A fair word" in text, 'value="leave"' in text, 'value="remove"' in text) == (True, False, True)
    report(thing, people[2])
    assert Case.objects.get().open_since is not None, "somebody else may report it still"


def test_what_was_removed_can_be_put_back(people: list[User], moderator: User, thing: Any) -> None:
    report(thing, people[1])
    dee = signed_in(moderator)
    dee.post(case_page(), {"act": "remove", "words": "Rude"})
    assert dee.post(case_page(), {"act": "remove", "words": "Rude"}).status_code == 422, "it is no choice any more"
    assert dee.post(case_page(), {"act": "restore", "words": "It follows the rules of the site."}).status_code == 302
    thing.refresh_from_db()
    assert (thing.is_removed, thing.removal) == (False, "")
    text = page(dee, case_page())
    assert ("Rude" in text, "It follows the rules of the site." in text) == (True, True), "both are kept"


@pytest.mark.parametrize("sent", [{}, {"act": "remove"}, {"act": "remove", "words": "x" * 501}, {"act": "burn"}])
def test_no_judgement_without_words(people: list[User], moderator: User, thing: Any, sent: dict[str, str]) -> None:
    report(thing, people[1])
    assert signed_in(moderator).post(case_page(), sent).status_code == 422
    assert not Decision.objects.exists()


def test_two_moderators_at_once_do_no_harm(people: list[User], moderator: User, thing: Any) -> None:
    report(thing, people[1])
    case = Case.objects.get()
    judge(case=case.pk, act=ModeratorAction.LEAVE, words="Fine", by=moderator)
    answer = signed_in(moderator).post(case_page(), {"act": "leave", "words": "Fine"})
    assert answer.status_code == 422
    assert Decision.objects.count() == 1


def test_what_its_author_deletes_stays_to_be_judged_as_it_was_reported(
    people: list[User], moderator: User, table: Table
) -> None:
    kept = note(table, people[0])
    report(kept, people[1])
    services.delete_note(pk=kept.pk, author=people[0])
    text = page(signed_in(moderator), case_page())
    assert ("Deleted." in text, kept.words in text, 'value="remove"' in text) == (True, True, False)
    assert signed_in(moderator).post(case_page(), {"act": "leave", "words": "Gone"}).status_code == 302


def test_what_was_changed_since_is_shown_as_it_was_reported(people: list[User], moderator: User, table: Table) -> None:
    kept = note(table, people[0], words="Very rude")
    report(kept, people[1])
    services.change_note(pk=kept.pk, author=people[0], words="Nice")
    text = page(signed_in(moderator), case_page())
    assert ("Very rude" in text, "Nice" in text) == (True, True)


def test_long_after_it_is_deleted(people: list[User], moderator: User, thing: Any) -> None:
    report(thing, people[1])
    judge(case=Case.objects.get().pk, act=ModeratorAction.REMOVE, words="Rude", by=moderator)
    with time_machine.travel(timezone.now() + KEPT - timedelta(hours=1)):
        assert tidy_studies() == 0
    assert type(thing).objects.filter(pk=thing.pk).exists()
    with time_machine.travel(timezone.now() + KEPT + timedelta(hours=1)):
        out = StringIO()
        call_command("tidy_studies", stdout=out)
        assert out.getvalue() == "Removed texts deleted: 1\n"
    assert not type(thing).objects.filter(pk=thing.pk).exists()
    case = Case.objects.get()
    assert (case.content, case.reports.get().text, case.decisions.get().words) == (None, "", "Rude"), (
        "who, what and why"
    )


def test_the_queue_costs_as_many_statements_as_one(
    people: list[User], moderator: User, table: Table, django_assert_max_num_queries: Any
) -> None:
    for number in range(8):
        one = note(table, people[number % 2], f"{number}")
        report(one, people[2])
    dee = signed_in(moderator)
    page(dee, QUEUE)
    with django_assert_max_num_queries(12):
        page(dee, QUEUE)


def test_a_decision_that_another_moderator_was_quicker_with_is_not_made_again(
    people: list[User], moderator: User, thing: Any
) -> None:
    report(thing, people[1])
    case = Case.objects.get().pk
    judge(case=case, act=ModeratorAction.REMOVE, words="Rude", by=moderator)
    for act in (ModeratorAction.REMOVE, ModeratorAction.LEAVE):
        with pytest.raises(StudyRefusal) as refused:
            judge(case=case, act=act, words="Fine", by=moderator)
        assert refused.value.reason is StudyRefusalReason.NOTHING_TO_DO
    thing.refresh_from_db()
    assert (thing.removal, Decision.objects.count()) == ("Rude", 1)


def test_what_its_author_deleted_can_only_be_left(people: list[User], moderator: User, table: Table) -> None:
    kept = note(table, people[0])
    report(kept, people[1])
    services.delete_note(pk=kept.pk, author=people[0])
    with pytest.raises(StudyRefusal) as refused:
        judge(case=Case.objects.get().pk, act=ModeratorAction.REMOVE, words="Rude", by=moderator)
    assert refused.value.reason is StudyRefusalReason.GONE
    assert Case.objects.get().open_since is not None


def test_the_page_tells_a_moderator_who_was_a_moment_too_late(
    people: list[User], moderator: User, thing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    report(thing, people[1])
    decide = admin.judge

    def second(**of: Any) -> Decision:
        decide(**{**of, "words": "First"})
        return decide(**of)

    monkeypatch.setattr(admin, "judge", second)
    answer = signed_in(moderator).post(case_page(), {"act": "remove", "words": "Second"})
    text = answer.content.decode()
    assert (answer.status_code, "This has already been done." in text, "Second" in text) == (409, True, True)
    assert [decision.words for decision in Decision.objects.all()] == ["First"]

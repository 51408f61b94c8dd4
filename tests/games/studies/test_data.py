"""Notes and collections in data exports, account deletion, and concurrent requests."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections

from games.accounts.models import User
from games.accounts.services import upgrade_guest
from games.studies import services
from games.studies.errors import StudyRefusal
from games.studies.models import Case, Collection, Decision, Entry, ModeratorAction, Note, Report
from games.studies.models.collections import MOST_ENTRIES
from games.studies.models.notes import MOST_NOTES
from games.studies.moderation import judge
from games.tables.models import Table
from games.tables.people import personal_data
from games.tables.people.guests import tidy_guests
from games.tables.people.personal_data import export_user_data
from tests.games.history.finished import ended
from tests.games.studies.writing import collection, entry, note, report


def test_people_take_along_what_they_have_written(people: list[User], table: Table) -> None:
    mine, theirs = note(table, people[0]), note(table, people[1], "Ben’s own words")
    kept = collection(people[0], words="An introduction")
    entry(kept, table, 5, 1)
    reported = report(theirs, people[0])
    data = export_user_data(people[0])
    standing = {"changed_at": None, "removed_at": None, "removal": ""}
    assert data["notes"] == [
        {
            "table": table.code,
            "turn": 3,
            "seat": None,
            "marks": "",
            "words": mine.words,
            "written_at": mine.written_at,
            **standing,
        }
    ]
    (exported,) = data["collections"]
    assert (exported["title"], exported["words"], exported["visibility"]) == ("Good farms", "An introduction", "public")
    assert exported["url"] == f"/collections/{kept.code}/"
    assert [(turn["table"], turn["turn"], turn["seat"], turn["words"]) for turn in exported["turns"]] == [
        (table.code, 5, 1, "See the river.")
    ]
    answer = dict.fromkeys(("answered_at", "upheld", "answer_read_at"))
    assert data["reports"] == [
        {"at": reported.at, "about": "note", "reason": "insult", "words": "It is rude.", **answer}
    ]
    assert "Ben’s own words" not in json.dumps(data, default=str, ensure_ascii=False)


def test_who_goes_takes_it_all_along(people: list[User], table: Table) -> None:
    note(table, people[0])
    entry(collection(people[0]), table)
    theirs = note(table, people[1])
    report(Note.objects.get(author=people[0]), people[1], words="He is rude")
    report(theirs, people[0])
    judge(case=Case.objects.get(author=people[0]).pk, act=ModeratorAction.REMOVE, words="Rude", by=people[2])
    judge(case=Case.objects.get(author=people[1]).pk, act=ModeratorAction.WARN, words="Rude", by=people[0])
    report(theirs, people[3])
    personal_data.erase(user=people[0])
    assert list(Note.objects.all()) == [theirs]
    assert not Collection.objects.exists()
    assert not Entry.objects.exists()
    about, by, _ = Report.objects.order_by("pk")
    assert (about.text, about.words) == ("", "He is rude")
    assert (by.reporter, by.words) == (None, "It is rude.")
    assert [one.by for one in Decision.objects.order_by("pk")] == [people[2], None]
    assert Case.objects.filter(open_since__isnull=False).get().note == theirs


def test_a_guest_who_makes_an_account_has_reported_what_they_reported(
    people: list[User], guest: User, table: Table
) -> None:
    reported = report(note(table, people[0]), guest)
    kept = upgrade_guest(guest=guest, username="gilbert", display_name="Gil", password="chart and compass", email="")
    assert Report.objects.get().reporter == kept
    assert export_user_data(kept)["reports"][0]["at"] == reported.at


def test_a_guest_who_is_gone_has_reported_without_a_name(people: list[User], guest: User, table: Table) -> None:
    report(note(table, people[0]), guest)
    User.objects.filter(pk=guest.pk).update(date_joined="2020-01-01T00:00Z", last_login=None)
    assert tidy_guests(silent_for=timedelta(days=90)) == 1
    assert Report.objects.get().reporter is None


def test_notes_go_with_their_game(people: list[User], table: Table) -> None:
    note(table, people[0])
    report(Note.objects.get(), people[1])
    personal_data.delete_tables([table.pk])
    assert not Note.objects.exists()
    assert Case.objects.get().content is None


@pytest.mark.django_db
def test_what_is_asked_for_is_found_by_its_index(people: list[User]) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL reads a table that is empty as a whole")
    queries: dict[str, Any] = {
        "studies_public": Collection.objects.listed()[:20],
        "studies_kept": Collection.objects.owned_by(1),
        "studies_notes_of_turn": Note.objects.on(Table(pk=1), 3),
        "studies_entries": Entry.objects.in_order(Collection(pk=1)),
        "studies_open_cases": Case.objects.open(),
    }
    for index, query in queries.items():
        assert f"INDEX {index}" in query.explain(), query.explain()


# --- At once ---------------------------------------------------------------------------------------------------------


def at_once(*acts: Any) -> list[str]:
    """Run actions concurrently; return the reason each was refused, "" if it succeeded."""

    def do(act: Any) -> str:
        try:
            act()
        except StudyRefusal as refusal:
            return refusal.reason.name
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(len(acts)) as pool:
        return sorted(pool.map(do, acts))


@pytest.mark.django_db(transaction=True)
def test_in_two_tabs_nothing_goes_beyond_the_most(transactional_db: None) -> None:
    ann, ben = (User.objects.create_user(name, "chart and compass") for name in ("ann", "ben"))
    table = ended((ann, 3), (ben, 2), turn=9)
    Note.objects.bulk_create([Note(table=table, turn=1, author=ann, words=f"{n}") for n in range(MOST_NOTES - 1)])
    kept = collection(ann)
    Entry.objects.bulk_create(
        [Entry(collection=kept, place=n, table=table, turn=n, seat=0) for n in range(1, MOST_ENTRIES)]
    )
    new = [services.write_note, services.write_note]
    results = at_once(
        *(lambda write=write, n=n: write(table=table, turn=2, author=ann, words=f"{n}") for n, write in enumerate(new))
    )
    assert (results, Note.objects.count()) == (["", "NOTES_FULL"], MOST_NOTES)
    results = at_once(*(lambda seat=seat: entry(kept, table, turn=1, seat=seat) for seat in (1, 2)))
    assert (results, Entry.objects.count()) == (["", "ENTRIES_FULL"], MOST_ENTRIES)


@pytest.mark.django_db(transaction=True)
def test_what_is_done_twice_at_once_is_done_once(transactional_db: None) -> None:
    ann, ben = (User.objects.create_user(name, "chart and compass") for name in ("ann", "ben"))
    table = ended((ann, 3), (ben, 2), turn=9)
    kept = collection(ann)
    assert at_once(*[lambda: entry(kept, table)] * 3) == ["", "", ""]
    assert at_once(*[lambda: note(table, ann)] * 3) == ["", "", ""]
    others = [entry(kept, table, turn) for turn in (1, 2)]
    last = others[-1].pk
    move = services.move_entry
    assert at_once(*[lambda: move(code=kept.code, keeper=ann, pk=last, to=1)] * 3) == ["", "", ""]
    assert [one.turn for one in Entry.objects.in_order(kept)] == [2, 3, 1]
    assert [one.place for one in Entry.objects.in_order(kept)] == [1, 2, 3]
    stored = Note.objects.get()
    assert at_once(*[lambda: report(stored, ben)] * 3) == ["", "REPORTED", "REPORTED"]
    assert (Note.objects.count(), Case.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_several_who_report_one_thing_at_once_make_one_case(transactional_db: None) -> None:
    ann, *others = (User.objects.create_user(name, "chart and compass") for name in ("ann", "ben", "cas", "dee"))
    table = ended((ann, 3), turn=9)
    reported = note(table, ann)
    assert at_once(*(lambda who=who: report(reported, who) for who in others)) == ["", "", ""]
    assert Case.objects.get().reports.count() == 3

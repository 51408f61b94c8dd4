"""Tables, notes and collections deleted or removed between the check and the write."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from games.accounts.models import User
from games.studies import form_pages, note_views, report_views, reports, services
from games.studies.errors import StudyRefusal, StudyRefusalReason
from games.studies.models import Case, Collection, Entry, Note, Report, ReportReason, Visibility
from games.studies.services import CollectionFields, SeatTurn
from games.tables.models import Origin, Table
from games.tables.people.personal_data import delete_tables
from tests.games.studies.writing import collection, entry, note
from tests.games.tables.clients import signed_in


@pytest.fixture
def as_upload(game: Table) -> Table:
    """Return the played game as a record imported by Ann."""
    game.origin = Origin.UPLOADED
    game.save()
    return game


def meanwhile(monkeypatch: pytest.MonkeyPatch, module: Any, act: Callable[[], object]) -> None:
    """Run an action after a request's checks and before its first write."""
    monkeypatch.setattr(module, "count_use_by_user", lambda *_: act() and None)


def nothing_dangles() -> None:
    """Raise IntegrityError for dangling references, as a commit would."""
    connection.check_constraints()


# --- Reports ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["note", "collection", "entry"])
def test_what_its_author_deletes_this_moment_is_not_reported(
    what: str, people: list[User], table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = collection(people[0])
    things = {"note": note(table, people[0]), "collection": kept, "entry": entry(kept, table)}
    addresses = {
        "note": f"/tables/{table.code}/notes/{things['note'].pk}/report/",
        "collection": f"/collections/{kept.code}/report/",
        "entry": f"/collections/{kept.code}/turns/{things['entry'].pk}/report/",
    }
    gone: Any = type(things[what])
    meanwhile(monkeypatch, report_views, gone.objects.all().delete)
    answer = signed_in(people[2]).post(addresses[what], {"reason": "insult", "words": "This is rude."})
    html = answer.content.decode()
    assert (answer.status_code, "The author deleted this." in html, "This is rude." in html) == (422, True, True)
    assert (Case.objects.exists(), Report.objects.exists()) == (False, False)
    nothing_dangles()


def test_who_finds_a_case_begun_this_moment_joins_it(
    people: list[User], table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = note(table, people[0])
    begun: list[Case] = []

    def begin(_manager: Any) -> Any:
        begun.append(Case.objects.create(kind="note", note=kept, author=people[0]))
        monkeypatch.undo()
        return Note._default_manager.select_for_update()

    monkeypatch.setattr(type(Note._default_manager), "select_for_update", begin)
    reported = reports.report(content=kept, reporter=people[2], reason=ReportReason.INSULT, words="")
    assert [reported.case] == begun


# --- Games -----------------------------------------------------------------------------------------------------------


def test_no_note_on_a_record_that_goes_this_moment(
    people: list[User], as_upload: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, note_views, lambda: delete_tables([as_upload.pk]))
    answer = signed_in(people[0]).post(f"/tables/{as_upload.code}/turns/3/notes/", {"words": "Here"})
    assert (answer.status_code, Note.objects.exists()) == (404, False)
    nothing_dangles()


def by_its_address(client: Client, table: Table, kept: Collection) -> Any:
    sent = {"add-address": f"/tables/{table.code}/turns/1/", "add-words": "Look"}
    return client.post(f"/collections/{kept.code}/add/", sent)


def from_its_turn(client: Client, table: Table, kept: Collection) -> Any:
    sent = {"collection": kept.code, "title": "", "seat": "0", "words": "Look"}
    return client.post(f"/tables/{table.code}/turns/1/keep/", sent)


def in_a_new_one(client: Client, table: Table, _kept: Collection) -> Any:
    sent = {"collection": "new", "title": "Farms", "seat": "0", "words": "Look", "command_id": str(uuid4())}
    return client.post(f"/tables/{table.code}/turns/1/keep/", sent)


@pytest.mark.parametrize("keep", [by_its_address, from_its_turn, in_a_new_one])
@pytest.mark.parametrize("goes", [True, False])
def test_no_turn_of_a_record_that_goes_this_moment_is_kept(
    keep: Callable[[Client, Table, Collection], Any],
    goes: bool,
    people: list[User],
    as_upload: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = collection(people[0])
    if goes:
        meanwhile(monkeypatch, form_pages, lambda: delete_tables([as_upload.pk]))
    answer = keep(signed_in(people[0]), as_upload, kept)
    assert (answer.status_code, Entry.objects.count()) == ((404, 0) if goes else (303, 1))
    assert Collection.objects.count() == (1 if goes or keep is not in_a_new_one else 2), "both, or neither"
    nothing_dangles()


# --- What moderators removed -----------------------------------------------------------------------------------------


def test_a_form_sent_again_adds_nothing_to_what_the_site_removed(people: list[User], table: Table) -> None:
    new = {
        "keeper": people[0],
        "content": CollectionFields("Farms", visibility=Visibility.PUBLIC),
        "command_id": uuid4(),
    }
    one, other = SeatTurn(table, 3, 0), SeatTurn(table, 4, 0)
    kept = services.add_to_new(**new, turn=one, words="").collection
    assert services.add_to_new(**new, turn=other, words="").collection == kept
    Collection.objects.update(removed_at=kept.written_at, removal="No insults, please.")
    for write in (
        lambda: services.open_collection(**new),
        lambda: services.add_to_new(**new, turn=SeatTurn(table, 5, 0), words=""),
    ):
        with pytest.raises(StudyRefusal) as refused:
            write()
        assert refused.value.reason == StudyRefusalReason.REMOVED
    assert Entry.objects.count() == 2


def test_a_note_that_is_deleted_in_another_tab_is_not_changed(
    people: list[User], table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = note(table, people[0])
    meanwhile(monkeypatch, note_views, Note.objects.all().delete)
    answer = signed_in(people[0]).post(f"/tables/{table.code}/notes/{kept.pk}/edit/", {"words": "Better"})
    assert (answer.status_code, Note.objects.exists()) == (404, False)


def test_who_writes_too_much_waits_and_changes_nothing(
    people: list[User], table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, ann = note(table, people[0]), signed_in(people[0])
    for module in (form_pages, note_views):
        monkeypatch.setattr(module, "count_use_by_user", lambda *_: timedelta(minutes=1))
    forms = {
        f"/tables/{table.code}/turns/3/notes/": {"words": "Another"},
        f"/tables/{table.code}/notes/{kept.pk}/edit/": {"words": "Better"},
        "/collections/new/": {"title": "Farms", "visibility": "public"},
    }
    for address, form in forms.items():
        answer = ann.post(address, form)
        assert (answer.status_code, answer["Retry-After"]) == (429, "60"), address
    assert list(Note.objects.values_list("words", flat=True)) == [kept.words]
    assert not Collection.objects.exists()

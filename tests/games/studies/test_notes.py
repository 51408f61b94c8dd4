"""Notes on the turns of a finished game: authors and readers."""

import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.studies import services
from games.studies.errors import StudyRefusal, StudyRefusalReason
from games.studies.models import Note
from games.studies.models.notes import MOST_NOTES, NOTE_MAX
from games.tables.models import Access, Seat, Table
from tests.games.history.finished import ended
from tests.games.history.playing import begun
from tests.games.studies.writing import note, page
from tests.games.tables.clients import signed_in

HTMX = {"HX-Request": "true", "HX-Target": "notes"}


def notes_of(table: Table, turn: int = 3) -> str:
    return f"/tables/{table.code}/turns/{turn}/notes/"


def test_who_sat_there_writes_and_everybody_reads(people: list[User], table: Table) -> None:
    answer = signed_in(people[0]).post(notes_of(table), {"words": "First line\r\n\r\nSecond <b>line</b>"})
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{table.code}/turns/3/#notes")
    assert Note.objects.get().words == "First line\n\nSecond <b>line</b>"
    for reader in (None, people[1], people[2]):
        text = page(signed_in(reader), notes_of(table))
        assert "<p>First line</p>" in text
        assert "Second &lt;b&gt;line&lt;/b&gt;" in text
        assert ">Ann</a>" in text
    assert "First line" not in page(Client(), notes_of(table, 4))
    assert "Turn 3: 1 note" in page(Client(), notes_of(table, 4))


def test_the_page_of_a_turn_leads_to_its_notes_once_the_game_is_over(game: Table) -> None:
    text = page(Client(), f"/tables/{game.code}/turns/3/?look=2")
    assert f'hx-get="{notes_of(game)}?look=2"' in text
    assert f'href="{notes_of(game)}?look=2"' in text


NOTED = re.compile(r'<p id="noted".*?</p>', re.S)


def test_turns_with_notes_are_marked_beside_all_turns_and_at_the_end(people: list[User], game: Table) -> None:
    end, turn = f"/tables/{game.code}/", f"/tables/{game.code}/turns/2/"
    assert not [address for address in (end, turn) if NOTED.search(page(Client(), address))]
    for number, author in ((3, people[0]), (3, people[1]), (5, people[0])):
        note(game, author, turn=number)
    removed = note(game, people[1], turn=7)
    Note.objects.filter(pk=removed.pk).update(removed_at=removed.written_at)
    for address in (end, turn):
        for reader in (None, people[1]):
            shown = NOTED.search(page(signed_in(reader), f"{address}?look=2"))
            assert shown
            assert re.findall(r'<a href="([^"]+)">([^<]+)</a>', shown[0]) == [
                (f"/tables/{game.code}/turns/3/?look=2#notes", "Turn 3: 2 notes"),
                (f"/tables/{game.code}/turns/5/?look=2#notes", "Turn 5: 1 note"),
            ]
    step = {"HX-Request": "true", "HX-Target": "turn", "X-Shown": "turn.0-one"}
    assert NOTED.search(Client().get(turn, headers=step).content.decode())


def test_a_part_of_that_page_is_no_page(table: Table) -> None:
    text = Client().get(notes_of(table), headers=HTMX).content.decode()
    assert text.lstrip().startswith('<section id="notes"')
    assert "<html" not in text


@pytest.mark.parametrize("turn", [0, 10_000, 99_999_999_999_999_999_999])
def test_there_are_no_notes_on_a_turn_that_is_none(people: list[User], table: Table, turn: int) -> None:
    for client in (Client(), signed_in(people[0])):
        assert client.get(notes_of(table, turn)).status_code == 404
        assert client.post(notes_of(table, turn), {"words": "x"}).status_code in {303, 404}
    assert not Note.objects.exists()


def test_every_turn_of_a_game_that_is_over_has_a_page_and_notes(game: Table) -> None:
    for turn in range(1, game.turn + 1):
        assert Client().get(f"/tables/{game.code}/turns/{turn}/").status_code == 200
        assert Client().get(notes_of(game, turn)).status_code == 200
    assert Client().get(f"/tables/{game.code}/turns/{game.turn + 1}/").status_code == 404


def test_there_are_none_before_the_end(people: list[User]) -> None:
    playing = begun(*people[:2])
    assert signed_in(people[0]).get(notes_of(playing, 1)).status_code == 404
    assert signed_in(people[0]).post(notes_of(playing, 1), {"words": "x"}).status_code == 404


def test_nobody_else_writes(people: list[User], guest: User, table: Table) -> None:
    assert signed_in(people[2]).post(notes_of(table), {"words": "x"}).status_code == 404
    answer = Client().post(notes_of(table), {"words": "x"})
    assert (answer.status_code, "/accounts/sign-in/" in answer["Location"]) == (303, True)
    Seat.objects.filter(table=table, user=people[1]).update(user=guest)
    assert signed_in(guest).post(notes_of(table), {"words": "x"}).status_code == 404
    assert "Create an account to add notes to your games" in page(signed_in(guest), notes_of(table))
    assert not Note.objects.exists()


def test_a_game_by_invitation_has_notes_for_those_who_may_see_it(people: list[User]) -> None:
    closed = ended((people[0], 40), (people[1], 30), access=Access.INVITATION, turn=30)
    kept = note(closed, people[0])
    assert "should have drawn" in page(signed_in(people[1]), notes_of(closed))
    for stranger in (None, people[2]):
        for address in (notes_of(closed), f"/tables/{closed.code}/notes/{kept.pk}/report/"):
            answer = signed_in(stranger).get(address)
            assert answer.status_code == 404 or "/accounts/sign-in/" in answer["Location"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [("", "This field is required."), (" \n ", "This field is required."), ("x" * (NOTE_MAX + 1), "at most 2000")],
)
def test_what_cannot_be_a_note_is_refused_and_not_lost(
    people: list[User], table: Table, words: str, fault: str
) -> None:
    answer = signed_in(people[0]).post(notes_of(table), {"words": words})
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    assert words.strip() in answer.content.decode()


def test_ends_of_lines_count_once(people: list[User], table: Table) -> None:
    words = "x\r\n" * (NOTE_MAX // 2)
    assert signed_in(people[0]).post(notes_of(table), {"words": words}).status_code == 303


def test_a_note_sent_twice_is_one(people: list[User], table: Table) -> None:
    ann = signed_in(people[0])
    for _ in range(2):
        assert ann.post(notes_of(table), {"words": "Once"}).status_code == 303
    assert Note.objects.count() == 1


def test_there_is_a_most(people: list[User], table: Table) -> None:
    for number in range(MOST_NOTES):
        note(table, people[0], f"{number}")
    answer = signed_in(people[0]).post(notes_of(table), {"words": "One more"})
    assert answer.status_code == 422
    assert "You’ve reached the limit of 50 notes for this game" in answer.content.decode()
    assert "One more" in answer.content.decode()
    note(table, people[1], "Ben has room")


def test_own_notes_are_changed_and_deleted(people: list[User], table: Table) -> None:
    ann, kept = signed_in(people[0]), note(table, people[0])
    here = f"/tables/{table.code}/notes/{kept.pk}"
    assert "should have drawn" in page(ann, f"{here}/edit/")
    assert ann.post(f"{here}/edit/", {"words": ""}).status_code == 422
    assert ann.post(f"{here}/edit/", {"words": "Better"}).status_code == 303
    assert " · edited" in page(ann, notes_of(table))
    assert "Better" in page(ann, f"{here}/delete/")
    assert ann.post(f"{here}/delete/").status_code == 303
    assert not Note.objects.exists()
    assert ann.post(f"{here}/delete/").status_code == 404


def test_those_of_others_are_not(people: list[User], table: Table) -> None:
    kept = note(table, people[0])
    ben = signed_in(people[1])
    for what in ("edit", "delete"):
        assert ben.get(f"/tables/{table.code}/notes/{kept.pk}/{what}/").status_code == 404
        assert ben.post(f"/tables/{table.code}/notes/{kept.pk}/{what}/", {"words": "x"}).status_code == 404
    assert Note.objects.get().words == kept.words


def test_a_note_of_another_game_is_not_found_at_this_one(people: list[User], table: Table) -> None:
    kept = note(table, people[0])
    other = ended((people[0], 40), (people[1], 30), turn=30)
    assert signed_in(people[0]).get(f"/tables/{other.code}/notes/{kept.pk}/edit/").status_code == 404


def test_what_the_site_removed_is_its_authors_to_read_but_not_to_change(people: list[User], table: Table) -> None:
    kept = note(table, people[0])
    Note.objects.update(removed_at=kept.written_at, removal="No insults, please.")
    assert "should have drawn" not in page(signed_in(people[1]), notes_of(table))
    assert "1 note" not in page(signed_in(people[1]), notes_of(table, 4))
    text = page(signed_in(people[0]), notes_of(table))
    assert "No insults, please." in text
    assert f"notes/{kept.pk}/edit/" not in text
    with pytest.raises(StudyRefusal) as refused:
        services.change_note(pk=kept.pk, author=people[0], words="x")
    assert refused.value.reason == StudyRefusalReason.REMOVED
    answer = signed_in(people[0]).post(f"/tables/{table.code}/notes/{kept.pk}/edit/", {"words": "x"})
    assert answer.status_code == 422


def test_notes_cost_as_many_statements_as_one(
    people: list[User], table: Table, django_assert_max_num_queries: Any
) -> None:
    for turn in range(1, 6):
        for author in people[:2]:
            for number in range(3):
                note(table, author, f"{number}", turn)
    ann = signed_in(people[0])
    page(ann, notes_of(table))
    with django_assert_max_num_queries(10):
        page(ann, notes_of(table))


def test_who_hides_their_page_is_named_without_a_link(people: list[User], table: Table) -> None:
    note(table, people[0])
    User.objects.filter(pk=people[0].pk).update(hidden=True)
    text = page(signed_in(people[1]), notes_of(table))
    assert "Ann" in text
    assert "/people/ann/" not in text

"""Marks on the board of a note: written, shown beside its text, exported and reported."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.studies import services
from games.studies.models import Note
from games.studies.services import BoardMarks
from games.tables.models import Access, Table
from games.tables.people.personal_data import export_user_data
from tests.games.history.playing import played
from tests.games.studies.writing import note, page
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db

MARKS = "green C4, C5; arrow B2 D6"


def notes_of(table: Table, turn: int = 3) -> str:
    return f"/tables/{table.code}/turns/{turn}/notes/"


def edit_url(kept: Note) -> str:
    return f"/tables/{kept.table.code}/notes/{kept.pk}/edit/"


def marked(game: Table, author: User, seat: int = 1, **more: Any) -> Note:
    kept = note(game, author, **more)
    return services.change_note(pk=kept.pk, author=author, words=kept.words, marks=BoardMarks(MARKS, seat))


def test_a_new_note_leads_to_the_board_that_its_author_looks_at(people: list[User], game: Table) -> None:
    ann = signed_in(people[0])
    assert "Add note and mark spaces" in page(ann, notes_of(game))
    answer = ann.post(f"{notes_of(game)}?look=2", {"words": "See", "mark": "1"})
    kept = Note.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"{edit_url(kept)}?look=2")
    text = page(ann, answer["Location"])
    assert "Ben’s board" in text
    assert 'hx-get="/marks/cartographers/"' in text
    assert text.count("data-space=") == 121
    assert ann.post(answer["Location"], {"words": "See", "marks": "green c4 c5\narrow B2 D6"}).status_code == 303
    kept.refresh_from_db()
    assert (kept.words, kept.marks, kept.seat) == ("See", MARKS, 1)


def test_marks_are_shown_on_that_board_to_every_reader(people: list[User], game: Table) -> None:
    marked(game, people[0])
    note(game, people[0], "Without marks")
    for reader in (None, *people[:3]):
        text = page(signed_in(reader), f"{notes_of(game)}?look=1")
        assert text.count('class="note-board"') == 1
        assert text.count('class="small-map"') == 1
        assert '<g class="mark-green">' in text
        assert "Ben’s board" in text
        assert "Marked green: C4, C5. Arrow from B2 to D6." in text


def test_marks_stay_on_their_board_until_they_are_removed(people: list[User], game: Table) -> None:
    ann, kept = signed_in(people[0]), marked(game, people[0])
    assert "Ben’s board" in page(ann, f"{edit_url(kept)}?look=1")
    assert ann.post(f"{edit_url(kept)}?look=1", {"words": "New", "marks": "red A1"}).status_code == 303
    kept.refresh_from_db()
    assert (kept.words, kept.marks, kept.seat) == ("New", "red A1", 1)
    assert ann.post(f"{edit_url(kept)}?look=1", {"words": "New", "marks": ""}).status_code == 303
    kept.refresh_from_db()
    assert (kept.marks, kept.seat) == ("", None)
    assert "Ann’s board" in page(ann, f"{edit_url(kept)}?look=1")


def test_wrong_marks_of_a_note_are_explained_and_not_lost(people: list[User], game: Table) -> None:
    kept = note(game, people[0])
    answer = signed_in(people[0]).post(edit_url(kept), {"words": "My text", "marks": "green Z9"})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "“Z9” is not a space." in text
    assert re.search(r">\s*green Z9</textarea>", text)
    assert "My text</textarea>" in text
    kept.refresh_from_db()
    assert (kept.words == "My text", kept.marks) == (False, "")


@pytest.mark.parametrize("query", ["?look=3", "?look=99"])
def test_a_board_that_does_not_exist_is_not_marked(people: list[User], game: Table, query: str) -> None:
    ann, kept = signed_in(people[0]), note(game, people[0])
    assert 'name="marks"' not in page(ann, f"{edit_url(kept)}{query}")
    assert ann.post(f"{edit_url(kept)}{query}", {"words": "New", "marks": "red A1"}).status_code == 303
    kept.refresh_from_db()
    assert (kept.words, kept.marks, kept.seat) == ("New", "", None)


def test_games_without_boards_to_mark_have_notes_without_marks(
    people: list[User], game: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, ann = marked(game, people[0]), signed_in(people[0])
    monkeypatch.setattr(CARTOGRAPHERS, "board_grid", None)
    text = page(ann, notes_of(game))
    assert "mark spaces" not in text
    assert "note-board" not in text
    assert 'name="marks"' not in page(ann, edit_url(kept))
    assert ann.post(edit_url(kept), {"words": "New"}).status_code == 303
    kept.refresh_from_db()
    assert (kept.words, kept.marks) == ("New", MARKS)


def test_marks_of_a_note_are_exported_and_reported_with_its_text(people: list[User], game: Table) -> None:
    kept = marked(game, people[0], words="See")
    assert kept.text == f"See\n\n{MARKS}"
    (exported,) = json.loads(json.dumps(export_user_data(people[0])["notes"], default=str))
    assert (exported["seat"], exported["marks"]) == (1, MARKS)


def test_marks_are_seen_only_where_the_game_is(people: list[User]) -> None:
    hidden = played(*people[:2], access=Access.INVITATION)
    marked(hidden, people[0])
    assert Client().get(notes_of(hidden)).status_code == 404


def test_marked_notes_cost_as_many_statements_as_one(
    people: list[User], game: Table, django_assert_max_num_queries: Any
) -> None:
    for number in range(4):
        marked(game, people[0], seat=number % 2, words=f"Note {number}")
    ann = signed_in(people[0])
    page(ann, notes_of(game))
    with django_assert_max_num_queries(14):
        page(ann, notes_of(game))

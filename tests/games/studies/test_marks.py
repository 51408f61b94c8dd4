"""Marks on the board of a turn: typed, stored, drawn and described."""

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.translation import override

from games.accounts.models import User
from games.cartographers.map.boards import GRID
from games.studies import services
from games.studies.mark_layers import mark_layer
from games.studies.marks import COLORS, MOST_ARROWS, MOST_SPACES, Marks, parse_marks, stored_marks, tools
from games.studies.models import Collection, Entry
from games.tables.models import Access, Table
from games.tables.people.personal_data import export_user_data
from tests.games.history.playing import played
from tests.games.studies.writing import collection, entry, page
from tests.games.tables.clients import signed_in

TYPED = "green C4, C5; arrow B2 D6"
NAMES = list(GRID.centers)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("", ""),
        (" ;\n; ", ""),
        (TYPED, TYPED),
        ("Green: c4 C5\narrow b2→d6", TYPED),
        ("arrow B2 D6, A1 A2, B2 D6", "arrow B2 D6; arrow A1 A2"),
        ("red A1; yellow K11; red A2, A1", "red A1, A2; yellow K11"),
    ],
)
def test_typed_marks_are_stored_in_one_form(text: str, stored: str) -> None:
    assert str(parse_marks(text, GRID)) == stored


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("purple C4", "“purple” is not a color. Begin with green, red, blue, yellow or arrow."),
        ("C4", "“C4” is not a color."),
        ("green", "Name a space after “green”."),
        ("green L4", "“L4” is not a space. Spaces are named A1 to K11."),
        ("green <b>", "“<b>” is not a space."),
        ("arrow B2", "An arrow needs two spaces, such as “arrow A1 K11”."),
        ("arrow B2 b2", "An arrow can’t point from B2 to itself."),
        ("green C4; red C4", "C4 has two colors. Remove one."),
        (f"green {' '.join(NAMES[: MOST_SPACES + 1])}", "Mark at most 60 spaces."),
        (f"arrow {' '.join(f'A1 {name}' for name in NAMES[1 : MOST_ARROWS + 2])}", "Use at most 20 arrows."),
    ],
)
def test_wrong_marks_say_what_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(ValidationError) as refused:
        parse_marks(text, GRID)
    assert problem in refused.value.messages[0]


def test_as_many_marks_as_allowed_fit_the_field() -> None:
    spaces = {color: tuple(NAMES[-15 - 15 * at : len(NAMES) - 15 * at]) for at, color in enumerate(COLORS)}
    full = Marks(spaces, tuple(("K10", name) for name in NAMES[:MOST_ARROWS]))
    assert sum(map(len, spaces.values())) == MOST_SPACES
    assert parse_marks(str(full), GRID) == full
    assert len(str(full)) < Entry._meta.get_field("marks").max_length  # type: ignore[operator]


def test_marks_of_a_game_without_these_spaces_are_left_out() -> None:
    assert stored_marks(TYPED, None) is None
    assert stored_marks("green Z9", GRID) is None


def test_words_are_single_and_english_is_read_in_every_language() -> None:
    with override("fr"):
        assert all(word.split() == [word] for _name, word, _label in tools())
        assert str(parse_marks(TYPED, GRID)) == TYPED
        assert str(parse_marks(parse_marks(TYPED, GRID).typed(), GRID)) == TYPED


def test_layer_has_every_mark_and_tells_it() -> None:
    layer = mark_layer(parse_marks(TYPED + "; red A1", GRID), GRID)
    assert layer.words == "Marked green: C4, C5. Marked red: A1. Arrow from B2 to D6."
    assert [(path.color, path.path.count("h.84")) for path in layer.colors] == [("green", 2), ("red", 1)]
    assert layer.colors[1].path.startswith("M0.08 0.08")
    assert layer.arrows.count("M") == 1


@pytest.fixture
def kept(people: list[User], game: Table) -> Collection:
    """Return Ann's collection with a turn of a game that was played."""
    kept = collection(people[0])
    entry(kept, game)
    return kept


def edit_url(kept: Collection) -> str:
    return f"/collections/{kept.code}/turns/{Entry.objects.get().pk}/edit/"


def test_marks_are_edited_and_shown_to_readers(people: list[User], kept: Collection) -> None:
    ann, url = signed_in(people[0]), edit_url(kept)
    editor = page(ann, url)
    assert editor.count("data-space=") == 121
    assert "No marks." in editor
    assert ann.post(url, {"words": "See", "marks": "green c4 c5\narrow B2 D6"}).status_code == 303
    assert Entry.objects.get().marks == TYPED
    assert f">\n{TYPED}</textarea>" in page(ann, url)
    for address in ("", "1/"):
        text = page(Client(), f"/collections/{kept.code}/{address}")
        assert "Marked green: C4, C5. Arrow from B2 to D6." in text
        assert text.count('class="board-marks" viewBox="-0.9 -0.9 12.1 12.1"') == 1
    assert ann.post(url, {"words": "See", "marks": ""}).status_code == 303
    assert "board-marks" not in page(Client(), f"/collections/{kept.code}/")


def test_wrong_marks_are_refused_and_not_lost(people: list[User], kept: Collection) -> None:
    answer = signed_in(people[0]).post(edit_url(kept), {"words": "My text", "marks": "green C4; <i> D5"})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "“&lt;i&gt;” is not a color." in text
    assert "My text</textarea>" in text
    assert "green C4; &lt;i&gt; D5</textarea>" in text
    assert Entry.objects.get().marks == ""


def test_marks_too_long_are_refused(people: list[User], kept: Collection) -> None:
    answer = signed_in(people[0]).post(edit_url(kept), {"marks": "green C4 " * 200})
    assert (answer.status_code, "at most 1000" in answer.content.decode()) == (422, True)


def test_marks_stay_while_the_keeper_has_no_access_to_the_game(people: list[User]) -> None:
    hidden = played(*people[:2], access=Access.INVITATION)
    kept = collection(people[2])
    pk = entry(kept, hidden).pk
    services.change_entry(code=kept.code, keeper=people[2], pk=pk, words="", marks=TYPED)
    cas = signed_in(people[2])
    assert 'name="marks"' not in page(cas, edit_url(kept))
    assert cas.post(edit_url(kept), {"words": "New", "marks": "red A1"}).status_code == 303
    assert (Entry.objects.get().words, Entry.objects.get().marks) == ("New", TYPED)
    assert "Marked green" not in page(Client(), f"/collections/{kept.code}/")


def test_marks_are_drawn_while_typed() -> None:
    text = page(Client(), "/marks/cartographers/?marks=blue+F6")
    assert '<g class="mark-blue">' in text
    assert "Marked blue: F6." in text
    wrong = page(Client(), "/marks/cartographers/?marks=blue+<F6>")
    assert "“&lt;F6&gt;” is not a space." in wrong
    assert "<svg" not in wrong


@pytest.mark.parametrize("game", ["gisborne", "none"])
def test_games_without_a_grid_have_no_marks(game: str) -> None:
    page(Client(), f"/marks/{game}/?marks=blue+F6", 404)


def test_marks_are_exported_and_reported_with_their_text(people: list[User], table: Table) -> None:
    kept = collection(people[0])
    pk = entry(kept, table).pk
    changed: Any = services.change_entry(code=kept.code, keeper=people[0], pk=pk, words="See", marks=TYPED)
    assert changed.text == f"See\n\n{TYPED}"
    (exported,) = json.loads(json.dumps(export_user_data(people[0])["collections"], default=str))
    assert exported["turns"][0]["marks"] == TYPED

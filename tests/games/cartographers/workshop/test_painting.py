"""Painting sample boards space by space."""

import json

import pytest
from django import forms
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from engine.cartographers.notation import board_of, whole_board_text
from games.cartographers.shelf.examples import sample_texts
from games.cartographers.workshop.map_painter import ALL_MARKS, SHEET_MARKS, BoardField, painter_tools
from games.catalog.forms import ToolUse
from games.catalog.models import CatalogEntry
from games.catalog.painting import STEPS_BACK

EMPTY = "\n".join(["." * 11] * 11)
PLAIN = "...^......./" * 10 + "..........."
PRESSES = ("flip", "rotate", "clear", "undo", "paint=C5", "paint=A1,K11,Z9,", "paint=", "flip=x")


class Painted(forms.Form):
    rows = BoardField(label="Sheet", marks=SHEET_MARKS)


class Drawn(forms.Form):
    rows = BoardField(label="Board")


def sent(text: str, brush: str = "^", history: str = "[]") -> QueryDict:
    data = QueryDict(mutable=True)
    data.update({"rows": text, "rows.brush": brush, "rows.history": history})
    return data


def pressed(data: QueryDict, press: str) -> QueryDict:
    """Return the definition that the form has after a tool was used."""
    tool, _equals, at = press.partition("=")
    changed = data.copy()
    changed["at"] = at
    made: QueryDict = painter_tools(lambda _data: "rows")[tool](ToolUse(changed, CatalogEntry(), None))
    return made


def test_a_space_is_painted_and_taken_back() -> None:
    painted = pressed(sent(EMPTY), "paint=C5")
    assert painted["rows"].splitlines()[2] == "....^......"
    assert pressed(painted, "undo")["rows"] == EMPTY
    assert json.loads(pressed(painted, "undo")["rows.history"]) == []


@pytest.mark.parametrize(
    ("before", "brush", "after"),
    [
        (".", "F", "F"),
        ("r", "F", "f"),
        ("f", "W", "w"),
        ("F", "r", "f"),
        ("^", "r", "r"),
        ("f", ".", "."),
        ("f", "#", "#"),
    ],
)
def test_ruins_lie_beneath_what_is_drawn(before: str, brush: str, after: str) -> None:
    painted = pressed(sent(before + EMPTY[1:], brush), "paint=A1")
    assert painted["rows"] == after + EMPTY[1:]


def test_boards_are_mirrored_and_turned_with_all_that_is_written_on_them() -> None:
    text = EMPTY[:-3] + "MM.\nmarks:A1 D:K9,K10"
    assert pressed(sent(text), "flip")["rows"].splitlines()[-2:] == [".MM........", "marks:A11 D:K3,K2"]
    turned = sent(text)
    for _quarter in range(4):
        turned = pressed(turned, "rotate")
        assert Drawn(turned).is_valid()
    assert turned["rows"] == text
    over = pressed(sent(text, "F"), "paint=K9")
    assert over["rows"].splitlines()[-2:] == ["........FM.", "marks:A1 D:K10"]


def test_thirty_steps_can_be_taken_back() -> None:
    data = sent(EMPTY)
    for column in range(1, 12):
        for row in "ABCD":
            data = pressed(data, f"paint={row}{column}")
    assert len(json.loads(str(data["rows.history"]))) == STEPS_BACK


@given(
    text=st.text(alphabet="^r#.FVAWMHXfz \n/:D1", max_size=160),
    press=st.sampled_from(PRESSES),
    brush=st.sampled_from([*ALL_MARKS, "", "Q"]),
    history=st.text(max_size=20),
)
def test_whatever_is_written_can_be_shown_and_changed(text: str, press: str, brush: str, history: str) -> None:
    data = pressed(sent(text, brush, history), press)
    for form in (Painted(data), Drawn(data)):
        form.is_valid()
        assert str(form["rows"]).count("<button ") == 125


@pytest.mark.parametrize("text", sample_texts().values())
def test_a_board_comes_back_as_it_was(text: str) -> None:
    shown = Drawn(initial={"rows": text})
    form = Drawn(sent(shown.fields["rows"].widget.value_from_datadict(sent(text), {}, "rows").text))
    assert form.is_valid()
    assert form.cleaned_data["rows"] == whole_board_text(board_of(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Draw the map or enter it as text."),
        (PLAIN.replace("^", "H"), "Line 1, column 4: “H” isn’t one of ^ * r # F V A W M ."),
        (PLAIN.replace("^", "^^", 1), "Line 1 has 12 spaces instead of 11."),
        (PLAIN[:-12], "There are 10 lines instead of 11."),
        (PLAIN + " marks:A1", "A map sheet can only contain its rows, coin spaces and regions."),
    ],
)
def test_what_is_no_sheet_is_told_by_line_and_column(text: str, words: str) -> None:
    form = Painted(sent(text))
    assert words in form.errors["rows"]
    assert len(form.errors["rows"]) <= 5


def test_what_stands_below_the_rows_is_told() -> None:
    assert Drawn(sent(PLAIN + " D:A1")).errors["rows"] == ["Invalid lines below the rows: D:A1"]
    assert Drawn(sent(PLAIN + " marks:A1")).is_valid()


def test_spaces_are_told() -> None:
    page = str(Drawn(sent("fr" + EMPTY[2:]))["rows"])
    assert 'aria-label="A1, forest, on ruins"' in page
    assert 'aria-label="A2, ruins"' in page
    assert 'aria-label="A3, empty"' in page

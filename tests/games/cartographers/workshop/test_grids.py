"""Shapes and attacks on grids of squares."""

import re

import pytest
from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from hypothesis import given
from hypothesis import strategies as st

from engine.cartographers.geometry import SIZE
from games.cartographers.workshop.shapes import AttackField, ShapeField, rows_of

CELLS = st.frozensets(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), min_size=1, max_size=12)
NEAR = st.integers(1 - SIZE, SIZE - 1)
ATTACKS = st.frozensets(st.tuples(NEAR, NEAR).filter(lambda cell: cell != (0, 0)), min_size=1, max_size=12)
SQUARE = re.compile(r'value="(-?\d+,-?\d+)"[^>]*? checked')


class Drawn(forms.Form):
    shape = ShapeField(label="Shape 1")
    extra = ShapeField(label="Extra", required=False)
    attack = AttackField(label="Attack")


def sent(**squares: list[str]) -> Drawn:
    return Drawn(MultiValueDict(squares))


def resent(form: Drawn, name: str) -> list[str]:
    """Return the values a browser submits for an unchanged grid."""
    return SQUARE.findall(str(form[name]))


@given(CELLS, ATTACKS)
def test_what_a_grid_begins_with_comes_back(
    cells: frozenset[tuple[int, int]], attack: frozenset[tuple[int, int]]
) -> None:
    begun = Drawn(initial={"shape": rows_of(cells), "attack": [list(cell) for cell in attack]})
    form = sent(shape=resent(begun, "shape"), attack=resent(begun, "attack"))
    assert form.is_valid(), form.errors
    assert form.cleaned_data["shape"] == rows_of(cells)
    assert form.cleaned_data["extra"] is None
    assert {tuple(cell) for cell in form.cleaned_data["attack"]} == attack
    assert resent(form, "attack") == resent(begun, "attack")


def test_a_shape_is_cut_to_what_was_clicked_and_stays_where_it_was() -> None:
    form = sent(shape=["2,3", "3,3", "3,5"], attack=["0,1"])
    assert form.is_valid()
    assert form.cleaned_data["shape"] == ["#..", "#.#"]
    assert resent(form, "shape") == ["2,3", "3,3", "3,5"]
    assert ">#../#.#</code>" in str(form["shape"])


def test_squares_are_told_and_the_hero_is_none() -> None:
    form = Drawn()
    assert 'aria-label="row 1, column 2"' in str(form["shape"])
    assert 'aria-label="Shape 1"' in str(form["shape"])
    assert 'aria-label="1 up and 2 right"' in str(form["attack"])
    assert str(form["attack"]).count('type="checkbox"') == 48


@pytest.mark.parametrize(
    ("name", "squares", "words"),
    [
        ("shape", [], "Select at least one square."),
        ("shape", ["x", "", "1", "1,2,3", "99,0", "9" * 5_000 + ",0"], "Select at least one square."),
        ("shape", ["-1,0"], "A submitted square is outside the grid."),
        ("attack", [], "Select at least one square."),
    ],
)
def test_what_is_no_shape_is_refused(name: str, squares: list[str], words: str) -> None:
    form = sent(**{"shape": ["0,0"], "attack": ["0,1"], name: squares})
    assert form.errors == {name: [words]}
    assert str(form[name])


def test_a_plain_post_is_read() -> None:
    assert Drawn(QueryDict("shape=0,0&shape=0,1&attack=-1,0")).is_valid()

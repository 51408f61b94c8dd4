"""Drawing by command lines: placing, moving, confirming and taking back."""

import re

import pytest
from django.test import Client

from games.tables.models import Table
from tests.games.cartographers.play import events, state_of, type_line, url
from tests.games.play.typed_lines import HTMX, field, get_line, problem, sentences_of
from tests.games.tables.clients import text_of


@pytest.mark.parametrize("htmx", [False, True])
def test_a_try_puts_the_shape_down_and_says_what_would_change(htmx: bool, ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "try water r1 c5", headers=HTMX if htmx else {})
    assert answer.status_code == 200
    assert sentences_of(answer)[0] == "Water on C5, C6, C7, D7, E7: valid placement."
    assert sentences_of(answer)[-1] == "Type “confirm” to confirm."
    assert [field(answer, name) for name in ("option", "terrain", "held", "anchor")] == ["1", "water", "r1", "C5"]
    assert re.search(r'class="[^"]*\bghost\b', text_of(answer))
    assert (answer.get("HX-Retarget"), answer.get("HX-Trigger", "")) == (
        ("#table", "carto:put") if htmx else (None, "carto:put")
    )
    assert events(table) == table.number


def test_a_try_by_address_is_a_page_too(ann: Client, table: Table) -> None:
    answer = get_line(ann, table, "try water c5")
    assert answer.status_code == 200
    assert field(answer, "anchor") == "C5"


def test_what_is_put_down_stays_through_readings_and_is_confirmed(ann: Client, table: Table) -> None:
    held = {"option": "1", "terrain": "water", "held": "r1", "anchor": "C5"}
    answer = type_line(ann, table, "row c", **held)
    assert {name: field(answer, name) for name in held} == held
    assert type_line(ann, table, "confirm", **held).status_code == 303
    drawn = state_of(table).answers[0]
    assert drawn is not None
    assert str(drawn.placement) == "1 water r1 C5"


def test_what_the_forms_hold_comes_before_what_the_line_brought(ann: Client, table: Table) -> None:
    fields = {"hand-option": "1", "hand-terrain": "farm", "hand-held": "r0", "hand-anchor": "D5"}
    assert "Farm on D5, D6, D7, E5, F5: valid placement." in sentences_of(type_line(ann, table, "now", **fields))
    held = {"option": "1", "terrain": "water", "held": "r1", "anchor": "C5"}
    assert "Water on C5, C6, C7, D7, E7: valid placement." in sentences_of(
        type_line(ann, table, "now", **fields, **held)
    )


def test_what_lies_nowhere_is_told_with_its_terrain(ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "try water", headers=HTMX)
    assert [line.partition(".")[0] for line in sentences_of(answer)] == ["Selected: water, as printed"]
    assert re.search(r"Fits in \d+ spots\.$", sentences_of(answer)[0])


@pytest.mark.parametrize("line", ["fits 2", "fits 7 r1", "try 7"])
def test_a_shape_that_is_not_on_offer_is_refused(line: str, ann: Client, table: Table) -> None:
    answer = get_line(ann, table, line, **HTMX)
    assert answer.status_code == 422
    assert problem(answer) == "There is only 1 shape: type 1."


def test_fits_counts_the_places_of_the_way_that_is_asked_for(ann: Client, table: Table) -> None:
    every = sentences_of(get_line(ann, table, "fits 1", **HTMX))
    held = sentences_of(get_line(ann, table, "fits 1 r0", **HTMX))
    match = re.fullmatch(r"Shape 1, as printed\. Fits in (\d+) spots\.", held[0])
    assert match
    assert f"{match[1]} in total)." in next(line for line in every if line.startswith("r0, "))
    assert len(held) == 2
    assert held[1].startswith("r0, 3 spaces in a row and 2 below the first: A1")


def test_next_goes_from_fit_to_fit(ann: Client, table: Table) -> None:
    anchors = []
    held: dict[str, str] = {}
    for _ in range(3):
        answer = type_line(ann, table, "next", **held)
        held = {name: field(answer, name) for name in ("option", "terrain", "held", "anchor")}
        anchors.append(held["anchor"])
    assert anchors == ["A1", "A2", "A3"]


def test_a_try_that_does_not_fit_lies_there_and_says_why(ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "try water b4", headers=HTMX)
    assert answer.status_code == 200
    assert sentences_of(answer) == [
        "Water on B4, B5, B6, C4, D4: doesn’t fit.",
        "B4 is already filled. Choose another spot.",
    ]
    answer = type_line(ann, table, "confirm", option="1", terrain="water", held="r0", anchor="B4")
    assert answer.status_code == 422
    assert "B4 is already filled" in problem(answer)


@pytest.mark.parametrize("line", ["1 water r1 C5", "W R1 c5", "draw c5 right water", " 1  WATER  r1  c 5 "])
def test_a_drawing_is_typed(line: str, ann: Client, table: Table) -> None:
    answer = type_line(ann, table, line)
    assert (answer.status_code, answer["Location"]) == (303, f"{url(table)}line?line=now")
    drawn = state_of(table).answers[0]
    assert drawn is not None
    assert str(drawn.placement) == "1 water r1 C5"
    page = ann.get(answer["Location"])
    assert sentences_of(page)[0] == "You’ve drawn. Waiting for Ben."
    assert "Turn 1: You drew water on C5, C6, C7, D7, E7." in sentences_of(page)


def test_with_a_script_the_table_comes_along_and_what_happened(ann: Client, ben: Client, table: Table) -> None:
    answer = type_line(ann, table, "water r1 C5", headers=HTMX)
    assert answer.status_code == 200
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#table", "outerHTML")
    assert text_of(answer).lstrip().startswith('<div id="table"')
    assert sentences_of(answer) == ["You drew water on C5, C6, C7, D7, E7."]
    assert answer["X-Game-Version"] == str(table.version + 1)
    last = type_line(ben, table, "water A1", headers=HTMX)
    assert sentences_of(last) == ["You drew water on A1, A2, A3, B1, C1."]
    assert 'data-say="Your turn. Draw Gnoll Raid on Ann’s map."' in text_of(last), "which the page says by itself"


def test_it_is_taken_back(ann: Client, table: Table) -> None:
    type_line(ann, table, "water C5")
    answer = type_line(ann, table, "back", headers=HTMX)
    assert sentences_of(answer) == ["You undid your move."]
    assert state_of(table).answers[0] is None
    assert type_line(ann, table, "take back").status_code == 409


@pytest.mark.parametrize("htmx", [False, True])
def test_against_the_rules_is_422_with_the_reason_and_nothing_is_lost(htmx: bool, ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "water B4", headers=HTMX if htmx else {})
    assert answer.status_code == 422
    assert problem(answer) == "B4 is already filled. Choose another spot."
    assert field(answer, "anchor") == "B4", "it shows what is in the way"
    assert htmx or 'value="water B4"' in text_of(answer)
    off_map = type_line(ann, table, "water K11", headers=HTMX if htmx else {}, anchor="C5", option="1", held="r1")
    assert off_map.status_code == 422
    assert "The shape extends past the edge of the map. Move it inward." in problem(off_map)
    assert htmx or field(off_map, "anchor") == "C5"
    assert events(table) == table.number


def test_who_has_drawn_is_told_so(ann: Client, table: Table) -> None:
    type_line(ann, table, "water C5")
    for line in ("water A1", "confirm"):
        answer = type_line(ann, table, line)
        assert answer.status_code == 409
        assert "You’ve already played this turn. Undo your move first." in problem(answer)

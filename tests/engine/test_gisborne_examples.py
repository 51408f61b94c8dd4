"""The examples of the rules of Gisborne, with the way drawn as text, in the model and in the engine.

An example is a drawing, what else is given (`with`), answers (`>`, or `refused`), the drawing after it, and what
happened (`=`). Seats that lay nothing lay the tent; in a scoring nobody puts cards away. `gisborne_drawing` explains
the drawings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.engine.gisborne_box import Way
from tests.engine.gisborne_drawing import T_CHIPS, T, draw_position, parse_position
from tests.engine.gisborne_engine import EngineTable
from tests.engine.gisborne_oracle import Refused
from tests.engine.gisborne_tables import Beginning, ModelTable, Table

CASES = Path(__file__).parent / "cases" / "gisborne.txt"
TABLES: list[Callable[[Beginning], Table]] = [ModelTable, EngineTable]


@dataclass
class Example:
    """An example as it is written."""

    title: str
    before: str = ""
    after: str = ""
    given: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)


def read_examples() -> list[Example]:
    return [_read_example(*block.splitlines()) for block in CASES.read_text().strip().split("\n\n")]


def _read_example(title: str, *lines: str) -> Example:
    example = Example(title)
    for line in map(str.strip, lines):
        match line.split()[0]:
            case "with":
                example.given.append(line.removeprefix("with "))
            case ">":
                example.answers.append(line.removeprefix("> "))
            case "refused":
                example.answers.append(line)
            case "=":
                example.outcomes.append(line.removeprefix("= "))
            case _ if example.answers:
                example.after += line + "\n"
            case _:
                example.before += line + "\n"
    return example


def _seat(name: str) -> int:
    return "ABCDE".index(name)


def _path(example: Example) -> list[str]:
    first = [word for given in example.given if given.startswith("path") for word in given.split()[1:]]
    return [*first, *(tile for tile in T if tile not in first)]


def build_beginning(example: Example) -> Beginning:
    """Build the position before an example. Each seat holds what it will lay, or a bronze 1."""
    position = parse_position(example.before, _path(example))
    seats = len(position.pawns) + len(position.bar)
    beginning = Beginning(position, _path(example), [["b1"] for _ in range(seats)], [[] for _ in range(seats)])
    for answer in example.answers:
        if match := re.fullmatch(r"(\w) lays ([\w ]+)", answer):
            beginning.hands[_seat(match[1])] = [face for face in match[2].split() if face != "tent"]
    rest = {"pile": None, "discards": 0, "final_scorings": 1}
    for given in example.given:
        if match := re.fullmatch(r"(\w)'s hand([\w ]*)", given):
            beginning.hands[_seat(match[1])] = match[2].split()
        elif match := re.fullmatch(r"(\w)'s chips([\d ]*)", given):
            beginning.chips[_seat(match[1])] = [int(chip) for chip in match[2].split()]
        elif given == "laid_numbers hidden":
            beginning.laid_numbers = "hidden"
        elif not given.startswith("path"):
            name, number = given.split()
            rest[name] = int(number)
    beginning.final_scorings = rest["final_scorings"] or 1
    beginning.divide(T_CHIPS, rest["pile"], rest["discards"] or 0)
    return beginning


def give_answer(table: Table, answer: str) -> None:
    if answer.startswith("refused "):
        with pytest.raises(Refused):
            give_answer(table, answer.removeprefix("refused "))
        return
    seat, (verb, *rest) = _seat(answer[0]), answer.split()[1:]
    if verb == "takes":
        table.submit("take back", seat, None)
    elif verb == "gives":
        table.submit("wolves", seat, int(rest[0]))
    elif verb == "discards":
        _lay_tents(table)
        table.submit("river", seat, rest)
    else:
        table.submit("lay", seat, ([face for face in rest if face != "tent"], "tent" in rest))


def _lay_tents(table: Table) -> None:
    for seat, question in table.open_asks().items():
        if question == "lay":
            table.submit("lay", seat, ([], True))


def _finish_round(table: Table) -> set[tuple[int, str]]:
    """Answer until the next round begins or the game is over. Returns who was asked in scorings."""
    if not any(news[0] == "cleared" for news in table.log()):
        _lay_tents(table)
    asked = set()
    while "keep" in table.open_asks().values():
        asked |= set(table.open_asks().items())
        for seat in table.open_asks():
            table.submit("keep", seat, 0)
    return asked


def _tell(table: Table, seats: int) -> list[str]:
    """Return what happened, and where it led to, in the words of the examples."""
    hows = {"landed": "landing", "passed": "passing", "beach": "arriving"}
    told, scorings, drew = [], [], set()
    for kind, *rest in table.log():
        name = "ABCDE"[rest[0]] if rest and rest[0] in range(seats) else ""
        match kind:
            case "tile":
                told.append(f"{rest[0]} comes")
            case "chip":
                told.append(f"{name} takes {rest[1]} by {hows[rest[2]]}")
            case "set out":
                told.append(f"{name} sets out for {rest[1]}")
            case "stayed":
                told.append(f"{name} stays")
            case "drew":
                drew.add(rest[0])
                told.append(f"{name} draws {len(rest[1])}")
            case "discarded":
                told.append(f"{name} discarded {' '.join(rest[1])}")
            case "gave":
                told.append(f"{name} gives {rest[1]}")
            case "scoring":
                told.append("ranks " + " ".join("ABCDE"[seat] for seat in rest[1]))
                scorings.append(" ".join(map(str, rest[2])))
            case "ended":
                told.append("last round")
    told += [f"{len(scorings)} scorings", f"deals {', '.join(scorings)}"]
    for seat in range(seats):
        name = "ABCDE"[seat]
        told.append(f"{name} holds {len(table.hand(seat))}")
        told.append(" ".join([f"{name}'s chips", *map(str, sorted(table.chips(seat)))]))
        told += [] if seat in drew else [f"{name} draws 0"]
    return told


def _is_true(outcome: str, told: list[str]) -> bool:
    if match := re.fullmatch(r"first (.+), then (.+)", outcome):
        return told.index(match[1]) < told.index(match[2])
    return outcome in told


@pytest.mark.parametrize("seat_table", TABLES)
@pytest.mark.parametrize("example", read_examples(), ids=lambda example: example.title)
def test_example_of_the_rules_comes_out_as_written(example: Example, seat_table: Callable[[Beginning], Table]) -> None:
    beginning = build_beginning(example)
    seats = len(beginning.hands)
    table = seat_table(beginning)
    asked = set(table.open_asks().items())
    for answer in example.answers:
        if " gives " in answer:
            _lay_tents(table)
        give_answer(table, answer)
    asked |= _finish_round(table)

    assert table.draw() == draw_position(parse_position(example.after, _path(example)))
    told = _tell(table, seats) + [
        f"{'ABCDE'[seat]} is not asked to {question}"
        for seat in range(seats)
        for question in ("lay", "keep")
        if (seat, question) not in asked
    ]
    assert [outcome for outcome in example.outcomes if not _is_true(outcome, told)] == []
    takes = [line for line in told if " takes " in line]
    assert takes == [line for line in example.outcomes if " takes " in line and not line.startswith("first")]


def test_path_of_the_examples_has_the_fields_that_the_rules_name() -> None:
    way = Way()
    for tile in ["start", *T, "end"]:
        way.join(tile, 1)
    fields = {mark: [number for number, other in enumerate(way.marks, 1) if other == mark] for mark in "CVSW"}
    assert fields["C"] == [5, 10, 20, 26, 34, 42, 50, 53, 59, 71]
    assert fields["V"] == [8, 12]
    assert fields["S"] == [38, 41, 67, 68]
    assert fields["W"] == [25, 27, 61, 63]
    assert way.bridges == {18: 22, 45: 49}
    assert way.river_behind == {30, 34, 54}
    assert len(way.marks) == 76

"""The table in docs/security.md: complete, with a verdict per row, and only existing names."""

import ast
import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

import pytest

from carto_site import settings
from tests.processes.programs import ROOT

PAGE: Final = ROOT / "docs" / "security.md"
LEVELS: Final = ROOT / "tests" / "data" / "asvs-5.0.txt"
VERDICTS: Final = ("met", "does not apply", "open")
WORD: Final = re.compile(r"`([^`]+)`")
LINK: Final = re.compile(r"\]\(([\w.-]*)#([\w-]+)\)")


class Row(NamedTuple):
    numbers: str
    asks: str
    verdict: str
    shown: str


def wanted() -> list[str]:
    """The numbers of levels 1 and 2, in the standard's order."""
    sections = [line.split() for line in LEVELS.read_text().splitlines() if line.startswith("V")]
    levels = {f"{name}.{place}": level for name, *all_of in sections for place, level in enumerate(all_of, 1)}
    # What the standard itself says it has.
    assert [list(levels.values()).count(level) for level in "123"] == [70, 183, 92]
    return [number for number, level in levels.items() if level in "12"]


def rows(text: str) -> list[Row]:
    cells = [re.split(r"\s*\|\s*", line)[1:-1] for line in text.splitlines() if line.startswith("| V")]
    assert [row for row in cells if len(row) != len(Row._fields)] == []
    return [Row(*row) for row in cells]


def covered(row: Row) -> list[str]:
    """Return the level 1 and 2 numbers that a row covers; an unknown number stands for itself."""
    first, _, last = row.numbers.partition(" to ")
    known = wanted()
    if not {first, last or first} <= set(known):
        return [row.numbers]
    return known[known.index(first) : known.index(last or first) + 1]


@cache
def functions_of(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def anchors(page: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", (PAGE.parent / page if page else PAGE).read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def is_there(word: str) -> bool:
    """True if a file, test or setting of this name exists."""
    path, _, test = word.partition("::")
    if test:
        return (ROOT / path).is_file() and test in functions_of(path)
    return (ROOT / path).is_file() if "/" in path else hasattr(settings, word)


def named(text: str) -> list[str]:
    """Return the names of files, tests and settings in a text, except environment variables."""
    words = [word for word in WORD.findall(text) if re.fullmatch(r"(\.?\w[\w.-]*/)[\w./:-]+|[A-Z][A-Z_]{5,}", word)]
    return [word for word in words if not word.startswith(("CARTO_", "var/"))]


def missing(text: str) -> list[str]:
    dead = [f"{page}#{anchor}" for page, anchor in LINK.findall(text) if anchor not in anchors(page)]
    return dead + [word for word in named(text) if not is_there(word)]


def faults(rows: Iterable[Row]) -> list[str]:
    """Return the errors in individual rows."""
    wrong = []
    for row in rows:
        if row.verdict not in VERDICTS:
            wrong.append(f"{row.numbers}: no verdict")
        if not row.asks or len(row.shown) < 10:
            wrong.append(f"{row.numbers}: too little is said")
        if row.verdict == "met" and not named(row.shown) and not LINK.search(row.shown):
            wrong.append(f"{row.numbers}: nothing shows that it is met")
        wrong += [f"{row.numbers}: {name} is not there" for name in missing(row.shown)]
    return wrong


def test_every_number_is_there_once_and_in_order() -> None:
    assert [number for row in rows(PAGE.read_text(encoding="utf-8")) for number in covered(row)] == wanted()


def test_every_row_has_a_verdict_and_names_what_there_is() -> None:
    assert faults(rows(PAGE.read_text(encoding="utf-8"))) == []


def test_what_the_text_names_is_there() -> None:
    assert missing(PAGE.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "| V1.1.1 | something | maybe | `tests/test_headers.py` |",
        "| V1.1.1 | something | | `tests/test_headers.py` |",
        "| V1.1.1 | something | met | it is, believe us |",
        "| V1.1.1 | something | met | `tests/test_no_such_file.py` |",
        "| V1.1.1 | something | met | `tests/test_headers.py::test_no_such_test` |",
        "| V1.1.1 | something | met | `NO_SUCH_SETTING` |",
        "| V1.1.1 | something | open | [Nowhere](#nowhere-at-all) |",
        "| V1.1.1 | something | open | |",
    ],
)
def test_a_planted_fault_is_found(line: str) -> None:
    assert faults(rows(line)) != []

"""Documentation mentions only files, packages and functions that exist."""

import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from tests.test_imports import ROOMS

ROOT = Path(__file__).resolve().parent.parent
ROOTS = (
    *(".ci", "benchmarks", "carto_site", "docs", "engine", "games"),
    *("locale", "public", "static", "templates", "tests"),
)
ARCHITECTURE = ROOT / "docs" / "architecture.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
DOCUMENTS = [
    *("README.md", "CONTRIBUTING.md", "benchmarks/README.md", "engine/README.md"),
    *(f"docs/{path.name}" for path in PAGES),
]

QUOTED = re.compile(r"`([^`\n]+)`")
LINKED = re.compile(r"\]\(([^)#:\s]+)")
DRAWN = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(rf"(?:{'|'.join(map(re.escape, ROOTS))})/[\w./*-]*|[\w*][\w./*-]*\.(?:py|js|html|css|md)")
FUNCTION = re.compile(r"(\S+\.py) +(\w+)\(\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ANCHOR = re.compile(r"\]\(([\w./-]*)#([\w-]+)\)")
AUDIENCE = re.compile(r"# [^\n]+\n\nFor (?:everyone|players|operators|developers|curators|translators)\b[^:]*: ")
CODE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
VARIABLE_READ = re.compile(r"""(?:env\.\w+|environ\.\w+)\(\s*["'](CARTO_[A-Z_]+)""")
LONGEST_LINE = 100
LARGEST_CONTRIBUTING = 8_000
ROOM = re.compile(r"^\| `(\w+)/` \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)


@cache
def there() -> tuple[str, ...]:
    """Return every path of the project with a leading slash."""
    paths = [path for root in ROOTS for path in [ROOT / root, *(ROOT / root).rglob("*")]] + list(ROOT.glob("*.*"))
    return tuple(f"/{path.relative_to(ROOT)}" for path in paths if "__pycache__" not in path.parts)


def named(text: str) -> set[str]:
    """Return the paths mentioned in a text's code spans, links and diagrams."""
    words = {quoted.split("::")[0] for quoted in QUOTED.findall(text)} | set(LINKED.findall(text))
    words |= {word for drawing in DRAWN.findall(text) for word in re.split(r"[\s()|]+", drawing)}
    return {word.rstrip("/") for word in words if PATH.fullmatch(word)}


def is_there(name: str) -> bool:
    """True if the file or folder exists; leading folders may be left out."""
    return any(fnmatch(path, f"/{name}") or fnmatch(path, f"*/{name}") for path in there())


def defined_in(path: str) -> set[str]:
    """Return the names of all functions and methods in a file."""
    return set(re.findall(r"^ *def (\w+)", (ROOT / path).read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_names_is_there(document: str) -> None:
    assert {name for name in named((ROOT / document).read_text("utf-8")) if not is_there(name)} == set()


def test_what_is_not_there_is_found() -> None:
    drawing = "```text\nview   games/gone/views.py   look()\n```\n"
    text = (
        "See `games/tables/gone.py`, `gone/`, `tests/gone/`, `submit.py`, `tests/test_*_gone.py`, [all](docs/gone.md)."
    )
    gone = {name for name in named(f"{text}\n{drawing}") if not is_there(name)}
    assert gone == {
        *("games/tables/gone.py", "tests/gone", "tests/test_*_gone.py"),
        *("docs/gone.md", "games/gone/views.py"),
    }


def test_a_screen_is_drawn_by_functions_that_are_there() -> None:
    drawn = FUNCTION.findall("".join(DRAWN.findall(ARCHITECTURE.read_text("utf-8"))))
    assert len(drawn) > 10
    assert [(path, name) for path, name in drawn if name not in defined_in(path)] == []


def test_every_room_is_told_of() -> None:
    rooms = dict(ROOM.findall(ARCHITECTURE.read_text("utf-8")))
    assert tuple(rooms) == ROOMS, "from the ground up"
    app = ROOT / "games" / "cartographers"
    files = [(room, name) for room, cell in rooms.items() for name in QUOTED.findall(cell)]
    assert [f"{room}/{name}" for room, name in files if not (app / room / name).is_file()] == []


def long_lines(text: str) -> list[str]:
    """Return the lines that need wrapping, except code, table rows and links."""
    lines = CODE.sub("", text).splitlines()
    return [line for line in lines if len(line) > LONGEST_LINE and " " in line.strip() and not line.startswith("|")]


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = HEADING.findall(CODE.sub("", path.read_text("utf-8")))
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_lines_of_a_document_are_wrapped(document: str) -> None:
    assert long_lines((ROOT / document).read_text("utf-8")) == []


def test_long_lines_are_found_outside_of_code_and_tables() -> None:
    words = "word " * 30
    assert long_lines(f"```sh\n{words}\n```\n| {words} |\n{'x' * 120}\n") == []
    assert long_lines(f"short\n{words}\n") == [words]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_begins_with_its_audience(path: Path) -> None:
    assert AUDIENCE.match(path.read_text("utf-8")), "For developers: ..."


def test_contributing_is_short() -> None:
    assert (ROOT / "CONTRIBUTING.md").stat().st_size <= LARGEST_CONTRIBUTING


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_to_headings_lead_somewhere(document: str) -> None:
    path = ROOT / document
    links = ANCHOR.findall(path.read_text("utf-8"))
    dead = [f"{page}#{name}" for page, name in links if name not in anchors(path.parent / page if page else path)]
    assert dead == []


def test_every_environment_variable_is_documented() -> None:
    """Compare the variables that the code reads with the tables of the configuration page."""
    sources = [ROOT / "manage.py", *(ROOT / "carto_site").rglob("*.py")]
    read = {name for path in sources for name in VARIABLE_READ.findall(path.read_text("utf-8"))}
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    rows = re.findall(r"^\| (`CARTO_[^|]+) \|", page, re.MULTILINE)
    documented: set[str] = set()
    for row in rows:
        first, *others = QUOTED.findall(row)
        stem = first.removesuffix("_HOST") if others and others[0].startswith("_") else ""
        documented |= {first, *(f"{stem}{name}" for name in others)}
    assert documented == read

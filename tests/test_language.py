"""Plain English: docstrings start with a verb or a noun, and retired words stay retired (docs/glossary.md)."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.processes.programs import ROOT

RELATIVE = re.compile(r"(What|Who|Whom|Whose|Whether|How|Where|When|Which|Why|By what|To whom|In what)\b")
"""First words of a relative clause; a docstring starts with a verb or a noun instead."""
TREES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for folder in ("engine", "carto_site", "games", "benchmarks", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts
}
RETIRED_CLASSES = {"Befell", "Asked", "Said", "Put", "May", "Chair", "Doors", "Fate", "Meanwhile", "Hindrance", "Never"}
RETIRED_MODULES = {
    *("absent", "again", "asking", "beside", "bringing", "brought", "choosing", "deciding", "delivering", "forking"),
    *("gathering", "giving_up", "keeping", "looking", "meanwhile", "others", "stopping", "sure", "sweeping", "taking"),
    *("told", "working"),
}
RETIRED_NAMES = {"said", "told", "asked", "brought", "befell", "hangs", "lying"}
"""Names of functions, variables and attributes that nobody would look for. `beside` is a key of stored cards."""
RETIRED = re.compile(
    r"(?<!\w)(as of now|awaited so long|by the day|code of a table|company|counts? nowhere|e-mail|empty sheet"
    r"|file of cards|fingerprint|game pieces?|given up|hand(ed)? (it )?in|hangs? together|in reserve"
    r"|less mail|lie of the land|look and language|look of the pages|mark of the catalog|mean stars|next fit"
    r"|nights do not count|no letter|open to everybody|played on from|put forward|sat down|secret number"
    r"|sen[dt] (it )?(away|back)|sit down|sits here|space of wasteland|steps? of time|take it up|that was brought"
    r"|the letter|thrown? (it )?away|time is short|turned up|under way|unwanted mail|used up|waits for a review"
    r"|walked in|what it comes to|who sits)(?!\w)",
    re.IGNORECASE,
)
"""Words of earlier versions for which the glossary has others."""


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a module, its classes and functions, each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield node.body[0].lineno, text


def test_docstrings_start_with_a_verb_or_a_noun() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[:60]}"
        for path, tree in TREES.items()
        for line, text in docstrings(tree)
        if RELATIVE.match(text)
    ]
    assert found == []


def test_names_are_plain_nouns() -> None:
    sources = {path: tree for path, tree in TREES.items() if (ROOT / "tests") not in path.parents}
    classes = {node.name for tree in sources.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    modules = {path.stem for path in sources}
    assert len(classes) > 500, "the sources are read"
    assert (classes & RETIRED_CLASSES, modules & RETIRED_MODULES) == (set(), set())


def test_functions_and_variables_have_plain_names() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{node.lineno}: {name}"
        for path, tree in TREES.items()
        if (ROOT / "tests") not in path.parents
        for node in ast.walk(tree)
        for name in [getattr(node, "name", None) or getattr(node, "arg", None) or _stored_name(node)]
        if isinstance(name, str) and name.strip("_").lower() in RETIRED_NAMES
    }
    assert found == set()


def _stored_name(node: ast.AST) -> str | None:
    """Return the variable or attribute that a node sets, or None."""
    if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Store):
        return None
    return node.id if isinstance(node, ast.Name) else node.attr


def test_retired_words_are_not_on_the_site() -> None:
    catalog = (ROOT / "locale/fr/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    messages = [
        "".join(re.findall(r'"(.*)"', entry))
        for entry in re.findall(r'^msgid(?:_plural)? (".*"\n(?:".*"\n)*)', catalog, re.MULTILINE)
    ]
    assert len(messages) > 3000, "the catalog is read"
    assert [text for text in messages if RETIRED.search(text)] == []


@pytest.mark.parametrize("text", ["Nobody waits for company right now.", "No letter? Look again.", "E-mail"])
def test_retired_words_are_recognized(text: str) -> None:
    assert RETIRED.search(text)


def test_relative_clauses_are_recognized() -> None:
    tree = ast.parse('"""Whether it rains."""\ndef f():\n    """Return the weather."""\n')
    assert [bool(RELATIVE.match(text)) for _line, text in docstrings(tree)] == [True, False]

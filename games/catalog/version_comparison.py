"""Two versions of one entry side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from django.utils.translation import gettext as _

from games.catalog.drafts import Saying
from games.catalog.editors import DefinitionPreview, editor_of
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data

_AROUND: Final = 2
"""Number of unchanged lines shown before and after a difference."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the definition: "added", "removed", or "" for one that both have."""

    change: str
    text: str


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The older and the newer version, what each comes to, and the lines in which they differ."""

    title: str
    older: CatalogEntry
    newer: CatalogEntry
    besides: tuple[DefinitionPreview | None, DefinitionPreview | None]
    lines: tuple[Line, ...]


def compare_page(one: CatalogEntry, other: CatalogEntry) -> ComparePage:
    """The page."""
    older, newer = sorted((one, other), key=lambda entry: entry.version)
    return ComparePage(
        _("%(name)s: versions %(older)s and %(newer)s")
        % {"name": newer.shown_name, "older": older.version, "newer": newer.version},
        older,
        newer,
        (_beside(older), _beside(newer)),
        tuple(difference(Saying.of(older), Saying.of(newer))),
    )


def difference(older: Saying, newer: Saying) -> list[Line]:
    """The lines of both as they are stored, with their names, examples and notes."""
    return differing(shown(older), shown(newer))


def differing(older: Data, newer: Data) -> list[Line]:
    """The lines of both as JSON."""
    before, after = _lines(older), _lines(newer)
    found: list[Line] = []
    # Compare whole lines. Looking for similarities within lines takes half a minute if many of them differ.
    for tag, begin, end, new_begin, new_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            found += [Line("", text) for text in before[begin:end]]
            continue
        found += [Line("removed", text) for text in before[begin:end]]
        found += [Line("added", text) for text in after[new_begin:new_end]]
    return found


def changes_alone(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines that differ with some context; an ellipsis replaces omitted lines."""
    near = {by for at, line in enumerate(lines) if line.change for by in range(at - _AROUND, at + _AROUND + 1)}
    for at, line in enumerate(lines):
        if at in near:
            yield line
        elif at - 1 in near or (near and at == 0):
            yield Line("", "…")


def _lines(data: Data) -> list[str]:
    # PostgreSQL stores the keys in its own order, which has no meaning.
    return json.dumps(data, indent=2, ensure_ascii=False, sort_keys=True).splitlines()


def shown(saying: Saying) -> Data:
    """Return the content of an entry as shown in line differences."""
    return {
        "name": saying.name,
        **{key: value for key, value in saying.definition.items() if key not in ("id", "name")},
        "examples": saying.examples,
        "notes": saying.notes,
        "source": saying.source,
        "licence": saying.licence,
    }


def _beside(entry: CatalogEntry) -> DefinitionPreview | None:
    editor = editor_of(entry)
    return editor.beside(entry, entry.definition, entry.examples) if editor else None

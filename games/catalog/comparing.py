"""Two versions of one entry side by side."""

from __future__ import annotations

import json
from dataclasses import dataclass
from difflib import SequenceMatcher

from django.utils.translation import gettext as _

from games.catalog.editors import Beside, editor_of
from games.catalog.models import CatalogEntry


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
    besides: tuple[Beside | None, Beside | None]
    lines: tuple[Line, ...]


def compare_page(one: CatalogEntry, other: CatalogEntry) -> ComparePage:
    """The page."""
    older, newer = sorted((one, other), key=lambda entry: entry.version)
    return ComparePage(
        _("%(name)s: versions %(older)s and %(newer)s")
        % {"name": newer.name, "older": older.version, "newer": newer.version},
        older,
        newer,
        (_beside(older), _beside(newer)),
        tuple(difference(older, newer)),
    )


def difference(older: CatalogEntry, newer: CatalogEntry) -> list[Line]:
    """The lines of both versions as they are stored, with their names, examples and notes."""
    before, after = _lines(older), _lines(newer)
    found: list[Line] = []
    # Lines are compared as a whole: to look within them for what is alike takes half a minute where many differ.
    for tag, begin, end, new_begin, new_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            found += [Line("", text) for text in before[begin:end]]
            continue
        found += [Line("removed", text) for text in before[begin:end]]
        found += [Line("added", text) for text in after[new_begin:new_end]]
    return found


def _lines(entry: CatalogEntry) -> list[str]:
    shown = {
        "name": entry.name,
        **{key: value for key, value in entry.definition.items() if key not in ("id", "name")},
        "examples": entry.examples,
        "notes": entry.notes,
        "source": entry.source,
        "licence": entry.licence,
    }
    return json.dumps(shown, indent=2, ensure_ascii=False).splitlines()


def _beside(entry: CatalogEntry) -> Beside | None:
    editor = editor_of(entry)
    return editor.beside(entry, entry.definition, entry.examples) if editor else None

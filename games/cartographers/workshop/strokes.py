"""Text changes by the buttons of a painted map: paint, mirror, rotate, clear, undo."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.cartographers.geometry import SIZE, column_of, row_of, space
from engine.cartographers.notation import NotationError, space_name, space_of

SHEET_MARKS: Final = "^r#."
ALL_MARKS: Final = "FVAWMHX^r#."
STEPS_BACK: Final = 30
"""Number of texts kept for undo."""
_LONGEST: Final = 2_000
"""Maximum length of a text that is kept."""
_FIELDS = re.compile(r"\s+(?=(?:marks|[A-Z]):)")
_NAMED = re.compile(r"\b[A-K](?:1[01]|[1-9])\b")


@dataclass(frozen=True, slots=True)
class Sketch:
    """A board's text, be it right or not: eleven rows of eleven marks, and what stands below them."""

    rows: tuple[str, ...]
    fields: str = ""

    @classmethod
    def of(cls, text: str) -> Sketch:
        """Whatever was written; what is missing is empty, and what is too much is left out."""
        rows = [row[:SIZE].ljust(SIZE, ".") for row in rows_of(text)[:SIZE]]
        rows += ["." * SIZE] * (SIZE - len(rows))
        return cls(tuple(rows), " ".join(_FIELDS.split(text)[1:]).strip())

    @property
    def text(self) -> str:
        """The text, a line a row."""
        return "\n".join([*self.rows, *([self.fields] if self.fields else [])])

    def painted(self, names: Sequence[str], mark: str) -> Sketch:
        """With a brush drawn over spaces; names of none are left out."""
        rows = [list(row) for row in self.rows]
        for name in names:
            try:
                where = space_of(name)
            except NotationError:
                continue
            row, column = row_of(where), column_of(where)
            rows[row][column] = over(rows[row][column], mark)
        fields = self.fields if mark in "MX" else _without(self.fields, names)
        return Sketch(tuple(map("".join, rows)), fields)

    def moved(self, to: Callable[[int, int], tuple[int, int]]) -> Sketch:
        """With every space moved to another one, whose row and column `to` tells."""
        rows = [list(row) for row in self.rows]
        for row, line in enumerate(self.rows):
            for column, mark in enumerate(line):
                there, beside = to(row, column)
                rows[there][beside] = mark

        def moved_name(match: re.Match[str]) -> str:
            where = space_of(match[0])
            return space_name(space(*to(row_of(where), column_of(where))))

        return Sketch(tuple(map("".join, rows)), _NAMED.sub(moved_name, self.fields))


def rows_of(text: str) -> list[str]:
    """The rows of a text as they were written, spaces around them left out."""
    return [row.strip() for row in re.split(r"/|\r?\n", _FIELDS.split(text)[0].strip())]


def over(mark: str, brush: str) -> str:
    """Return a space's mark after painting over it.

    Ruins are added under what is drawn, and drawings keep the ruins under them.
    """
    if brush == "r":
        return mark.lower() if mark.isalpha() else "r"
    return brush.lower() if brush.isalpha() and mark.islower() else brush


def _without(fields: str, names: Sequence[str]) -> str:
    """The fields without the initials of monsters that are painted over."""
    kept = []
    for field in fields.split():
        initial, _colon, listed = field.partition(":")
        left = [name for name in listed.split(",") if initial == "marks" or name not in names]
        kept += [f"{initial}:{','.join(left)}"] if left else []
    return " ".join(kept)


def stepped(data: Any, step: str) -> Any:
    """Return the submitted data after a button of a painted map.

    `step` is `paint.<field>.C5,C6`, or `undo`, `mirror`, `turn` or `clear` with `.<field>`; data is returned
    unchanged for any other.
    """
    act, _dot, rest = step.partition(".")
    field, _dot, names = rest.partition(".")
    if field not in data:
        return data
    text, history = data[field], history_of(data.get(f"{field}.history", ""))
    if act == "undo":
        new, history = (history[-1], history[:-1]) if history else (text, history)
    else:
        new = _changed(Sketch.of(text), act, names, data.get(f"{field}.brush", "")).text
        history = [*history, text][-STEPS_BACK:] if new != text else history
    changed = data.copy()
    changed[field], changed[f"{field}.history"] = new, json.dumps(history)
    return changed


def _changed(sketch: Sketch, act: str, names: str, brush: str) -> Sketch:
    match act:
        case "paint" if brush and brush in ALL_MARKS:
            return sketch.painted(names.split(",")[: SIZE * SIZE], brush)
        case "mirror":
            return sketch.moved(lambda row, column: (row, SIZE - 1 - column))
        case "turn":
            return sketch.moved(lambda row, column: (column, SIZE - 1 - row))
        case "clear":
            return Sketch(("." * SIZE,) * SIZE)
        case _:
            return sketch


def history_of(text: str) -> list[str]:
    """The texts before, oldest first; none where that cannot be read."""
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError):
        return []
    kept = kept if isinstance(kept, list) else []
    # JSON allows lone surrogates, which can't be part of a page.
    return [entry[:_LONGEST] for entry in kept if isinstance(entry, str) and entry.isascii()][-STEPS_BACK:]

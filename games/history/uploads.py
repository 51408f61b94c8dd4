"""The text that somebody uploads: one record, or several as JSON lines."""

from __future__ import annotations

import json
from typing import Final

MOST_RECORDS: Final = 10
"""Records of one upload that are checked."""


def split_records(text: str) -> list[tuple[int, str]]:
    """Return the records of a text, each with the number of the line where it begins: one alone, however it is wrapped,
    or one on each line. Whether they are records is not asked.
    """
    # Files that were put together keep the mark at the beginning of each.
    text = text.removeprefix("\ufeff").replace("\n\ufeff", "\n")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    begun = sum(line.lstrip().startswith("{") and line.rstrip().endswith("}") for _number, line in lines)
    if begun < 2 or _is_whole(text):
        return [(1, text)]
    return lines


def _is_whole(text: str) -> bool:
    """True if a text of several lines is one JSON document, written without indentation."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True

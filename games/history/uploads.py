"""The text that somebody uploads: one record, or several as JSON lines."""

from __future__ import annotations

import json
import re
from typing import Final

MOST_RECORDS: Final = 10
"""Maximum number of games that are checked per upload."""
_BYTE_ORDER_MARK: Final = "\ufeff"
_LINE_END: Final = re.compile("\r\n?|\n")


def split_records(text: str) -> list[tuple[int, str]]:
    """Return the records of a text, each with the number of the line where it begins: one alone, however it is wrapped,
    or one on each line. Whether they are records is not asked. Faults within a record count the lines of the text; the
    records after the first `MOST_RECORDS` stand for themselves.
    """
    text = text.removeprefix(_BYTE_ORDER_MARK)
    # Concatenated files keep their byte order marks.
    lines = [line.removeprefix(_BYTE_ORDER_MARK) for line in _LINE_END.split(text)]
    if not _are_records([line.strip() for line in lines if line.strip()]) or _is_whole(text):
        return [(1, text)]
    records = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    # Only those that are checked: for each of many short lines, that would take more memory than there is.
    checked = [(number, "\n" * (number - 1) + line) for number, line in records[:MOST_RECORDS]]
    return checked + records[MOST_RECORDS:]


def _are_records(lines: list[str]) -> bool:
    """True for several lines of which two are objects, or one is a record: then the others are wrong ones."""
    objects = [line for line in lines if line.startswith("{") and line.endswith("}")]
    return len(lines) > 1 and (len(objects) > 1 or any('"format"' in line for line in objects))


def _is_whole(text: str) -> bool:
    """True if a text of several lines is one JSON document, written without indentation."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True

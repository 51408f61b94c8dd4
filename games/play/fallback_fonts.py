"""Fonts for the characters that the typeface of the site lacks, as in names in other scripts."""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final

_OWN: Final = Path(__file__).resolve().parent / "fonts" / "further"
_OF_THE_SYSTEM: Final = tuple(map(Path, ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts")))
FOLDERS: Final = (_OWN, *(folder for folder in _OF_THE_SYSTEM if folder.is_dir()))
"""Folders that contain fonts, also in folders within them."""
FAMILIES: Final = {
    "arabic": "Noto Naskh Arabic",
    "devanagari": "Noto Sans Devanagari",
    "european": "Alegreya Further",
    "hebrew": "Noto Sans Hebrew",
    "thai": "Noto Sans Thai",
}
"""Families of the fonts that come with the site, by script; the names of the groups of `SCRIPT_RUNS`."""
_LETTERS: Final = {
    "arabic": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff",
    "devanagari": "\u0900-\u097f\ua8e0-\ua8ff",
    "european": "\u0370-\u04ff",
    "hebrew": "\u0590-\u05ff",
    "thai": "\u0e00-\u0e7f",
}
_RUNS: Final = "|".join(rf"(?P<{name}>[{some}]+(?:[ \u200c\u200d]+[{some}]+)*)" for name, some in _LETTERS.items())
SCRIPT_RUNS: Final = re.compile(_RUNS)
"""Words of one script with the spaces and joiners between them."""
_SUFFIXES: Final = frozenset({".ttf", ".otf", ".ttc", ".otc"})
_COLLECTION: Final = b"ttcf"
_UNICODE: Final = frozenset({(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)})
"""Platform and encoding of the tables that assign glyphs to Unicode characters."""


def has_glyph(char: str) -> bool:
    """True if a font in one of the folders has a glyph for the character."""
    return _covered()[ord(char)] == 1


@cache
def _covered() -> bytes:
    """Return 1 for each code point that one of the fonts covers, else 0."""
    covered = bytearray(sys.maxunicode + 1)
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in _SUFFIXES:
                try:
                    for first, last in _ranges(path):
                        covered[first : last + 1] = b"\1" * (min(last, sys.maxunicode) + 1 - first)
                except (OSError, struct.error):
                    continue  # a damaged file; Typst passes over it as well
    return bytes(covered)


def _ranges(path: Path) -> Iterator[tuple[int, int]]:
    """Yield the first and last code points of each range that a font file covers."""
    with path.open("rb") as file:
        for face in _faces(file):
            table = _cmap(file, face)
            count = struct.unpack_from(">H", table, 2)[0] if table else 0
            for index in range(count):
                *kind, offset = struct.unpack_from(">HHL", table, 4 + 8 * index)
                if tuple(kind) in _UNICODE:
                    yield from _subtable_ranges(table[offset:])


def _faces(file: BinaryIO) -> tuple[int, ...]:
    """Return where the faces of a font file begin; a collection has several."""
    if file.read(4) != _COLLECTION:
        return (0,)
    count = struct.unpack(">4xL", file.read(8))[0]
    return struct.unpack(f">{count}L", file.read(4 * count))


def _cmap(file: BinaryIO, face: int) -> bytes:
    """Return the glyph table of a face, b"" if it has none."""
    file.seek(face)
    count = struct.unpack(">4xH6x", file.read(12))[0]
    for tag, _checksum, offset, length in struct.iter_unpack(">4sLLL", file.read(16 * count)):
        if tag == b"cmap":
            file.seek(offset)
            return file.read(length)
    return b""


def _subtable_ranges(table: bytes) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a glyph table in one of the two formats of today's fonts."""
    version = struct.unpack_from(">H", table)[0]
    if version == 12:
        count = struct.unpack_from(">L", table, 12)[0]
        for first, last, _glyph in struct.iter_unpack(">LLL", table[16 : 16 + 12 * count]):
            yield first, last
    elif version == 4:
        count = struct.unpack_from(">H", table, 6)[0] // 2
        lasts = struct.unpack_from(f">{count}H", table, 14)
        firsts = struct.unpack_from(f">{count}H", table, 16 + 2 * count)
        yield from ((first, last) for first, last in zip(firsts, lasts, strict=True) if last != 0xFFFF)

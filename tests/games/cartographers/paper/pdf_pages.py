"""Reader for the PDF files of the site's renderer: page sizes, texts and lines, in millimeters from the top left."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

MM = 72 / 25.4
"""Points in a millimeter."""
_NUMBERS = rb"([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"
_TEXT = re.compile(rb"q " + _NUMBERS + rb" cm[^\n]*\nBT [^\n]*?/(\w+) ([\d.]+) Tf[^\n]*?Tm(.*?)\nET\n", re.DOTALL)
_LINE = re.compile(
    rb"q 1 0 0 -1 ([-\d.]+) ([-\d.]+) cm/\w+ CS [\d. ]+ SCN ([\d.]+) w 4 M 0 0 m ([-\d.]+) ([-\d.]+) l\nS"
)
# Glyphs have two bytes, of which the first is zero. A parenthesis may be the second.
_STRING = re.compile(rb"\(((?:\\000(?:\\[0-7]{3}|\\.|[^\\]))+)\)", re.DOTALL)
_ESCAPE = re.compile(rb"\\(?:([0-7]{3})|(.))", re.DOTALL)
_NAMED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


@dataclass(frozen=True)
class Run:
    """Text with the start of its baseline, and the size of its font in points."""

    text: str
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Line:
    """Line with its start, its extent, and its thickness in points."""

    x: float
    y: float
    width: float
    height: float
    thickness: float


@dataclass(frozen=True)
class Page:
    """Page with its size, its texts in the order of drawing, and its lines."""

    width: float
    height: float
    runs: tuple[Run, ...]
    lines: tuple[Line, ...]


class Document:
    """PDF file as the renderer writes it: no object streams, one content stream a page, fonts with a map of glyphs."""

    def __init__(self, content: bytes) -> None:
        found = re.finditer(rb"(?:^|\n)(\d+) 0 obj(.*?)\nendobj", content, re.DOTALL)
        self._objects = {int(match[1]): match[2] for match in found}

    def value(self, key: str) -> str:
        """Return a short text value, such as the title or the language."""
        pattern = rb"/%b(?:\(((?:\\.|[^\\()])*)\)|<([0-9A-F]+)>)" % key.encode()
        match = re.search(pattern, b"\n".join(self._objects.values()))
        assert match is not None, key
        text = bytes.fromhex(match[2].decode()) if match[2] else _unescaped(match[1])
        return text.decode("utf-16") if text.startswith(b"\xfe\xff") else text.decode("latin-1")

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """All pages in order."""
        tree = next(body for body in self._objects.values() if b"/Type/Pages/" in body and b"/Kids" in body)
        kids = re.search(rb"/Kids\[([^]]*)\]", tree)
        assert kids is not None
        return tuple(self._page(self._objects[int(number)]) for number in re.findall(rb"(\d+) 0 R", kids[1]))

    def _page(self, body: bytes) -> Page:
        box = re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", body)
        assert box is not None
        width, height = float(box[1]), float(box[2])
        content = self._stream(_reference(body, "Contents"))
        resources = self._objects[_reference(body, "Resources")]
        listed = re.search(rb"/Font<<(.*?)>>", resources)
        fonts = dict(re.findall(rb"/(\w+) (\d+) 0 R", listed[1])) if listed else {}
        glyphs = {name: self._glyphs(int(number)) for name, number in fonts.items()}
        runs = [
            Run(_text(match[9], glyphs[match[7]]), float(match[5]) / MM, (height - float(match[6])) / MM, size)
            for match in _TEXT.finditer(content)
            for size in [float(match[8]) * float(match[1])]
        ]
        lines = [
            Line(x / MM, (height - y) / MM, right / MM, down / MM, thickness)
            for x, y, thickness, right, down in (map(float, match.groups()) for match in _LINE.finditer(content))
        ]
        return Page(width / MM, height / MM, tuple(runs), tuple(lines))

    def _stream(self, number: int) -> bytes:
        match = re.search(rb"stream\r?\n(.*)\r?\nendstream", self._objects[number], re.DOTALL)
        assert match is not None
        return zlib.decompress(match[1])

    def _glyphs(self, font: int) -> dict[int, str]:
        """Return the characters of a font's glyphs."""
        table = self._stream(_reference(self._objects[font], "ToUnicode"))
        pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>\n", table)
        return {int(glyph, 16): bytes.fromhex(char.decode()).decode("utf-16-be") for glyph, char in pairs}


def _reference(body: bytes, key: str) -> int:
    match = re.search(rb"/%b (\d+) 0 R" % key.encode(), body)
    assert match is not None, key
    return int(match[1])


def _text(shown: bytes, glyphs: dict[int, str]) -> str:
    drawn = re.sub(rb"<<.*?>>BDC", b"", shown)  # what a hyphen stands for
    codes = b"".join(_unescaped(part) for part in _STRING.findall(drawn))
    return "".join(glyphs[code] for code in _two_bytes(codes))


def _two_bytes(codes: bytes) -> Iterator[int]:
    for at in range(0, len(codes), 2):
        yield int.from_bytes(codes[at : at + 2], "big")


def _unescaped(text: bytes) -> bytes:
    return _ESCAPE.sub(lambda match: bytes([int(match[1], 8)]) if match[1] else _NAMED.get(match[2], match[2]), text)

"""Writing names into pictures, which have no lines to break: how large they may be, and which letters they may have."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, Final, Literal
from unicodedata import category, combining, east_asian_width, normalize

import typst
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from games.play.fallback_fonts import FAMILIES, FOLDERS, SCRIPT_RUNS, has_glyph

_NARROW: Final = frozenset("fijlrtI .,:;'’‘|!()[]-")
_BROAD: Final = frozenset("MWmwŒœÆæ@%—…")
_NOT_XML: Final = frozenset({"Cc", "Cs", "Cn", "Co"})


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of writing and its size; `text` may contain spans that name a font family."""

    text: str
    size: str


def fit_line(text: str, size: float, room: float) -> Lettering:
    """A line as large as `size`, or as much smaller as it has to be to go into `room`; beyond a third of that it is cut
    short.
    """
    text = remove_invalid_xml(text)
    most = room / (size / 3)
    if _ems(text) > most:
        while text and _ems(text) + 1 > most:
            text = text[:-1]
        text = text.rstrip() + "…"
    fits = min(size, room / _ems(text)) if text else size
    return Lettering(with_families(text), f"{fits:.1f}")


def remove_invalid_xml(text: str) -> str:
    """A text without what an XML document must not have, nor what turns its writing around."""
    valid = "".join(letter for letter in text if category(letter) not in _NOT_XML and letter not in _TURNING)
    return " ".join(valid.split())


_TURNING: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff")


def _ems(text: str) -> float:
    """Return an upper bound of a text's width, in ems."""
    return sum(_em(letter) for letter in text)


def _em(letter: str) -> float:
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.3 if category(letter) == "So" else 1.0
    if letter in _NARROW:
        return 0.3
    if letter in _BROAD:
        return 0.95
    return 0.66 if letter.isupper() else 0.5


def with_families(text: str) -> str:
    """Return a line for an SVG in which words of some scripts name the font to write them with.

    The renderer can find a font by itself, but draws nothing if the letters of a word are joined and another word
    needs yet another font.
    """
    if text.isascii():
        return text
    parts: list[SafeString] = []
    end = 0
    for run in SCRIPT_RUNS.finditer(text):
        parts.append(conditional_escape(text[end : run.start()]))
        span = '<tspan font-family="{}, serif">{}</tspan>'
        parts.append(format_html(span, FAMILIES[run.lastgroup or ""], run.group()))
        end = run.end()
    return SafeString("".join([*parts, conditional_escape(text[end:])])) if parts else text


FONTS: Final = Path(__file__).resolve().parent / "fonts"
# At 72 dots per inch, a point is a pixel.
_PICTURE: Final = b"""
#set page(width: int(sys.inputs.width) * 1pt, height: auto, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)
"""

# Characters that `docs/pictures.md` keeps in the font files.
_RANGES: Final = (
    *((0x20, 0x7E), (0xA0, 0x148), (0x14A, 0x17F), (0x218, 0x21B), (0x2C6, 0x2C6), (0x2DA, 0x2DA), (0x2DC, 0x2DC)),
    *((0x1E9E, 0x1E9E), (0x2009, 0x2009), (0x2013, 0x2014), (0x2018, 0x201A), (0x201C, 0x201E), (0x2022, 0x2022)),
    *((0x2026, 0x2026), (0x2032, 0x2033), (0x2039, 0x203A), (0x20AC, 0x20AC), (0x2212, 0x2212), (0x2264, 0x2265)),
)
LETTERS: Final = frozenset(chr(code) for first, last in _RANGES for code in range(first, last + 1))
"""Characters that the site's own typeface contains."""
SUBSTITUTE: Final = "•"
"""Stands for a character that no font has."""
_JOINER: Final = "\u200d"
_ATTACHED: Final = frozenset({"Mn", "Mc", "Me", "Cf"})

MOST_SECONDS: Final = 5.0
"""Seconds that a request waits for earlier renderings. Each takes a fraction of a second."""
# One at a time, because each rendering uses a whole processor and several times the memory of its picture.
_one = BoundedSemaphore(1)


class RendererBusy(Exception):
    """Raised when the renderer is busy; retry soon."""


def replace_unknown_letters(text: str) -> str:
    """Return a text as the fonts can write it, with a dot for each character that none of them has."""
    return " ".join("".join(_legible(normalize("NFC", text))).split())


def legible_name(name: str, unknown: str) -> str:
    """Return a name as the fonts can write it, or `unknown` if they have none of its characters."""
    written = replace_unknown_letters(name)
    return written if written.strip(f"{SUBSTITUTE} ") else unknown


def _legible(text: str) -> Iterator[str]:
    """Yield the characters that can be written, and dots in place of the others.

    Marks, and emoji joined to another one, belong to the character before them and are left out together with it.
    """
    is_written = joins = False
    for char in text:
        if char.isspace():
            is_written = joins = False
            yield " "
        elif char in _TURNING or category(char) in _NOT_XML:
            continue
        elif _is_attached(char):
            joins = not is_written and char == _JOINER
            if is_written and (category(char) == "Cf" or has_glyph(char)):
                yield char
        elif not joins:
            is_written = char in LETTERS or has_glyph(char)
            yield char if is_written else SUBSTITUTE
        else:
            joins = False


def _is_attached(char: str) -> bool:
    """True for what changes the character before it: marks, joiners, selectors and skin tones."""
    return category(char) in _ATTACHED or "\U0001f3fb" <= char <= "\U0001f3ff"


def png(svg: str, width: int) -> bytes:
    """Render an SVG as a PNG of the given width in pixels. Raises RendererBusy."""
    return _typeset(_PICTURE, {"svg": svg, "width": str(width)}, "png")


def pdf(template: bytes, data: Mapping[str, Any]) -> bytes:
    """Render a PDF with a Typst template that reads `data` as JSON, never as markup. Raises RendererBusy."""
    return _typeset(template, {"data": json.dumps(data, ensure_ascii=False)}, "pdf")


def _typeset(template: bytes, inputs: dict[str, str], kind: Literal["pdf", "png"]) -> bytes:
    with _rendering_slot():
        # Other threads can run in the meantime. The Python package of resvg would block all of them.
        page = typst.compile(  # type: ignore[type-var]  # it is said to take bytes alone where it takes fonts too
            template,
            root=str(FONTS),
            font_paths=_fonts(),
            ignore_system_fonts=True,  # as `fallback_fonts` knows those of its own folders alone
            sys_inputs=inputs,
            timestamp=0,
            format=kind,
            ppi=72,
        )
    assert isinstance(page, bytes)
    return page


@cache
def embedded_fonts() -> Mapping[str, str]:
    """Return the fonts by weight as data URLs, for embedding in SVGs."""
    files = {"400": FONTS / "alegreya-regular.woff2", "700": FONTS / "alegreya-bold.woff2"}
    return {weight: f"data:font/woff2;base64,{b64encode(file.read_bytes()).decode()}" for weight, file in files.items()}


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(folder) for folder in (FONTS, *FOLDERS)],
    )


@contextmanager
def _rendering_slot() -> Iterator[None]:
    if not _one.acquire(timeout=MOST_SECONDS):
        raise RendererBusy
    try:
        yield
    finally:
        _one.release()

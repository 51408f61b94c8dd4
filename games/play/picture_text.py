"""Writing names into pictures, which have no lines to break: how large they may be, and which letters they may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from unicodedata import category, combining, east_asian_width

_NARROW: Final = frozenset("fijlrtI .,:;'’‘|!()[]-")
_BROAD: Final = frozenset("MWmwŒœÆæ@%—…")
_NOT_XML: Final = frozenset({"Cc", "Cs", "Cn", "Co"})


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of writing and its size."""

    text: str
    size: str


def fitted(text: str, size: float, room: float) -> Lettering:
    """A line as large as `size`, or as much smaller as it has to be to go into `room`; beyond a third of that it is cut
    short.
    """
    text = writable(text)
    most = room / (size / 3)
    if _ems(text) > most:
        while text and _ems(text) + 1 > most:
            text = text[:-1]
        text = text.rstrip() + "…"
    fits = min(size, room / _ems(text)) if text else size
    return Lettering(text, f"{fits:.1f}")


def writable(text: str) -> str:
    """A text without what an XML document must not have, nor what turns its writing around."""
    kept = "".join(letter for letter in text if category(letter) not in _NOT_XML and letter not in _TURNING)
    return " ".join(kept.split())


_TURNING: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff")


def _ems(text: str) -> float:
    """Return an upper bound of a text's width, in ems."""
    return sum(_em(letter) for letter in text)


def _em(letter: str) -> float:
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.0
    if letter in _NARROW:
        return 0.3
    if letter in _BROAD:
        return 0.95
    return 0.66 if letter.isupper() else 0.5

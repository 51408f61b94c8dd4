"""The rule for names of people, tables, cards and sets, and for their texts, in every language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

# Controls, format characters (bidi, zero-width), surrogates, private use, unassigned, line and paragraph separators.
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Drawn as nothing although their category is a letter, a mark or a symbol: they would make two names look alike.
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINERS: Final = frozenset("\u200c\u200d")
"""ZWNJ and ZWJ: Persian, the scripts of India and emoji need them between characters."""
_SELECTORS: Final = frozenset(
    map(chr, (*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""Variation selectors: they choose the form of the character before them."""
_SPACES: Final = re.compile("[ \u1680]+")
_UNSAFE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""No text at all: controls other than tabs and line ends, bidi overrides and isolates, halves of characters."""


def normalize_title(text: str) -> str:
    """Return a title in NFKC with single plain spaces; U+00A0 and U+202F become such spaces too."""
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", text)).strip(" ")


def has_hidden_characters(text: str) -> bool:
    """True if a line holds characters that cannot be seen and join nothing; spaces of any width are fine."""
    return any(_hidden(text))


def remove_hidden_characters(text: str) -> str:
    """Return a line without its hidden characters."""
    return "".join(char for char, hidden in zip(text, _hidden(text), strict=True) if not hidden)


def has_unsafe_characters(text: str) -> bool:
    """True if a text of several lines holds controls or reverses its surroundings. No-break spaces are fine."""
    return _UNSAFE.search(text) is not None


def clean_prose(text: str) -> str:
    """Return a text with line ends of one kind and without unsafe characters; its no-break spaces stay."""
    return _UNSAFE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _hidden(text: str) -> Iterator[bool]:
    """Yield for each character whether it is hidden."""
    if text.isascii() and text.isprintable():
        yield from (False for _char in text)
        return
    for before, char, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        if char in _JOINERS:
            yield not (_is_joined(before, marks=True) and _is_joined(after))
        elif char in _SELECTORS:
            yield not _is_joined(before)
        else:
            yield _is_blank(char)


def _is_joined(char: str, *, marks: bool = False) -> bool:
    """True for visible characters that joiners and selectors act on; letters with case (Latin, Greek) are never joined.

    `marks` lets a variation selector count, as in a heart in colour before the joiner of an emoji.
    """
    if char in _SELECTORS:
        return marks
    return not (char.isspace() or char.islower() or char.isupper() or char in _JOINERS or _is_blank(char))


def _is_blank(char: str) -> bool:
    return char in _BLANKS or unicodedata.category(char) in _HIDDEN_CATEGORIES

"""Rules for names of users, tables, cards and sets, and for their texts, in every language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

# Controls, format characters (bidi, zero-width), surrogates, private use, unassigned, line and paragraph separators.
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Invisible characters although their category is a letter, mark or symbol. They would make two names look alike.
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINERS: Final = frozenset("\u200c\u200d")
"""ZWNJ and ZWJ, which Persian, Indic scripts and emoji need between characters."""
_SELECTORS: Final = frozenset(
    map(chr, (*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""Variation selectors, which choose the form of the preceding character."""
_EMOJI_STYLES: Final = frozenset("\ufe0e\ufe0f")
"""Selectors that show a symbol as text or as an emoji."""
_KEYCAP: Final = "\u20e3"
_JOINING_SCRIPTS: Final = re.compile(
    "[\u0600-\u0dff\u1000-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\U00010a00-\U00011fff\U0001e900-\U0001e95f]"
)
"""Arabic, Indic and other scripts whose letters change shape where they join."""
_VIRAMA: Final = 9
"""Combining class of the sign that suppresses a vowel. A joiner after it changes how the letter is drawn."""
_SPACES: Final = re.compile("[ \u1680]+")
_UNSAFE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that can't be part of a text: controls other than tabs and line breaks, bidi overrides and isolates, and
lone surrogates.
"""


def normalize_title(text: str) -> str:
    """Return a title in NFKC with single plain spaces; U+00A0 and U+202F become such spaces too."""
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", "".join(_without_idle_selectors(text)))).strip(" ")


def has_hidden_characters(text: str) -> bool:
    """Return True if a line holds invisible characters that join nothing. Spaces of any width are allowed."""
    return any(_hidden(text))


def is_unreadable(text: str) -> bool:
    """Return True if no version of the site can have accepted this name.

    Such names have hidden characters where nothing can be joined. Earlier versions accepted joiners and variation
    selectors next to all visible characters without case. New names follow the stricter rule of
    `has_hidden_characters`, but game files keep the names that cards had.
    """
    around = zip(f" {text}", text, f"{text[1:]} ", _hidden(text), strict=False)
    return any(hidden and not _was_accepted(before, char, after) for before, char, after, hidden in around)


def remove_hidden_characters(text: str) -> str:
    """Return a line without its hidden characters."""
    return "".join(char for char, hidden in zip(text, _hidden(text), strict=True) if not hidden)


def has_unsafe_characters(text: str) -> bool:
    """Return True if a text of several lines holds controls or bidi overrides. No-break spaces are allowed."""
    return _UNSAFE.search(text) is not None


def clean_prose(text: str) -> str:
    """Return a text with line ends of one kind and without unsafe characters; its no-break spaces stay."""
    return _UNSAFE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _without_idle_selectors(text: str) -> Iterator[str]:
    """Yield the characters without the selectors of those that NFKC writes as others, such as the letters of ™."""
    for before, char in zip(f" {text}", text, strict=False):
        if char not in _SELECTORS or unicodedata.is_normalized("NFKC", before):
            yield char


def _hidden(text: str) -> Iterator[bool]:
    """Yield for each character whether it is hidden."""
    if text.isascii() and text.isprintable():
        yield from (False for _char in text)
        return
    for before, char, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        if char in _JOINERS:
            joins = _is_joined(before, marks=True) and _is_joined(after)
            yield not (joins or unicodedata.combining(before) == _VIRAMA)
        elif char in _SELECTORS:
            yield not _has_variant(before, char, after)
        else:
            yield _is_blank(char)


def _was_accepted(before: str, char: str, after: str) -> bool:
    """Return True for a joiner or selector that earlier versions accepted between these characters."""
    if char in _JOINERS:
        return (before in _SELECTORS or _is_uncased(before)) and _is_uncased(after)
    return char in _SELECTORS and _is_uncased(before)


def _is_uncased(char: str) -> bool:
    """Return True for visible characters without case."""
    hidden = char in _JOINERS or char in _SELECTORS or _is_blank(char)
    return not (char.isspace() or char.islower() or char.isupper() or hidden)


def _is_joined(char: str, *, marks: bool = False) -> bool:
    """Return True for emoji and for letters of joining scripts; between all others a joiner has no visible effect.

    `marks` allows a variation selector, as in a colored heart before the joiner of an emoji.
    """
    if char in _SELECTORS:
        return marks
    return (_is_symbol(char) or _JOINING_SCRIPTS.match(char) is not None) and not _is_blank(char)


def _has_variant(char: str, selector: str, after: str) -> bool:
    """Return True if a selector can change the visible character before it; Latin and Greek have no variants."""
    if char.isascii():
        return after == _KEYCAP and char in "#*0123456789"
    if selector in _EMOJI_STYLES:
        return _is_symbol(char) or unicodedata.category(char).startswith("P")
    return _is_uncased(char)


def _is_symbol(char: str) -> bool:
    """Return True for emoji, their skin tones, and other symbols beyond ASCII."""
    return not char.isascii() and unicodedata.category(char) in ("So", "Sm", "Sk")


def _is_blank(char: str) -> bool:
    return char in _BLANKS or unicodedata.category(char) in _HIDDEN_CATEGORIES

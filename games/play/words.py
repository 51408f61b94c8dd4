"""Words and numbers of pages and typed lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from engine.contract import Viewer


def figure(number: int) -> str:
    """A number with a true minus."""
    return str(number).replace("-", "−")


def signed_number(number: int) -> str:
    """A difference as it is written: "+3", "−1", "0"."""
    return f"+{number}" if number > 0 else figure(number)


def number_text(number: float, decimals: int = 0) -> str:
    """A number as the language writes it, with a true minus."""
    return number_format(round(number, decimals) or 0, decimals).replace("-", "−")


def and_list(items: Sequence[str]) -> str:
    """Return the items as a list in words: "Ada, Ben and Cy"; "" for none."""
    if len(items) < 2:
        return "".join(items)
    return _("%(several)s and %(last)s") % {"several": comma_list(items[:-1]), "last": items[-1]}


def or_list(items: Sequence[str]) -> str:
    """Any of them: "tea, milk or juice"; "" for none."""
    if len(items) < 2:
        return "".join(items)
    return _("%(several)s or %(last)s") % {"several": comma_list(items[:-1]), "last": items[-1]}


def comma_list(items: Sequence[str]) -> str:
    """One after the other: "B2, B3, C4"; "" for none."""
    text = "".join(items[:1])
    for item in items[1:]:
        text = _("%(several)s, %(next)s") % {"several": text, "next": item}
    return text


def semicolon_list(items: Sequence[str]) -> str:
    """One after the other, where an item may have commas: "B2, B3; C4"; "" for none."""
    text = "".join(items[:1])
    for item in items[1:]:
        text = _("%(several)s; %(next)s") % {"several": text, "next": item}
    return text


MOST_NAMES: Final = 3
"""Number of awaited players who are named. The others are counted."""


def waiting_sentence(names: Sequence[str], awaited: Sequence[bool], viewer: Viewer) -> str:
    """Return a sentence on the awaited players other than the viewer, or "" for none.

    `names` and `awaited` are indexed by seat.
    """
    others = [names[seat] for seat, waited_for in enumerate(awaited) if waited_for and seat != viewer]
    if not others:
        return ""
    more = len(others) - MOST_NAMES
    if more < 1:
        return _("Waiting for %(names)s.") % {"names": and_list(others)}
    text = ngettext("Waiting for %(names)s and %(n)s other.", "Waiting for %(names)s and %(n)s others.", more)
    return text % {"names": ", ".join(others[:MOST_NAMES]), "n": more}


def fold_text(text: str) -> str:
    """Return the text without case, accents and nonprinting characters, with single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(one if one.isprintable() else " " for one in plain if not _combines(one)).split())


def _combines(character: str) -> bool:
    return bool(unicodedata.combining(character))


def entry_words(words: Promise, language: str) -> list[str]:
    """Return an entry's comma-separated words in a language and in English, each folded."""
    spellings = []
    for tongue in (language, "en"):
        with override(tongue):
            spellings += [fold_text(word) for word in str(words).split(",")]
    return spellings


def nearest_word(word: str, words: Iterable[str]) -> str:
    """Return the most similar known word, or ""."""
    like = get_close_matches(word, list(words), n=9, cutoff=0.6)
    mixed_up = [known for known in like if sorted(known) == sorted(word)]
    return next(iter(mixed_up + like), "")

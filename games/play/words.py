"""Words of a typed line: in the page's language and in English, which is always understood."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from django.utils.functional import Promise
from django.utils.translation import override


def folded(text: str) -> str:
    """Text without case, accents and what is not printed, single spaces between its words."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(one if one.isprintable() else " " for one in plain if not _combines(one)).split())


def _combines(character: str) -> bool:
    return bool(unicodedata.combining(character))


def spelled(words: Promise, language: str) -> list[str]:
    """The words of an entry, which stand there by commas, in a language and in English, each folded."""
    spellings = []
    for tongue in (language, "en"):
        with override(tongue):
            spellings += [folded(word) for word in str(words).split(",")]
    return spellings


def nearest(word: str, words: Iterable[str]) -> str:
    """The known word that looks most like another, "" for none."""
    like = get_close_matches(word, list(words), n=9, cutoff=0.6)
    mixed_up = [known for known in like if sorted(known) == sorted(word)]
    return next(iter(mixed_up + like), "")

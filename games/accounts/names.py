"""Names and titles of people: sign-in names, and the free names shown to others."""

import re
import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.names import has_hidden_characters, normalize_title, remove_hidden_characters

USERNAME_MIN: Final = 3
USERNAME_MAX: Final = 20
DISPLAY_NAME_MAX: Final = 24
TITLE_MAX: Final = 40

_USERNAME: Final = re.compile(rf"[A-Za-z0-9_-]{{{USERNAME_MIN},{USERNAME_MAX}}}", re.ASCII)
_MOST_MARKS: Final = 3
_MOST_READ: Final = 1000


def clean_username(text: str) -> str:
    """Return the sign-in name if it is 3 to 20 ASCII letters, digits, `_` or `-`; else raise ValidationError."""
    if not _USERNAME.fullmatch(text):
        raise ValidationError(
            _("Use %(least)d to %(most)d letters (a to z), digits, hyphens or underscores."),
            code="username",
            params={"least": USERNAME_MIN, "most": USERNAME_MAX},
        )
    return text


def digest(username: str) -> str:
    """Return a 64-digit hex hash that identifies a sign-in name, ignoring case, without storing it."""
    return sha256(username.lower().encode()).hexdigest()


def clean_shown_name(text: str, *, most: int) -> str:
    """Return the name in NFKC with single spaces. Raise ValidationError if invalid or too long."""
    name = normalize_title(text)
    if has_hidden_characters(name):
        raise ValidationError(_("Use only visible characters."), code="invisible")
    if "".join(_with_few_marks(name)) != name:
        raise ValidationError(_("Too many accents on one letter."), code="marks")
    if len(name) > most:
        raise ValidationError(_("Use at most %(most)d characters."), code="max_length", params={"most": most})
    return name


def as_shown_name(text: str, *, most: int) -> str:
    """Return the displayable part of a name from an external source, or "" if nothing is left.

    No user can be asked to correct such a name, so it is normalized, stripped of hidden characters and excess
    accents, and cut to `most` characters.
    """
    before, name = "", " ".join(text[:_MOST_READ].split())
    while name != before:  # what is left out or cut off may have been joined with something
        before, name = name, normalize_title(remove_hidden_characters(normalize_title(name)))
        name = "".join(_with_few_marks(name))[:most].strip()
    return name


def validate_username(text: str) -> None:
    """Raise ValidationError unless the text is a valid sign-in name."""
    clean_username(text)


def validate_display_name(text: str) -> None:
    """Raise ValidationError unless the text is a normalized display name."""
    _require_clean(text, clean_shown_name(text, most=DISPLAY_NAME_MAX))


def validate_title(text: str) -> None:
    """Raise ValidationError unless the text is a normalized title."""
    _require_clean(text, clean_shown_name(text, most=TITLE_MAX))


def _require_clean(text: str, clean: str) -> None:
    if text != clean:
        raise ValidationError(_("Did you mean “%(clean)s”?"), code="not_clean", params={"clean": clean})


def _with_few_marks(name: str) -> Iterator[str]:
    """Yield a name's characters without combining marks that lack a base or exceed the limit."""
    run = _MOST_MARKS
    for char in name:
        if unicodedata.category(char).startswith("M"):
            run += 1
        elif run < _MOST_MARKS or not char.isspace():
            run = 0
        if run <= _MOST_MARKS:
            yield char

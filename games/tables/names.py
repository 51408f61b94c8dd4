"""Codes of tables, and validation of table names."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.accounts.names import clean_shown_name

CODE_LENGTH: Final = 8
# Without 0, o, 1, l and i, because a code may be read aloud.
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """A table's code: 8 characters, about 40 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def in_groups(code: str) -> str:
    """A code as it is read aloud: two halves with a blank between them."""
    half = CODE_LENGTH // 2
    return f"{code[:half]} {code[half:]}"


def typed_code(text: str) -> str:
    """Return the table code for typed text with capitals, blanks, hyphens or wide letters.

    Returns "" if nothing is left. Similar letters are not substituted: the alphabet of codes lacks them (0 and o, 1,
    l and i), so no code can be meant.
    """
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).lower() if letter.isalnum())


def new_invitation() -> str:
    """The token of an invitation: 22 characters, 128 bits."""
    return secrets.token_urlsafe(16)


TABLE_NAME_MAX: Final = 40


def clean_table_name(text: str) -> str:
    """Return the normalized name, 1 to 40 characters. Raises ValidationError."""
    name = clean_shown_name(text, most=TABLE_NAME_MAX)
    if not name:
        raise ValidationError(_("Enter a table name."), code="required")
    return name


def default_table_name(host: str) -> str:
    """Return the name of a table for which its host, given by display name, has entered none."""
    return _("%(name)s’s table") % {"name": host}


def clean_kept_name(text: str) -> str:
    """Return the normalized name of saved settings, 0 to 40 characters. Raises ValidationError."""
    return clean_shown_name(text, most=TABLE_NAME_MAX)

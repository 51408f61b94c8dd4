"""What pieces of a game may be called, and how much may be said of them."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ValidationError

from games.accounts.names import clean_shown_name

MOST_NAME: Final = 60
"""Characters of a name, in any language."""
MOST_WORDS: Final = 600
"""Characters of a piece's own words, in each language."""
_ENDLESS: Final = 10**9
"""How long a name is, its field counts."""


def validate_name(text: str) -> None:
    """Raise ValidationError for a name with what cannot be seen, or turns round what stands beside it, as for a
    person's.
    """
    clean_shown_name(text, most=_ENDLESS)


def name_fault(text: str) -> str:
    """What is wrong with a name, in a sentence, "" where nothing is."""
    try:
        validate_name(text)
    except ValidationError as error:
        return error.messages[0]
    return ""

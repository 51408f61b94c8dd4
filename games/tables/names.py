"""Validation of table names."""

from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.accounts.names import clean_shown_name

TABLE_NAME_MAX: Final = 40


def clean_table_name(text: str) -> str:
    """Return the name in its shown form, 1 to 40 characters; raises ValidationError."""
    name = clean_shown_name(text, most=TABLE_NAME_MAX)
    if not name:
        raise ValidationError(_("Enter a table name."), code="required")
    return name


def clean_kept_name(text: str) -> str:
    """Return the name of choices that are kept in its shown form, 0 to 40 characters; raises ValidationError."""
    return clean_shown_name(text, most=TABLE_NAME_MAX)

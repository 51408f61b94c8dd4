"""Form field for the tiers of a clause: numbers in a line, such as "1, 3, 6, 10"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.cartographers.scoring.tiers import FEWEST, HIGHEST, MOST, Tiers
from games.catalog.shelves import Data

_BETWEEN: Final = re.compile(r"[\s,;/]+")
"""Separators that people type between numbers."""
_LONGEST: Final = 100
"""Maximum length of the text, more than the longest tiers need."""


def tiers_text(values: Sequence[int]) -> str:
    """Return tiers as the field shows them."""
    return ", ".join(map(str, values))


class TiersField(forms.CharField):
    """Field for tiers, as a list of numbers; None if it is empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(empty_value=None, **options)

    def widget_attrs(self, widget: forms.Widget) -> Data:
        """Let phones show a keyboard for text: one for numbers lacks the comma."""
        return {**super().widget_attrs(widget), "size": 16, "maxlength": _LONGEST}

    def prepare_value(self, value: Any) -> Any:
        """Return the text for a list of numbers."""
        return tiers_text(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> list[int] | None:
        """Return the numbers. Raises ValidationError."""
        text = super().clean(value)
        if text is None:
            return None
        numbers = [part for part in _BETWEEN.split(text) if part]
        try:
            # Python also reads other digits, signs and underscores.
            return list(Tiers.of([int(part) if part.isascii() and part.isdecimal() else -1 for part in numbers]).values)
        except ValueError:
            words = {"fewest": FEWEST, "most": MOST, "highest": HIGHEST}
            text = _("Enter %(fewest)s to %(most)s increasing numbers from 0 to %(highest)s, for example 1, 3, 6, 10.")
            raise ValidationError(text % words) from None

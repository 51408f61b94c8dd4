"""Where a game stands in a list: by the moment when it ended, or while it goes on when it last moved, and of two of one
moment by the later table.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FORM: Final = re.compile(r"([0-9]{1,17})-([0-9]{1,18})")


class Key(NamedTuple):
    """The place of a game in a list, the latest first."""

    at: datetime
    table: int

    def __str__(self) -> str:
        return f"{(self.at - _EPOCH) // timedelta(microseconds=1)}-{self.table}"

    @classmethod
    def read(cls, text: str) -> Key:
        """The key of an address. Raises ValidationError."""
        form = _FORM.fullmatch(text)
        if form is None:
            raise ValidationError(_("This place in the list does not exist."), code="place")
        return cls(_EPOCH + timedelta(microseconds=int(form[1])), int(form[2]))

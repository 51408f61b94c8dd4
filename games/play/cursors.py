"""Place in a list that is sorted latest first, as a URL parameter."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FORM: Final = re.compile(r"([0-9]{1,17})-([0-9]{1,18})")


class Key(NamedTuple):
    """The place of what is `pk`: by the moment that it is listed by, and of two of one moment by the later `pk`."""

    at: datetime
    pk: int

    def __str__(self) -> str:
        return f"{(self.at - _EPOCH) // timedelta(microseconds=1)}-{self.pk}"

    @classmethod
    def read(cls, text: str) -> Key | None:
        """Return the position encoded in the text, or None if it is invalid."""
        form = _FORM.fullmatch(text)
        return cls(_EPOCH + timedelta(microseconds=int(form[1])), int(form[2])) if form else None

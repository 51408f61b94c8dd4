"""Where a collection stands in the list of all public ones."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from games.studies.models import Collection

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FORM: Final = re.compile(r"([0-9]{1,16})-([0-9]{1,18})")


class Key(NamedTuple):
    """The place of a collection, the newest first."""

    written_at: datetime
    pk: int

    def __str__(self) -> str:
        return f"{(self.written_at - _EPOCH) // timedelta(microseconds=1)}-{self.pk}"

    @classmethod
    def of(cls, collection: Collection) -> Key:
        """The place of one of the list."""
        return cls(collection.written_at, collection.pk)

    @classmethod
    def read(cls, text: str) -> Key | None:
        """The place that an address tells; None where it tells of none."""
        form = _FORM.fullmatch(text)
        return cls(_EPOCH + timedelta(microseconds=int(form[1])), int(form[2])) if form else None

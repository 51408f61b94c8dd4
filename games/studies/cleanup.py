"""Deletion of items that were removed by moderators long ago and not restored."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games import clock
from games.locks import writing
from games.studies.models import Collection, Entry, Note, Report

KEPT: Final = timedelta(days=30)
"""Time during which removed content can be restored."""


def tidy_studies(*, older_than: timedelta = KEPT) -> int:
    """Delete what was removed that long ago, and what reports that were answered as long ago had kept of what stood
    there; return how many notes, collections and turns were deleted.
    """
    moment = clock.now() - older_than
    with writing():
        things = [model.objects.filter(removed_at__lt=moment) for model in (Note, Entry, Collection)]
        counts = [some.count() for some in things]
        for some in things:
            some.delete()
        Report.objects.filter(decision__at__lt=moment).exclude(text="").update(text="")
    return sum(counts)

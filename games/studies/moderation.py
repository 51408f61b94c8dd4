"""Deletion of items that were removed by moderators long ago and not restored."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.locks import writing
from games.studies.errors import StudyRefusal, StudyRefusalReason
from games.studies.models import Case, Collection, Decision, Entry, ModeratorAction, Note, Report
from games.talk.models import Message
from games.talk.services import lock_tables, remove

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


def judge(*, case: int, act: ModeratorAction, words: str, by: User) -> Decision:
    """Remove what a case is about, leave it, or put it back; all reports that wait are answered by it. Raises
    AccountDeleted, Case.DoesNotExist, and StudyRefusal where there is nothing to do any more.

    Whoever calls this has to have looked whether they may.
    """
    with lock_person(by):
        # Tables are locked before cases.
        lock_tables(Case.objects.filter(pk=case, message__isnull=False).values_list("message", flat=True))
        judged = Case.objects.select_for_update().get(pk=case)
        now = clock.now()
        _do(judged, act, words)
        decision = Decision.objects.create(case=judged, act=act, words=words, by=by, at=now)
        Report.objects.filter(case=judged, decision=None).update(decision=decision)
        judged.open_since, judged.handled_at = None, now
        judged.save(update_fields=["open_since", "handled_at"])
    return decision


def _do(case: Case, act: ModeratorAction, words: str) -> None:
    thing = case.content
    if act == ModeratorAction.LEAVE:
        if case.open_since is None:
            raise StudyRefusal(StudyRefusalReason.NOTHING_TO_DO)
        return
    if thing is None:
        raise StudyRefusal(StudyRefusalReason.GONE)
    if thing.is_removed == (act == ModeratorAction.REMOVE):
        raise StudyRefusal(StudyRefusalReason.NOTHING_TO_DO)
    if isinstance(thing, Message):
        remove([thing.pk], reason=words)
        return
    thing.removed_at, thing.removal = (clock.now(), words) if act == ModeratorAction.REMOVE else (None, "")
    thing.save(update_fields=["removed_at", "removal"])

"""Telling the moderators of what others have written."""

from __future__ import annotations

from django.utils import timezone

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.studies.errors import Refused, StudyRefusal
from games.studies.models import Case, Collection, Entry, Kind, Note, Report, Written


def kind_of(thing: Written) -> Kind:
    """Return the kind of an item."""
    match thing:
        case Note():
            return Kind.NOTE
        case Collection():
            return Kind.COLLECTION
        case Entry():
            return Kind.ENTRY
    raise AssertionError(thing)


def report(*, thing: Written, reporter: User, reason: str, words: str) -> Report:
    """Tell the moderators of something, once a person. Raises AccountDeleted and StudyRefusal. Whoever calls
    this has seen that the reporter may read it, and has not written it.
    """
    with lock_person(reporter):
        case = _case_of(thing)
        said, created = Report.objects.get_or_create(
            case=case, reporter=reporter, defaults={"reason": reason, "words": words, "text": thing.text}
        )
        if not created:
            raise StudyRefusal(Refused.REPORTED)
        if case.open_since is None:
            case.open_since = timezone.now()
            case.save(update_fields=["open_since"])
    return said


def is_reported(*, thing: Written, reporter: User) -> bool:
    """Return True if this reporter has already reported the item."""
    return Report.objects.filter(reporter=reporter, **{f"case__{kind_of(thing)}": thing}).exists()


def _case_of(thing: Written) -> Case:
    """Return the moderation case about a content item, locked, creating it if needed.

    Raises StudyRefusal if the item is deleted.
    """
    kind = kind_of(thing)
    about = {str(kind): thing}
    cases = Case.objects.select_for_update().filter(**about)
    if case := cases.first():
        return case
    # Lock the content after its case, as everywhere. This keeps it from being deleted, and another case from being
    # opened, before this one exists.
    if type(thing)._default_manager.select_for_update().filter(pk=thing.pk).first() is None:
        raise StudyRefusal(Refused.GONE)
    return cases.first() or Case.objects.create(kind=kind, author_id=thing.written_by, **about)

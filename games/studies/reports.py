"""Reports to the moderators, cases that moderators open, and appeals. All of it raises AccountDeleted."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import User
from games.accounts.person_lock import lock_people, lock_person
from games.accounts.sanctions import current_closure
from games.catalog.models import AuthorComment
from games.studies.errors import StudyRefusal, StudyRefusalReason
from games.studies.models import (
    Case,
    Collection,
    Decision,
    Entry,
    ModeratorAction,
    Note,
    Report,
    ReportedKind,
    ReportReason,
    Subject,
)
from games.studies.models.reports import subject_text
from games.tables.models import Deal, Table
from games.talk.models import Message

_AGAIN = (ReportedKind.PERSON, ReportedKind.TABLE)


def kind_of(subject: Subject) -> ReportedKind:
    """Return the kind of a subject."""
    match subject:
        case Note():
            return ReportedKind.NOTE
        case Collection():
            return ReportedKind.COLLECTION
        case Entry():
            return ReportedKind.ENTRY
        case Message():
            return ReportedKind.MESSAGE
        case Table():
            return ReportedKind.TABLE
        case Deal():
            return ReportedKind.RACE
        case AuthorComment():
            return ReportedKind.COMMENT
        case User():
            return ReportedKind.PERSON
    raise AssertionError(subject)


def author_of(subject: Subject) -> int | None:
    """Return the key of the person whom a case about a subject concerns, or None if the account is deleted."""
    match subject:
        case User():
            return subject.pk
        case Table():
            return subject.namer_id
        case Deal():
            return subject.host_id
    return subject.written_by


def report(*, content: Subject, reporter: User, reason: str, words: str) -> Report:
    """Tell the moderators of something. Raises AccountDeleted and StudyRefusal.

    The caller has checked that the reporter may see it, and isn't its author.
    """
    with lock_people(reporter, *([content] if isinstance(content, User) else [])):
        case = _case_of(content)
        if _reports_of(reporter, content).exists():
            raise StudyRefusal(StudyRefusalReason.REPORTED)
        stored = Report.objects.create(
            case=case, reporter=reporter, reason=reason, words=words, text=subject_text(content)
        )
        _open(case)
    return stored


def is_reported(*, content: Subject, reporter: User) -> bool:
    """Return True if this reporter can't report the subject again now."""
    return _reports_of(reporter, content).exists()


def _reports_of(reporter: User, content: Subject) -> QuerySet[Report]:
    """Return the reports that keep a reporter from reporting the subject."""
    reports = Report.objects.filter(
        reporter=reporter, **{f"case__{key}": value for key, value in _key(content).items()}
    )
    return reports.filter(decision=None) if kind_of(content) in _AGAIN else reports


def open_case(*, subject: Subject, by: User) -> Case:
    """Return the case about a subject for a moderator, who needs no report. Raises AccountDeleted and StudyRefusal."""
    with lock_people(by, *([subject] if isinstance(subject, User) else [])):
        return _case_of(subject)


def appeal(*, person: User, words: str) -> Report:
    """Appeal against the closure of an account, once until the decision. Raises AccountDeleted and StudyRefusal."""
    with lock_person(person) as owner:
        if current_closure(owner) is None:
            raise StudyRefusal(StudyRefusalReason.NOTHING_TO_DO)
        cases = Case.objects.select_for_update().filter(kind=ReportedKind.APPEAL, author=owner)
        case = cases.first() or Case.objects.create(kind=ReportedKind.APPEAL, author=owner)
        if case.open_since is not None:
            raise StudyRefusal(StudyRefusalReason.REPORTED)
        sent = Report.objects.create(case=case, reporter=owner, reason=ReportReason.APPEAL, words=words)
        _open(case)
    return sent


def last_answer(person: User) -> Decision | None:
    """Return the last decision on an appeal against the present closure, or None."""
    closure = current_closure(person)
    if closure is None:
        return None
    answers = Decision.objects.filter(case__kind=ReportedKind.APPEAL, case__author=person, at__gte=closure.at)
    return answers.filter(act=ModeratorAction.LEAVE).order_by("-pk").first()


def awaits_answer(person: User) -> bool:
    """Return True while a person's appeal waits for a decision."""
    return Case.objects.open().filter(kind=ReportedKind.APPEAL, author=person).exists()


def _open(case: Case) -> None:
    if case.open_since is None:
        case.open_since = timezone.now()
        case.save(update_fields=["open_since"])


def _key(subject: Subject) -> dict[str, Any]:
    """Return the columns that identify the case about a subject."""
    kind = kind_of(subject)
    return {"kind": kind, "author": subject} if isinstance(subject, User) else {str(kind): subject}


def _case_of(subject: Subject) -> Case:
    """Return the moderation case about a subject, locked, creating it if needed.

    Raises StudyRefusal if the subject is deleted.
    """
    if isinstance(subject, Table) and Table.objects.locked().filter(pk=subject.pk).first() is None:
        raise StudyRefusal(StudyRefusalReason.GONE)
    key = _key(subject)
    cases = Case.objects.select_for_update().filter(**key)
    if case := cases.first():
        return case
    if isinstance(subject, User):  # locked by the caller
        return Case.objects.create(**key)
    # Lock the content after its case, as everywhere. This keeps it from being deleted, and another case from being
    # opened, before this one exists.
    if type(subject)._default_manager.select_for_update().filter(pk=subject.pk).first() is None:
        raise StudyRefusal(StudyRefusalReason.GONE)
    # Nobody can act on a deleted account, only on what is left of it.
    author = User.objects.filter(pk=author_of(subject), erased_at=None).first()
    return cases.first() or Case.objects.create(
        kind=kind_of(subject), author=author, **{str(kind_of(subject)): subject}
    )

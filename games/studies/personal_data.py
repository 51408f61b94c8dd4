"""Export of a person's notes, collections and reports, and their deletion with the account."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q, QuerySet
from django.urls import reverse

from games.accounts.models import User
from games.accounts.sanctions import move_sanctions
from games.accounts.signals import person_erased
from games.studies.models import (
    Case,
    Collection,
    Decision,
    Entry,
    ModeratorAction,
    Note,
    Report,
    ReportedKind,
    UserContent,
)
from games.tables.signals import guest_moved


def connect() -> None:
    """Listen; each receiver once, however often this is called."""
    person_erased.connect(_on_erased, dispatch_uid="studies")
    guest_moved.connect(_on_moved, dispatch_uid="studies")


def _on_erased(*, user: User, **_: Any) -> None:
    Note.objects.filter(author=user).delete()
    Collection.objects.filter(keeper=user).delete()
    # The content quoted in the reports was theirs too. Cases about deleted content need no decision.
    Report.objects.filter(case__author=user).update(text="")
    Report.objects.filter(case__author=user, case__kind=ReportedKind.APPEAL).update(words="")
    Case.objects.filter(author=user).update(author=None, open_since=None)
    Report.objects.filter(reporter=user).update(reporter=None)
    Decision.objects.filter(by=user).update(by=None)


def _on_moved(*, old: User, new: User, **_: Any) -> None:
    """Move a guest's sanctions to their account, and their reports and the cases about them as far as it doesn't have
    the same ones.
    """
    move_sanctions(guest=old, account=new)
    cases = Case.objects.filter(author=old)
    same = Case.objects.filter(author=new, kind__in=[ReportedKind.PERSON, ReportedKind.APPEAL]).values_list("kind")
    cases.exclude(kind__in=[kind for (kind,) in same]).update(author=new)
    open_already = Report.objects.filter(reporter=new, decision=None).values("case")
    Report.objects.filter(reporter=old).exclude(decision=None, case__in=open_already).update(reporter=new)


def study_data(user: User) -> dict[str, Any]:
    """Return a person's notes, collections and reports, without anything others wrote."""
    notes = Note.objects.filter(author=user).select_related("table").order_by("pk")
    collections = list(Collection.objects.filter(keeper=user).order_by("pk"))
    entries: dict[int, list[dict[str, Any]]] = {collection.pk: [] for collection in collections}
    for entry in Entry.objects.of(collections).select_related("table"):
        entries[entry.collection_id].append(_entry(entry))
    reports = Report.objects.filter(reporter=user).order_by("pk")
    return {
        "notes": [_note(note) for note in notes],
        "collections": [_collection(collection, entries[collection.pk]) for collection in collections],
        "reports": [_report(report) for report in reports.select_related("case", "decision")],
        "decisions": list(_decisions(user).values("act", "words", "at", "until", about=F("case__kind"))),
    }


def _report(report: Report) -> dict[str, Any]:
    """Return a report with its answer, which says no more than the reporter is told."""
    decision = report.decision
    return {
        "about": report.case.kind,
        "reason": report.reason,
        "words": report.words,
        "at": report.at,
        "answered_at": decision.at if decision else None,
        "upheld": decision.upholds_reports if decision else None,
        "answer_read_at": report.answer_read_at,
    }


def _decisions(user: User) -> QuerySet[Decision]:
    """Return the decisions about a person. Those that kept something only answer others, except to an appeal."""
    decisions = Decision.objects.filter(case__author=user).order_by("pk")
    return decisions.exclude(~Q(case__kind=ReportedKind.APPEAL), act=ModeratorAction.LEAVE)


def _collection(collection: Collection, turns: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "url": reverse("studies:collection", args=[collection.code]),
        "title": collection.title,
        "visibility": collection.visibility,
        **_content_data(collection, collection.words),
        "turns": turns,
    }


def _note(note: Note) -> dict[str, Any]:
    about = {"table": note.table.code, "turn": note.turn, "seat": note.seat, "marks": note.marks}
    return {**about, **_content_data(note, note.words)}


def _entry(entry: Entry) -> dict[str, Any]:
    table = entry.table.code if entry.table else None
    about: dict[str, Any] = {"table": table, "turn": entry.turn, "seat": entry.seat, "marks": entry.marks}
    if entry.position:
        about |= {"game": entry.game, "position": entry.position}
    return {**about, **_content_data(entry, entry.words)}


def _content_data(content: UserContent, words: str) -> dict[str, Any]:
    removed = {"removed_at": content.removed_at, "removal": content.removal}
    return {"words": words, "written_at": content.written_at, "changed_at": content.changed_at, **removed}

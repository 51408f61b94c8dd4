"""Models of notes and collections about finished games, and of reports on them."""

from games.studies.models.collections import Collection, CollectionQuerySet, Entry, EntryQuerySet, Visibility
from games.studies.models.notes import Note, NoteQuerySet, UserContent
from games.studies.models.reports import (
    Case,
    CaseQuerySet,
    Content,
    Decision,
    ModeratorAction,
    Report,
    ReportedKind,
    ReportReason,
    Subject,
)

__all__ = [
    "Case",
    "CaseQuerySet",
    "Collection",
    "CollectionQuerySet",
    "Content",
    "Decision",
    "Entry",
    "EntryQuerySet",
    "ModeratorAction",
    "Note",
    "NoteQuerySet",
    "Report",
    "ReportReason",
    "ReportedKind",
    "Subject",
    "UserContent",
    "Visibility",
]

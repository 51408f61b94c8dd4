"""Models of notes and collections about finished games, and of reports on them."""

from games.studies.models.collections import Collection, CollectionQuerySet, Entry, EntryQuerySet, Visibility
from games.studies.models.notes import Note, NoteQuerySet, Written
from games.studies.models.reports import Act, Case, CaseQuerySet, Decision, Kind, Reason, Report

__all__ = [
    "Act",
    "Case",
    "CaseQuerySet",
    "Collection",
    "CollectionQuerySet",
    "Decision",
    "Entry",
    "EntryQuerySet",
    "Kind",
    "Note",
    "NoteQuerySet",
    "Reason",
    "Report",
    "Visibility",
    "Written",
]

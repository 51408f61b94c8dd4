"""Pages that consist of one form each; `back` is the target of the cancel link."""

from __future__ import annotations

from dataclasses import dataclass

from games.studies.forms import CollectionForm, KeepForm, NoteForm, ReportForm


@dataclass(frozen=True, slots=True)
class CollectionEdit:
    """Form page of a collection; `title` is the current title, or "" for a new one."""

    form: CollectionForm
    back: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class KeepPage:
    """Keeping a turn, by its name and that of its table."""

    form: KeepForm
    back: str
    title: str
    name: str


@dataclass(frozen=True, slots=True)
class NoteEdit:
    """Writing a note anew, on a turn of a table."""

    form: NoteForm
    back: str
    title: str
    name: str


@dataclass(frozen=True, slots=True)
class ReportPage:
    """Reporting something, whose `text` it shows; `reported` where the visitor has done so already."""

    form: ReportForm
    back: str
    text: str
    reported: bool

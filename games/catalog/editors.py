"""Interface between the workshop and a game's editors: a form for each type, and its preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast, runtime_checkable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString

from games.accounts.models import User
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data, shelves


@dataclass(frozen=True, slots=True)
class DefinitionPreview:
    """Preview of a definition: a template with its context.

    `announcement` is the screen reader text after a change, in 1 or 2 sentences. `problems` are the preview's sentences
    about why the draft can't be submitted for review.
    """

    template: str
    context: Mapping[str, Any]
    announcement: str = ""
    problems: tuple[str, ...] = ()


class Editor(Protocol):
    """Editor of one type of entry, without code."""

    @property
    def form(self) -> type[EntryForm]:
        """Form class, which starts from an entry."""

    def blank(self) -> Data:
        """Return the definition of a new entry, without id and name."""

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of a definition being edited, in the page's language."""

    def picture(self, definition: Data) -> SafeString:
        """Return a small picture of a definition for lists that show its name and kind as text."""


@runtime_checkable
class PlayableEditor(Protocol):
    """Additional methods of editors whose drafts can be played."""

    def play(self, entry: CatalogEntry, user: User) -> str:
        """Start a solo game with the saved draft, and return its address. Raises ValidationError."""

    def trial_url(self, link: str) -> str:
        """Return the address where others can try a draft by its share link."""


@runtime_checkable
class TestedEditor(Protocol):
    """Additional method of editors whose drafts have balance tests."""

    def play_test(self, tried: Data, number: int) -> Any:
        """Play the quick game with a number from 0, and return its result as JSON."""


@runtime_checkable
class PrintableEditor(Protocol):
    """Additional method of editors whose entries can be printed."""

    def print_response(self, request: HttpRequest, entry: CatalogEntry) -> HttpResponse:
        """Show the form that prints an entry, or return the file that it asks for."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """Gallery of what the entries of a type are made of: its title, and a template with its context."""

    title: str
    template: str
    context: Mapping[str, Any]


@runtime_checkable
class GalleryEditor(Protocol):
    """Additional methods of editors that have a gallery."""

    def gallery(self) -> Gallery:
        """Return the gallery, in the page's language."""

    def blank_like(self, sample: str) -> Data:
        """Return the definition of a new entry like a sample of the gallery, or a blank one if there is no such."""


@runtime_checkable
class AuthorEditor(Protocol):
    """An editor of a kind that players who are not curators can submit too."""

    def author_url(self, entry: CatalogEntry, user: User) -> str:
        """Return where such an author finds an entry, "" for nowhere."""


def galleries() -> Iterator[tuple[str, str, Gallery]]:
    """Yield each gallery with its game and its type."""
    for game in shelves():
        for kind, editor in editors(game).items():
            if isinstance(editor, GalleryEditor):
                yield game, kind, editor.gallery()


def new_definition(editor: Editor, sample: str) -> Data:
    """Return the definition of a new entry, like a sample of its gallery if that has it."""
    return editor.blank_like(sample) if isinstance(editor, GalleryEditor) else editor.blank()


def playable_editor(entry: CatalogEntry) -> PlayableEditor | None:
    """Return the editor of a draft that can be played, or None."""
    editor = editor_of(entry)
    return editor if entry.is_open and isinstance(editor, PlayableEditor) else None


def editor_of(entry: CatalogEntry) -> Editor | None:
    """Return the editor for an entry, or None if its game has none for the kind and it is edited as JSON."""
    game = next((key for key, shelf in shelves().items() if entry.box in shelf.boxes), "")
    return editors(game).get(entry.kind)


def picture_of(entry: CatalogEntry) -> SafeString:
    """Return the small picture of an entry, or "" without an editor."""
    editor = editor_of(entry)
    return editor.picture(entry.definition) if editor else SafeString("")


def editors(game: str) -> Mapping[str, Editor]:
    """Return the editors of a game, by kind."""
    path = getattr(settings, "CARTO_EDITORS", {}).get(game)
    return cast(Mapping[str, Editor], import_string(path)) if path else {}

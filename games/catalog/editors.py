"""What a game's editors are to the workshop: a form for each kind of entry, and what stands beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast, runtime_checkable

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString

from games.accounts.models import User
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data, shelves


@dataclass(frozen=True, slots=True)
class Beside:
    """What a definition comes to, for the eye: a template and what it is given; `heard`, the same in a sentence or two,
    which screen readers say after a change; `problems` are those of its sentences that tell why it cannot be handed in.
    """

    template: str
    context: Mapping[str, Any]
    heard: str = ""
    problems: tuple[str, ...] = ()


class Editor(Protocol):
    """How entries of one kind are made without code."""

    @property
    def form(self) -> type[EntryForm]:
        """The form, which begins with an entry."""

    def blank(self) -> Data:
        """What a new entry says before anybody has said anything, without its id and its name."""

    def beside(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> Beside:
        """What a stored form that somebody is at comes to, in the language of the page."""

    def picture(self, definition: Data) -> SafeString:
        """A stored form as a small picture for a list, where its name and its kind stand beside it."""


@runtime_checkable
class PlayableEditor(Protocol):
    """What an editor has beside where a draft of its kind can be played as it is."""

    def play(self, entry: CatalogEntry, user: User) -> str:
        """Begin a game alone with a draft as it was saved, and return its address. Raises ValidationError."""

    def trial_url(self, link: str) -> str:
        """Where others try the draft that has a link."""


@runtime_checkable
class AuthorEditor(Protocol):
    """An editor of a kind that players who are not curators can submit too."""

    def author_url(self, entry: CatalogEntry, user: User) -> str:
        """Return where such an author finds an entry, "" for nowhere."""


def playable_editor(entry: CatalogEntry) -> PlayableEditor | None:
    """The editor of a draft that can be played, None for anything else."""
    editor = editor_of(entry)
    return editor if entry.is_open and isinstance(editor, PlayableEditor) else None


def editor_of(entry: CatalogEntry) -> Editor | None:
    """The editor for an entry, None where its game has none for the kind: then it is edited as JSON."""
    game = next((key for key, shelf in shelves().items() if entry.box in shelf.boxes), "")
    return editors(game).get(entry.kind)


def picture_of(entry: CatalogEntry) -> SafeString:
    """The small picture of an entry, "" where there is no editor for it."""
    editor = editor_of(entry)
    return editor.picture(entry.definition) if editor else SafeString("")


def editors(game: str) -> Mapping[str, Editor]:
    """The editors of a game by kind."""
    path = getattr(settings, "CARTO_EDITORS", {}).get(game)
    return cast(Mapping[str, Editor], import_string(path)) if path else {}

"""History pages of an entry: the list of changes, and the result of a single change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalog.drafts import Saying
from games.catalog.history import changes_of, rest_of
from games.catalog.models import Act, CatalogEntry, Change
from games.catalog.shelves import Data
from games.catalog.version_comparison import Line, changes_alone, differing, shown

AT_ONCE: Final = 30
"""Number of changes per page."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change in a list, and the page that shows what it came to, "" where it left the definition as it was."""

    change: Change
    url: str


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """Some of the changes of an entry, the newest first; `at` is which of all such pages it is."""

    title: str
    entry: CatalogEntry
    lines: tuple[ChangeLine, ...]
    at: Page[Change]


@dataclass(frozen=True, slots=True)
class ChangePage:
    """Page of one change: the lines that differ from the state before it.

    `before` and `after` are the addresses of the neighboring changes, "" if there is none. `whole` is false if only
    the definitions are known.
    """

    title: str
    entry: CatalogEntry
    change: Change
    lines: tuple[Line, ...]
    whole: bool
    before: str
    after: str


def change_lines(entry: CatalogEntry, changes: Iterable[Change]) -> tuple[ChangeLine, ...]:
    """Changes as the page of a version lists them."""
    return tuple(ChangeLine(change, _url(entry, change) if change.definition else "") for change in changes)


def changes_page(entry: CatalogEntry, number: str) -> ChangesPage:
    """The page of that number; the first or the last where there is no such page."""
    at = Paginator(changes_of(entry), AT_ONCE).get_page(number)
    title = _("%(name)s: history") % {"name": entry.shown_name}
    return ChangesPage(title, entry, change_lines(entry, at), at)


def change_page(entry: CatalogEntry, number: int) -> ChangePage | None:
    """The page of a change by its primary key, None where the entry has none that came to something."""
    saying = changes_of(entry).filter(definition__isnull=False)
    change = saying.filter(pk=number).first()
    if change is None:
        return None
    before, after = saying.filter(pk__lt=number).first(), saying.filter(pk__gt=number).last()
    # A draft starts from the version before it, even if an earlier draft with other content was discarded.
    stood = _begun_from(entry, change) if change.act == Act.BEGUN or before is None else before
    whole = change.rest is not None and (stood is None or stood.rest is not None)
    return ChangePage(
        title=_("%(name)s: changes in version %(number)s") % {"name": entry.shown_name, "number": change.version},
        entry=entry,
        change=change,
        lines=tuple(changes_alone(differing(_told(stood, whole=whole), _told(change, whole=whole)))),
        whole=whole,
        before=_url(entry, before) if before else "",
        after=_url(entry, after) if after else "",
    )


def _begun_from(entry: CatalogEntry, change: Change) -> Change | None:
    """Return the version before the first change, as if saved by a user, or None.

    That version came with the site.
    """
    older = CatalogEntry.objects.versions_of(entry).filter(version__lt=change.version).first()
    return Change(definition=older.definition, rest=rest_of(older)) if older else None


def _told(change: Change | None, *, whole: bool) -> Data:
    """Return the content after a change, empty before the first one."""
    if change is None:
        return {}
    definition: Data = change.definition or {}
    if whole and change.rest:
        return shown(Saying(definition=definition, **change.rest))
    return {key: value for key, value in definition.items() if key != "id"}


def _url(entry: CatalogEntry, change: Change) -> str:
    return reverse("admin:catalog_catalogentry_change_of", args=[entry.pk, change.pk])

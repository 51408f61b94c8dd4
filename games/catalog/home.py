"""The curators' home: their drafts, what was returned, what waits for a review, and what was published lately."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.catalog.editors import picture_of
from games.catalog.models import CatalogEntry, Change, State
from games.catalog.new_entry import beginnings
from games.catalog.pages import entry_url
from games.catalog.pending_reviews import open_of, returned_among, waiting_for

LATELY: Final = 10
"""Number of latest published versions on the page."""


@dataclass(frozen=True, slots=True)
class HomeLine:
    """A version in a list; `change` is the review that sent it back."""

    entry: CatalogEntry
    url: str
    picture: SafeString
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class HomePage:
    """The lists, and the kinds of pieces that can be begun, as "game/kind" with their names."""

    title: str
    returned: tuple[HomeLine, ...]
    drafts: tuple[HomeLine, ...]
    submitted: tuple[HomeLine, ...]
    to_review: tuple[HomeLine, ...]
    published: tuple[HomeLine, ...]
    beginnings: tuple[tuple[str, str | Promise], ...]


def home_page(user: User, *, begins: bool) -> HomePage:
    """Return the home of a curator; `begins` if they may make something new."""
    own = open_of(user)
    returned = returned_among(own)
    back = {each.entry.pk for each in returned}
    published = CatalogEntry.objects.filter(current=True, official=False).order_by("-changed_at", "-pk")[:LATELY]
    return HomePage(
        title=_("Workshop"),
        returned=tuple(_line(each.entry, each.change) for each in returned),
        drafts=_lines(entry for entry in own if entry.state == State.DRAFT and entry.pk not in back),
        submitted=_lines(entry for entry in own if entry.state == State.IN_REVIEW),
        to_review=_lines(waiting_for(user)),
        published=_lines(published),
        beginnings=tuple(beginnings()) if begins else (),
    )


def _lines(entries: Iterable[CatalogEntry]) -> tuple[HomeLine, ...]:
    return tuple(map(_line, entries))


def _line(entry: CatalogEntry, change: Change | None = None) -> HomeLine:
    return HomeLine(entry, entry_url(entry), picture_of(entry), change)

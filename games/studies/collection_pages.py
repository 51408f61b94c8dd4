"""The collections that search engines should know of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import Truncator

from games.accounts.guests import create_account_url
from games.accounts.models import User
from games.accounts.pages import PersonPart
from games.play.board_images import build_board_image
from games.play.navigation import Key, SiteSitemap
from games.play.toned_images import TonedImage
from games.studies.access import Author, author
from games.studies.entry_pages import EntryView, list_visible_entries, picture_of
from games.studies.errors import turns_words
from games.studies.forms import AddForm
from games.studies.models import Collection, CollectionQuerySet, Entry, Visibility
from games.tables.lobby.previews import PictureResources, picture_resources
from games.tables.models import Access, Status, Table, TableQuerySet
from games.tables.pages.metadata import PageMetadata

_ON_A_PAGE: Final = 500
_MOST: Final = 5_000


class CollectionsSitemap(SiteSitemap[Collection]):
    """The latest public collections of those who show their page; how many is bounded, as machines ask for each."""

    limit = _ON_A_PAGE

    def items(self) -> CollectionQuerySet:
        """The collections, by an index that has them in this order."""
        shown = Collection.objects.listed().filter(keeper__hidden=False)
        return shown.only("code", "written_at", "changed_at")[:_MOST]

    def location(self, item: Collection) -> str:
        """Return the path of a collection."""
        return reverse("studies:collection", args=[item.code])

    def lastmod(self, item: Collection) -> datetime:
        """Return the time of the keeper's last edit."""
        return item.changed_at or item.written_at


ON_A_PAGE: Final = 20
"""Number of collections per page of the list."""
ENTRIES_ON_A_PAGE: Final = 12
"""Number of turns per page of a collection. Each may belong to a different game."""
_SHORT: Final = 160
_LONG: Final = 5


@dataclass(frozen=True, slots=True)
class CollectionCard:
    """A collection in a list; `visibility` is "" if it is public.

    `cover` is the final board of its first turn's game, None if no public game has an image.
    """

    title: str
    url: str
    keeper: Author
    words: str
    turns: str
    visibility: str
    at: datetime
    is_removed: bool
    cover: TonedImage | None


@dataclass(frozen=True, slots=True)
class CollectionsPage:
    """The viewer's own and the public collections; `older` and `newest` page through the latter. `account` is where a
    guest creates the required account, "" for others.
    """

    own: tuple[CollectionCard, ...]
    public: tuple[CollectionCard, ...]
    account: str
    older: str
    newest: str


@dataclass(frozen=True, slots=True)
class PersonCollections:
    """A person's newest public collections."""

    cards: tuple[CollectionCard, ...]


@dataclass(frozen=True, slots=True)
class CollectionLinks:
    """URLs to add to, edit, delete and report a collection; each is "" if not allowed."""

    add: str
    edit: str
    delete: str
    report: str


@dataclass(frozen=True, slots=True)
class CollectionPage:
    """A collection, or a page of it; `form` lets the keeper add to it."""

    title: str
    words: str
    keeper: Author
    turns: str
    visibility: str
    at: datetime
    is_removed: bool
    removal: str
    entries: tuple[EntryView, ...]
    form: AddForm | None
    doors: CollectionLinks
    before: str
    after: str
    inks: PictureResources


def collections_page(*, viewer: User | None, after: Key | None) -> CollectionsPage:
    """Return the list of collections, from a position on."""
    public = Collection.objects.listed()
    if after:
        public = public.after(after.at, after.pk)
    found = list(public.with_counts()[: ON_A_PAGE + 1])
    here, page = reverse("studies:collections"), found[:ON_A_PAGE]
    own = Collection.objects.owned_by(viewer.pk).with_counts() if viewer and not after else ()
    return CollectionsPage(
        own=_cards(own, viewer),
        public=_cards(page, viewer),
        account=create_account_url(viewer, back=here) if viewer else "",
        older=f"{here}?{urlencode({'after': str(Key(page[-1].written_at, page[-1].pk))})}"
        if len(found) > ON_A_PAGE
        else "",
        newest=here if after else "",
    )


def person_part(person: User, _viewer: User | AnonymousUser) -> PersonPart | None:
    """Return the public collections for a user's profile, or None if there are none."""
    public = Collection.objects.listed().filter(keeper=person).with_counts()[:ON_A_PAGE]
    cards = _cards(public, person)
    return PersonPart("studies/_person.html", "css/studies.css", PersonCollections(cards)) if cards else None


def _cards(collections: Iterable[Collection], viewer: User | None) -> tuple[CollectionCard, ...]:
    """Return cards of collections that were read `with_counts`."""
    listed = list(collections)
    covers = Entry.objects.select_related("table").in_bulk([key for one in listed if (key := getattr(one, "cover", 0))])
    return tuple(
        CollectionCard(
            title=one.title,
            url=reverse("studies:collection", args=[one.code]),
            keeper=author(one.keeper, viewer),
            words=Truncator(" ".join(one.words.split())).chars(_SHORT),
            turns=turns_words(getattr(one, "count", 0)),
            visibility=_visibility(one),
            at=one.written_at,
            is_removed=one.is_removed,
            cover=_cover(covers.get(getattr(one, "cover", 0))),
        )
        for one in listed
    )


def _cover(entry: Entry | None) -> TonedImage | None:
    return build_board_image(entry.table, entry.seat, entry.table.shown_name) if entry and entry.table else None


def _visibility(collection: Collection) -> str:
    if collection.visibility == Visibility.PUBLIC:
        return ""
    return str(Visibility(collection.visibility).label)


def collection_page(
    collection: Collection,
    entries: Sequence[Entry],
    *,
    viewer: User | None,
    visible: TableQuerySet,
    begin: int,
    form: AddForm | None,
) -> CollectionPage:
    """Return a collection as a visitor sees it, from entry `begin` on; `entries` are all that are visible to them."""
    doors = _action_links(collection, viewer)
    shown = entries[begin - 1 : begin - 1 + ENTRIES_ON_A_PAGE]
    before, after = _page_urls(collection, begin, len(entries))
    return CollectionPage(
        title=collection.title,
        words=collection.words,
        keeper=author(collection.keeper, viewer),
        turns=turns_words(len(entries)),
        visibility=_visibility(collection),
        at=collection.written_at,
        is_removed=collection.is_removed,
        removal=collection.removal,
        entries=list_visible_entries(collection, shown, viewer=viewer, visible=visible, first=begin, last=len(entries)),
        form=form if doors.add else None,
        doors=doors,
        before=before,
        after=after,
        inks=picture_resources(),
    )


def _action_links(collection: Collection, viewer: User | None) -> CollectionLinks:
    is_mine = viewer is not None and collection.keeper_id == viewer.pk
    changes = is_mine and not collection.is_removed
    does = {"add": changes, "edit": changes, "delete": is_mine, "report": viewer is not None and not is_mine}
    where = {name: reverse(f"studies:{name}", args=[collection.code]) if may else "" for name, may in does.items()}
    return CollectionLinks(**where)


def _page_urls(collection: Collection, begin: int, count: int) -> tuple[str, str]:
    """Return the previous and next page from there, each "" if there is none."""
    here = reverse("studies:collection", args=[collection.code])
    before, after = begin - ENTRIES_ON_A_PAGE, begin + ENTRIES_ON_A_PAGE
    return part_url(here, before) if before >= 1 else "", part_url(here, after) if after <= count else ""


def part_url(here: str, begin: int) -> str:
    """Return the URL of the page that starts with that entry; `here` is the first page's."""
    return here if begin <= 1 else f"{here}?{urlencode({'from': begin})}"


def begin_at(text: str, count: int) -> int:
    """Return the number of the first entry on the requested page of a collection.

    Returns 1 if the requested entry does not exist.
    """
    number = int(text) if text.isascii() and text.isdigit() and len(text) < _LONG else 1
    begin = begin_of(number)
    return begin if 1 <= begin <= count else 1


def begin_of(number: int) -> int:
    """Return the first entry on the page that contains this one."""
    return (number - 1) // ENTRIES_ON_A_PAGE * ENTRIES_ON_A_PAGE + 1


def collection_preview(collection: Collection, entries: Sequence[Entry]) -> PageMetadata:
    """Return the link preview of a collection; its picture shows only public games."""
    keys = {entry.table_id for entry in entries if entry.table_id}
    tables = Table.objects.filter(pk__in=keys, access=Access.OPEN, status=Status.FINISHED)
    short = Truncator(" ".join(collection.words.split())).chars(_SHORT)
    words = short or f"{collection.keeper}: {turns_words(len(entries))}"
    return PageMetadata(collection.title, words, picture_of(entries, dict(tables.values_list("pk", "code"))))

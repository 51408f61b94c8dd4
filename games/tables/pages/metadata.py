"""Page metadata: search engine texts, links to the rules, the footer, and the note on uploaded games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.access import shown_profile
from games.accounts.guests import create_account_url
from games.accounts.models import User
from games.tables.deal_links import DealLink, daily_link
from games.tables.game import Game, games, route_url, sharing_game
from games.tables.holders import has_winner, own_seat
from games.tables.lobby.cards import origin_words, table_url
from games.tables.lobby.previews import result_words
from games.tables.models import Origin, Seat, Status, Table
from games.tables.turn_words import turn_title


@dataclass(frozen=True, slots=True)
class UploadNote:
    """Note on an uploaded game: until when it is stored, None for permanently.

    `keep`, `throw_away` and `account` are the addresses for keeping it, for confirming its deletion, and for creating
    an account with which it could be kept; each is "" if it is not available.
    """

    until: datetime | None
    keep: str
    throw_away: str
    account: str


def upload_note(table: Table, viewer: User | AnonymousUser) -> UploadNote | None:
    """Return the note for this viewer, or None if the game is not uploaded.

    The table must be loaded with its host.
    """
    if table.origin != Origin.UPLOADED:
        return None
    mine = table.host_id == viewer.pk
    # An upload by an anonymous visitor belongs to the first signed-in user who saves it.
    to_keep = table.kept_until is not None and (mine or table.host.erased_at is not None)
    has_account = isinstance(viewer, User) and not viewer.guest
    return UploadNote(
        until=table.kept_until,
        keep=reverse("history:keep_upload", args=[table.code]) if to_keep and has_account else "",
        throw_away=reverse("history:delete_upload", args=[table.code]) if mine else "",
        account=_account_url(table, viewer) if to_keep and not has_account else "",
    )


def _account_url(table: Table, viewer: User | AnonymousUser) -> str:
    here = table_url(table)
    return create_account_url(viewer, back=here) or f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': here})}"


_ViewT = TypeVar("_ViewT", bound=Callable[..., Any])
_NEUTRAL: Final = gettext_lazy(
    "Carto: play board games together online. Fan-made and not affiliated with the games’ publishers."
)


# Pages of a table that get shared, and the view that renders the preview picture of each.
_OF_TABLES: Final = {
    "tables:table": "history:picture",
    "tables:invitation": "history:invitation_picture",
    "play:turn": "history:turn_picture",
}


@dataclass(frozen=True, slots=True)
class PageFrame:
    """Page texts and addresses; "" if there is none.

    `games` is the page for choosing a game, "" if there is only one, and `daily` leads to the daily deal. `canonical`
    is the canonical URL of the page, and `shared` its preview data for sharing. `upload_note` is the note on the pages
    of an uploaded game, or None on all others.
    """

    description: str
    colophon: str | Promise
    rules: str
    pieces: str
    pieces_name: str | Promise
    games: str
    daily: DealLink | None
    canonical: str
    shared: LinkPreview | None
    upload_note: UploadNote | None


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """Link preview of a page: title, picture URL ("" for none) and description.

    `title` is "" for the page's own title, `description` "" for that of its frame.
    """

    title: str
    picture: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """Link preview of a page without a table; `picture` is a path, or "" for the site's picture."""

    title: str
    description: str
    picture: str = ""


class _FramedRequest(HttpRequest):
    """A request for a table page, with the key of the game that determines its frame."""

    frame_key: str
    frame_table: Table
    frame_seated: bool | None
    frame_listed: bool
    frame_preview: PageMetadata


def set_frame_table(request: HttpRequest, table: Table, *, seated: bool | None = None) -> None:
    """Give the response to this request, if it is a page, the frame of the table's game.

    `seated` is True if the visitor plays there, None if that isn't known.
    """
    framed = cast(_FramedRequest, request)
    framed.frame_key, framed.frame_table, framed.frame_seated = table.game, table, seated


def listed(view: _ViewT) -> _ViewT:
    """Let search engines list the pages of a view. As the outermost decorator; pages of other views aren't listed."""
    view.is_listed = True  # type: ignore[attr-defined]
    return view


def is_listed(view: Callable[..., Any]) -> bool:
    """Return True if search engines may list the pages of a view."""
    return getattr(view, "is_listed", False)


def allow_indexing(request: HttpRequest) -> None:
    """Allow search engines to index this response."""
    cast(_FramedRequest, request).frame_listed = True


def set_link_preview(request: HttpRequest, metadata: PageMetadata) -> None:
    """Set the sharing metadata for this response."""
    cast(_FramedRequest, request).frame_preview = metadata


def is_indexable(request: HttpRequest) -> bool:
    """Return True if search engines may list the response to this request."""
    return getattr(request, "frame_listed", False)


def absolute(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of a path, on the canonical host if the settings name one."""
    return f"{settings.ORIGIN}{path}" if settings.ORIGIN else request.build_absolute_uri(path)


def page_frame_context(request: HttpRequest) -> dict[str, Any]:
    """Add `frame` to every template context, lazily, as fragments don't need it."""
    return {"frame": SimpleLazyObject(lambda: _frame(request, _game_of(request)))}


def _game_of(request: HttpRequest) -> Game | None:
    """Return the page's game: its table's, the one whose own page it is, or the only one."""
    games_by_key = games()
    match = request.resolver_match
    key = getattr(request, "frame_key", match.app_name if match else "")
    return games_by_key.get(key) or (next(iter(games_by_key.values())) if len(games_by_key) == 1 else None)


def _shared(request: HttpRequest) -> LinkPreview | None:
    """Return the link preview of this page, or None if it is of use to its visitor only."""
    match, table = request.resolver_match, getattr(request, "frame_table", None)
    route = match.view_name if match else ""
    site = absolute(request, reverse("history:site_picture")) if sharing_game() else ""
    if metadata := _stored_preview(request):
        return LinkPreview(metadata.title, absolute(request, metadata.picture) if metadata.picture else site)
    if match and table and route in _OF_TABLES:
        has_picture = table.game in games() and games()[table.game].sharing
        picture = absolute(request, reverse(_OF_TABLES[route], kwargs=match.kwargs)) if has_picture else ""
        turn = match.kwargs.get("turn")
        title = turn_title(table, turn) if turn else table.shown_name
        return LinkPreview(title, picture, _outcome(table))
    if person := shown_profile(request):
        portrait = absolute(request, reverse("history:person_picture", args=[person.username])) if site else ""
        return LinkPreview(str(person), portrait)
    if match and is_listed(match.func):
        return LinkPreview("", site)
    return None


def _stored_preview(request: HttpRequest) -> PageMetadata | None:
    return getattr(request, "frame_preview", None)


def _outcome(table: Table) -> str:
    """Return the result and the origin of a table's game in words.

    The result is the winner with the score, or a solo player's score; it is left out before the end.
    """
    return " · ".join([part for part in (_reached(table), origin_words(table)) if part])


def _reached(table: Table) -> str:
    if table.status != Status.FINISHED:
        return ""
    seats = list(table.loaded_seats or Seat.objects.at(table))
    words = result_words(table, seats)
    if has_winner(seats):
        return words
    return _("%(name)s: %(score)s") % {"name": own_seat(seats).shown_name, "score": words}


def _frame(request: HttpRequest, game: Game | None) -> PageFrame:
    games_by_key = games()
    described = [game] if game else games_by_key.values()
    introductions = [one.introduction for one in described if one.introduction]
    metadata = _stored_preview(request)
    return PageFrame(
        description=metadata.description if metadata else " ".join(str(one.description) for one in introductions),
        colophon=game.introduction.colophon if game and game.introduction else _NEUTRAL,
        rules=route_url(game.reference.rules) if game else "",
        pieces=route_url(game.reference.pieces) if game else "",
        pieces_name=game.reference.pieces_name if game else "",
        games=reverse("tables:games") if len(games_by_key) > 1 else "",
        daily=daily_link(),
        canonical=absolute(request, request.path),
        shared=_shared(request),
        upload_note=_upload_note_of(request),
    )


def _upload_note_of(request: HttpRequest) -> UploadNote | None:
    table = getattr(request, "frame_table", None)
    return upload_note(table, request.user) if table else None

"""Lists of games, figures of components, uploaded games, shared pictures and sitemaps."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.sitemaps import views
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, sign_in_required
from games.accounts.models import User
from games.history import uploaded_games
from games.history.component_figures import piece_page
from games.history.filters import GamesForm
from games.history.head_to_head import head_to_head_page
from games.history.pages import games_page
from games.history.record_boards import record_boards_page
from games.history.sharing import person_picture_svg
from games.play.downloads import download_response, png_of
from games.play.game import played_at
from games.play.navigation import DeleteConfirmation, confirmation_response
from games.tables.errors import TableRefusal
from games.tables.game import CoverText, Game, NamedCrest, Sharing, sharing_game
from games.tables.holders import own_seat
from games.tables.lobby.cards import fork_words, table_url
from games.tables.models import Access, Seat, Status, Table
from games.tables.pages.access import seated, visible_table
from games.tables.pages.metadata import absolute, upload_note
from games.tables.pages.responses import table_page_response


@never_cache
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show the games that the visitor may see; status 422 if the filters are invalid."""
    return _games(request)


@never_cache
@require_safe
def person(request: HttpRequest, username: str) -> HttpResponse:
    """Show a user's games; 404 for guests and for users who keep their games private."""
    user = get_object_or_404(User.objects.shown_to(request.user.pk).filter(guest=False).named(username))
    if user.username != username:
        suffix = f"?{query}" if (query := request.GET.urlencode()) else ""
        return SeeOther(reverse("history:person", args=[user.username]) + suffix)
    return _games(request, user)


@never_cache
@require_safe
def head_to_head(request: HttpRequest, username: str, other: str) -> HttpResponse:
    """Show the games that two people played together; 404 if the visitor may not see the profile of one of them."""
    people = User.objects.shown_to(request.user.pk).filter(guest=False)
    one, two = (get_object_or_404(people.named(name)) for name in (username, other))
    if one == two:
        return SeeOther(reverse("history:person", args=[one.username]))
    if (one.username, two.username) != (username, other):
        return SeeOther(reverse("history:head_to_head", args=[one.username, two.username]))
    viewer = request.user if isinstance(request.user, User) else None
    return render(request, "history/head_to_head.html", {"page": head_to_head_page(one, two, viewer)})


def _games(request: HttpRequest, user: User | None = None) -> HttpResponse:
    viewer = request.user if isinstance(request.user, User) else None
    form = GamesForm(request.GET.dict(), viewer=viewer, person=user)
    page = games_page(form, viewer=viewer)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "history/games.html", {"page": page}, status=status)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def piece(request: HtmxHttpRequest, game: str, kind: str, key: str) -> HttpResponse:
    """Show the results of public games that used a component.

    Renders a fragment for htmx. Raises Http404 for a piece that lists cannot filter by.
    """
    page = piece_page(game, kind, key)
    if page is None:
        raise Http404
    return render(request, "history/_component.html" if request.htmx else "history/component.html", {"page": page})


@never_cache
@require_safe
def record_boards(request: HttpRequest, game: str) -> HttpResponse:
    """Show the best boards of everyone. Raises Http404 for an unknown filter, and games without images of boards."""
    page = record_boards_page(game, request.GET.dict())
    if page is None:
        raise Http404
    return render(request, "history/record_boards.html", {"page": page})


_methods = require_http_methods(["GET", "HEAD", "POST"])


@_methods
def keep_upload(request: HttpRequest, code: str) -> HttpResponse:
    """Keep it for good; a guest makes an account first. A GET, as after signing in, leads to the table."""
    if request.method != "POST":
        return SeeOther(reverse("tables:table", args=[code]))
    return sign_in_required(_done)(request, code, _keep_upload_response)


@never_cache
@_methods
@sign_in_required
def delete_upload(request: SignedInRequest, code: str) -> HttpResponse:
    """Ask whether it is to be deleted, and by POST do it, and go to where others are brought."""
    if request.method == "POST":
        return _done(request, code, _delete_upload_response)
    table = get_object_or_404(Table.objects.uploaded().filter(host=request.user), code=code)
    title = _("Delete “%(name)s”?") % {"name": table.shown_name}
    words = _(
        "The game is deleted from this site and its link stops working. Anyone with the game file can upload it again."
    )
    return confirmation_response(request, DeleteConfirmation(title, words, _("Delete"), _("Cancel"), table_url(table)))


def _done(request: SignedInRequest, code: str, act: Callable[[SignedInRequest, Table], HttpResponse]) -> HttpResponse:
    """Run an action on a table that the visitor may see.

    Raises Http404 if it is not an uploaded game on which they may act. A refusal is explained on the table's page.
    """
    table = visible_table(request, code)
    try:
        return act(request, table)
    except Table.DoesNotExist:
        raise Http404 from None
    except TableRefusal as refusal:
        return table_page_response(cast(HtmxHttpRequest, request), table, refusal)


def _keep_upload_response(request: SignedInRequest, table: Table) -> HttpResponse:
    note = upload_note(table, request.user)
    if note and note.account:
        return SeeOther(note.account)
    uploaded_games.keep_upload(table=table.code, by=request.user)
    messages.success(request, _("“%(name)s” was saved.") % {"name": table.shown_name})
    return SeeOther(table_url(table))


def _delete_upload_response(request: SignedInRequest, table: Table) -> HttpResponse:
    uploaded_games.delete_upload(table=table.code, by=request.user)
    messages.success(request, _("“%(name)s” was deleted.") % {"name": table.shown_name})
    return SeeOther(reverse("history:records"))


@require_safe
def index(request: HttpRequest, sitemaps: dict[str, Any]) -> HttpResponse:
    """Render the sitemap index, with the sitemaps' URLs at the site's own origin."""
    answer = views.index(request, sitemaps, sitemap_url_name="history:sitemap")
    for listed in (answer.context_data or {})["sitemaps"]:
        listed.location = absolute(request, urlsplit(listed.location)._replace(scheme="", netloc="").geturl())
    return answer


@require_safe
def sitemap(request: HttpRequest, sitemaps: dict[str, Any], section: str) -> HttpResponse:
    """One list, or a page of it; 404 for none that there is."""
    return views.sitemap(request, sitemaps, section)


_PIXELS: Final = 1200


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """A table: how its game ended, or before that who sits there. 404 for none that the visitor may know of."""
    return _picture_of(request, visible_table(request, code))


@require_safe
def invitation_picture(request: HttpRequest, token: str) -> HttpResponse:
    """The same for who was sent an invitation; 404 where there is no such one."""
    return _picture_of(request, get_object_or_404(Table.objects.exclude(access=Access.DEAL), invitation=token))


@require_safe
def turn_picture(request: HttpRequest, code: str, turn: int) -> HttpResponse:
    """A turn that has closed; 404 for any other, and for no table that the visitor may know of."""
    table = visible_table(request, code)
    svg = _sharing(played_at(table)).game(seated(request, table), turn)
    if svg is None:
        raise Http404
    return download_response(request, png_of(svg, _PIXELS), f"carto-{table.code}-turn-{turn}")


@require_safe
def person_picture(request: HttpRequest, username: str) -> HttpResponse:
    """Return the preview picture of a user; 404 for guests and for users with a private profile."""
    person = get_object_or_404(User.objects.shown_to(None).filter(guest=False).named(username))
    svg = person_picture_svg(person)
    if svg is None:
        raise Http404
    return download_response(request, png_of(svg, _PIXELS), f"carto-{person.username}")


@require_safe
def site_picture(request: HttpRequest) -> HttpResponse:
    """Return the picture of the site; 404 if it has no game with such pictures."""
    game = sharing_game()
    if game is None:
        raise Http404
    lines = [str(game.introduction.headline)] if game.introduction else []
    svg = _sharing(game).cover(CoverText(_("Play in your browser"), str(game.name), lines), None)
    return download_response(request, png_of(svg, _PIXELS), "carto")


def _sharing(game: Game) -> Sharing:
    """Return the sharing of a game, or raise Http404 if it has none."""
    if game.sharing is None:
        raise Http404
    return game.sharing


def _picture_of(request: HttpRequest, table: Table) -> HttpResponse:
    game = played_at(table)
    over = table.status == Status.FINISHED
    svg = _sharing(game).game(seated(request, table), None) if over else None
    return download_response(request, png_of(svg or _gathered(game, table), _PIXELS), f"carto-{table.code}")


def _gathered(game: Game, table: Table) -> str:
    """Return a cover picture with the seated players, or the player of a fork.

    It shows nothing of the table's game, as strangers may read it.
    """
    seats = list(Seat.objects.at(table))
    people = [NamedCrest(seat.shown_name, seat.shown_crest) for seat in ([own_seat(seats)] if table.is_fork else seats)]
    lines = []
    if table.is_fork:
        lines.append(fork_words(table))
    free = table.capacity - len(seats)
    if table.status == Status.GATHERING and free > 0:
        lines.append(ngettext("%(free)s free seat", "%(free)s free seats", free) % {"free": free})
    elif table.status == Status.PLAYING:
        lines.append(_("Game in progress"))
    elif table.ended_early:
        lines.append(_("Unfinished game"))
    return _sharing(game).cover(CoverText(str(game.name), table.shown_name, lines, people=people), None)

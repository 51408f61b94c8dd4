"""Preview pictures for shared links to tables, turns, profiles and the site itself."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.accounts.models import User
from games.history.person_pictures import portrait
from games.play.downloads import answer, png_of
from games.play.game import Played, played_at, played_game
from games.play.phrases import and_list
from games.tables.access import seated, visible_table
from games.tables.cards import fork_words
from games.tables.game import games as installed_games
from games.tables.models import Seat, Status, Table
from games.tables.seats import own_seat

_PIXELS: Final = 1200


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """A table: how its game ended, or before that who sits there. 404 for none that the visitor may know of."""
    return _picture_of(request, visible_table(request, code))


@require_safe
def invitation_picture(request: HttpRequest, token: str) -> HttpResponse:
    """The same for who was sent an invitation; 404 where there is no such one."""
    return _picture_of(request, get_object_or_404(Table, invitation=token))


@require_safe
def turn_picture(request: HttpRequest, code: str, turn: int) -> HttpResponse:
    """A turn that has closed; 404 for any other, and for no table that the visitor may know of."""
    table = visible_table(request, code)
    svg = played_at(table).shared_picture(seated(request, table), turn)
    if svg is None:
        raise Http404
    return answer(request, png_of(svg, _PIXELS), f"carto-{table.code}-turn-{turn}")


@require_safe
def person_picture(request: HttpRequest, username: str) -> HttpResponse:
    """Return the preview picture of a user; 404 for guests and for users with a private profile."""
    person = get_object_or_404(User.objects.shown_to(None).filter(guest=False).named(username))
    svg = portrait(person)
    if svg is None:
        raise Http404
    return answer(request, png_of(svg, _PIXELS), f"carto-{person.username}")


@require_safe
def site_picture(request: HttpRequest) -> HttpResponse:
    """The site; 404 where it has no game."""
    key = next(iter(installed_games()), None)
    if key is None:
        raise Http404
    game = played_game(key)
    lines = [str(game.introduction.headline)]
    return answer(
        request, png_of(game.cover_picture(_("Play in your browser"), str(game.name), lines), _PIXELS), "carto"
    )


def _picture_of(request: HttpRequest, table: Table) -> HttpResponse:
    game = played_at(table)
    over = table.status == Status.FINISHED
    svg = game.shared_picture(seated(request, table), None) if over else None
    return answer(request, png_of(svg or _gathered(game, table), _PIXELS), f"carto-{table.code}")


def _gathered(game: Played, table: Table) -> str:
    """Return a cover picture with the seated players, or the player of a fork.

    It shows nothing of the table's game, as strangers may read it.
    """
    seats = list(Seat.objects.at(table))
    names = [seat.shown_name for seat in ([own_seat(table, seats)] if table.is_fork else seats)]
    lines = [and_list(names)] if names else []
    if table.is_fork:
        lines.append(fork_words(table))
    free = table.capacity - len(seats)
    if table.status == Status.GATHERING and free > 0:
        lines.append(ngettext("%(free)s free seat", "%(free)s free seats", free) % {"free": free})
    elif table.status == Status.PLAYING:
        lines.append(_("Game in progress"))
    elif table.ended_early:
        lines.append(_("Unfinished game"))
    return game.cover_picture(str(game.name), table.name, lines)

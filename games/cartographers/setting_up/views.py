"""The published sets, to look at and to play."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from engine.cartographers.mixing.presets import PRESETS
from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.forms import command_id_of, new_command_id
from games.accounts.guests import signed_in_or_guest
from games.accounts.limits import spend_by_person, too_many
from games.cartographers.setting_up.set_pages import SetPage, preset_page, set_lines, set_page
from games.cartographers.setting_up.set_tables import options_of_set, play_alone
from games.cartographers.shelf.presets import preset_of
from games.play.navigation import back
from games.tables import errors
from games.tables.errors import TableRefusal
from games.tables.game import Options
from games.tables.lobby.cards import table_url
from games.tables.lobby.forms import default_name
from games.tables.log.refusals import refusal_words
from games.tables.pages.metadata import listed


@listed
@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """Every published set."""
    return render(request, "cartographers/setting_up/sets.html", {"lines": tuple(set_lines()), **back(request)})


@listed
@require_http_methods(["GET", "HEAD", "POST"])
def one_set(request: HttpRequest, key: str) -> HttpResponse:
    """Show the contents of a set; POST starts a solo game with it.

    Raises 404 if no active set has this key.
    """
    if request.method == "POST":
        return _play(request, options_of_set(key), refused=request.path)
    return _shown(request, set_page(key))


@listed
@require_http_methods(["GET", "HEAD", "POST"])
def preset(request: HttpRequest, key: str) -> HttpResponse:
    """The same for a mix of the boxes that is offered by name; 404 also for one that cannot be played."""
    mix = preset_of(key)
    if mix is None:
        raise Http404
    if request.method == "POST":
        # A mix that can't be played doesn't have a page to return to.
        return _play(request, PRESETS[mix].as_json(), refused=reverse("cartographers:sets"))
    return _shown(request, preset_page(mix))


def _shown(request: HttpRequest, page: SetPage | None) -> HttpResponse:
    if page is None:
        raise Http404
    context = {"page": page, "command_id": new_command_id(), **back(request)}
    return render(request, "cartographers/setting_up/set.html", context)


@signed_in_or_guest
def _play(request: SignedInRequest, options: Options | None, *, refused: str) -> HttpResponse:
    if options is None:
        raise Http404
    if wait := spend_by_person(errors.CREATE, request):
        return too_many(request, wait)
    try:
        name = default_name(request.user)
        table = play_alone(user=request.user, options=options, name=name, command_id=command_id_of(request))
    except TableRefusal as refusal:
        messages.error(request, refusal_words(refusal.reason))
        return SeeOther(refused)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return SeeOther(refused)
    return SeeOther(table_url(table))

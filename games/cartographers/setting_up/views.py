"""The published sets, to look at and to play."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.forms_base import command_id_of, new_command_id
from games.accounts.guests import signed_in_or_guest
from games.accounts.limits import spend_by_person, too_many
from games.cartographers.setting_up.playing import options_alone, play_alone
from games.cartographers.setting_up.presets import preset_of
from games.cartographers.setting_up.set_pages import preset_page, set_lines, set_page
from games.play.back import back
from games.tables import limits
from games.tables.cards import table_url
from games.tables.errors import TableRefusal
from games.tables.forms import default_name
from games.tables.words import refusal_words


@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """Every published set."""
    return render(request, "cartographers/setting_up/sets.html", {"lines": tuple(set_lines()), **back(request)})


@require_http_methods(["GET", "HEAD", "POST"])
def one_set(request: HttpRequest, key: str) -> HttpResponse:
    """What is in a set, or in a mix of the boxes; a POST plays it alone at once. 404 for none that is in play."""
    if request.method == "POST":
        return _play(request, key)
    page = preset_page(preset) if (preset := preset_of(key)) else set_page(key)
    if page is None:
        raise Http404
    context = {"page": page, "command_id": new_command_id(), **back(request)}
    return render(request, "cartographers/setting_up/set.html", context)


@signed_in_or_guest
def _play(request: SignedInRequest, key: str) -> HttpResponse:
    options = options_alone(key)
    if options is None:
        raise Http404
    if wait := spend_by_person(limits.CREATE, request):
        return too_many(request, wait)
    try:
        name = default_name(request.user)
        table = play_alone(user=request.user, options=options, name=name, command_id=command_id_of(request))
    except TableRefusal as refusal:
        messages.error(request, refusal_words(refusal.reason))
        return SeeOther(request.path)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return SeeOther(request.path)
    return SeeOther(table_url(table))

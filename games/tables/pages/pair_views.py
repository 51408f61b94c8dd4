"""View that pairs a user with others who look for a game."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.forms import command_id_of, new_command_id
from games.accounts.guests import user_or_guest_required
from games.tables import errors
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.lobby.pair_form import PairForm, PairOffer, remember_choice, remembered_choice
from games.tables.lobby.pairing import PairResult, pair, paired_games
from games.tables.log.refusals import refusal_sentence
from games.tables.models import Status
from games.tables.pages.responses import limited_response, refusal_status


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pair_up(request: HttpRequest) -> HttpResponse:
    """Seat the user at the open table that fits best, or open one; a GET shows the choice.

    A form without a choice repeats the last one of this browser.
    """
    if not paired_games():
        raise Http404
    last = remembered_choice(request.session)
    if request.method != "POST":
        return _page(request, PairForm(initial=last))
    has_choice = any(name in request.POST for name in PairForm.base_fields)
    form = PairForm(request.POST if has_choice else last)
    return _pair(request, form) if form.is_valid() else _page(request, form, status=422)


@user_or_guest_required
def _pair(request: SignedInRequest, form: PairForm) -> HttpResponse:
    if limited := limited_response(request, errors.CREATE):
        return limited
    remember_choice(request.session, form)
    try:
        table, result = pair(user=request.user, choice=form.choice(), command_id=command_id_of(request))
    except TableRefusal as refusal:
        form.add_error(None, refusal_sentence(refusal))
        return _page(request, form, status=refusal_status(refusal))
    except ValidationError as wrong:
        form.add_error(None, wrong.messages)
        return _page(request, form, status=422)
    if table.status == Status.GATHERING:
        messages.success(request, _result_words(result))
    return SeeOther(table_url(table))


def _result_words(result: PairResult) -> str:
    match result:
        case PairResult.JOINED:
            return _("You’ve joined the open table that fits best.")
        case PairResult.OPENED:
            return _("No open table fits right now, so this one was opened for you. Others can join it now.")
        case PairResult.SEATED:
            return _("You’re already waiting at this table.")


def _page(request: HttpRequest, form: PairForm, *, status: int = 200) -> HttpResponse:
    offer = PairOffer(form, new_command_id())
    return render(request, "tables/pair.html", {"offer": offer}, status=status)

"""A set that is not published, to try by the link that they have passed on."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.forms import command_id_of, new_command_id
from games.accounts.guests import signed_in_or_guest
from games.accounts.limits import spend_by_person, too_many
from games.cartographers.setting_up.set_pages import trial_page
from games.cartographers.setting_up.set_tables import play_trial
from games.cartographers.shelf.trials import Tried, published_by, tried_by
from games.tables import errors
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.log.refusals import refusal_words


class TrialForm(forms.Form):
    """Form for the number of seats in a game with a draft."""

    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"), choices=[(count, str(count)) for count in range(1, 13)], coerce=int, initial=1
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def trial(request: HttpRequest, link: str) -> HttpResponse:
    """Show an unpublished set; a POST opens a table with it, which counts nowhere. Redirects to the page
    of the set once it is published. 404 for a link that there is not, or not any more.
    """
    if key := published_by(link):
        return SeeOther(reverse("cartographers:set", args=[key]))
    if request.method == "POST":
        return _try(request, link)
    return _page(request, _tried(link), TrialForm(), status=200)


def _tried(link: str) -> Tried:
    found = tried_by(link)
    if found is None:
        raise Http404
    return found


def _page(request: HttpRequest, tried: Tried, form: TrialForm, *, status: int) -> HttpResponse:
    context = {"page": trial_page(tried), "form": form, "command_id": new_command_id()}
    return render(request, "cartographers/setting_up/trial.html", context, status=status)


@signed_in_or_guest
def _try(request: SignedInRequest, link: str) -> HttpResponse:
    tried, form = _tried(link), TrialForm(request.POST)
    if not form.is_valid():
        return _page(request, tried, form, status=422)
    if wait := spend_by_person(errors.CREATE, request):
        return too_many(request, wait)
    seats, command_id = form.cleaned_data["seats"], command_id_of(request)
    try:
        table = play_trial(user=request.user, tried=tried, seats=seats, linked=True, command_id=command_id)
        return SeeOther(table_url(table))
    except TableRefusal as refusal:
        form.add_error(None, refusal_words(refusal.reason))
    except ValidationError as error:
        form.add_error(None, error)
    return _page(request, tried, form, status=422)

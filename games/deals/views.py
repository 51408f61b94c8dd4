"""Views of daily maps, races and shared decks."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Final, cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, sign_in_required
from games.accounts.forms import command_id_of, new_command_id, submitted_data
from games.accounts.guests import user_or_guest_required
from games.accounts.models import User
from games.deals import races as races_service
from games.deals.daily import find_daily, today
from games.deals.daily_pages import archive_page, daily_page
from games.deals.forms import RaceForm, offered_sets
from games.deals.pages import NewRacePage, RacesPage, deal_page, race_row
from games.deals.races import open_race, race_game, races_of
from games.tables import errors
from games.tables.deal_links import deal_url
from games.tables.deals.services import play_deal
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.lobby.presenters import pagination
from games.tables.log.refusals import refusal_words
from games.tables.models import Deal, DealKind
from games.tables.pages.metadata import listed
from games.tables.pages.responses import limited_response

_RACES: Final = 20
"""Number of races on a page."""
_FIRST_MONTH: Final = date(2000, 1, 1)
"""Month from which the archive is shown. The site is younger."""


@listed
@never_cache
@require_safe
def daily(request: HttpRequest) -> HttpResponse:
    """Show the daily map of the present day; 404 if no game has one."""
    return _daily(request, _found(find_daily(today())))


@listed
@never_cache
@require_safe
def daily_on(request: HttpRequest, day: date) -> HttpResponse:
    """Show the daily map of a past day; that of the present day has a page of its own."""
    return SeeOther(reverse("deals:daily")) if day == today() else _daily(request, _found(find_daily(day)))


def _daily(request: HttpRequest, deal: Deal) -> HttpResponse:
    page = daily_page(deal, viewer_of(request), first=_first(request), root=_root(request))
    return render(request, "deals/daily.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def play_daily(request: HttpRequest) -> HttpResponse:
    """Start the visitor's counted game on the present daily map, or lead to it; a GET redirects to the form."""
    return _play(request, _found(find_daily(today()))) if request.method == "POST" else SeeOther(reverse("deals:daily"))


@user_or_guest_required
def _play(request: SignedInRequest, deal: Deal) -> HttpResponse:
    if limited := limited_response(request, errors.CREATE):
        return limited
    try:
        return SeeOther(table_url(play_deal(deal=deal, user=request.user)))
    except TableRefusal as refusal:
        messages.error(request, refusal_words(refusal.reason))
        return SeeOther(deal_url(deal))


@never_cache
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Show a month of daily maps with the visitor's scores: the present one for any that is malformed or to come."""
    month = present = today().replace(day=1)
    with suppress(ValueError):
        month = date.fromisoformat(f"{request.GET.get('month', '')}-01")
    month = month if _FIRST_MONTH <= month <= present else present
    return render(request, "deals/archive.html", {"page": archive_page(month, viewer_of(request))})


def _found(deal: Deal | None) -> Deal:
    if deal is None:
        raise Http404
    return deal


@never_cache
@require_safe
@sign_in_required
def races(request: SignedInRequest) -> HttpResponse:
    """List the races that the user has opened or takes part in."""
    part = Paginator(races_of(request.user), _RACES).get_page(request.GET.get("page"))
    return render(request, "deals/races.html", {"page": RacesPage(tuple(map(race_row, part)), pagination(part, {}))})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def new_race(request: SignedInRequest) -> HttpResponse:
    """Show the form of a new race, or open it; 404 if no game can be raced."""
    game = race_game()
    if game is None:
        raise Http404
    form = RaceForm(submitted_data(request), sets=offered_sets(game))
    if form.is_valid():
        if limited := limited_response(request, errors.CREATE):
            return limited
        try:
            deal = open_race(
                user=request.user,
                game=game,
                name=form.cleaned_data["name"],
                set_key=form.cleaned_data["set"],
                open_for=form.open_for(),
                command_id=command_id_of(request),
            )
        except ValidationError as wrong:
            form.add_error(None, wrong)
        except TableRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
        else:
            return SeeOther(deal_url(deal))
    page = NewRacePage(form, new_command_id())
    return render(request, "deals/new_race.html", {"page": page}, status=422 if form.is_bound else 200)


@never_cache
@require_safe
def race(request: HttpRequest, code: str) -> HttpResponse:
    """Show a race to everyone who has its link."""
    page = deal_page(_race(code), viewer_of(request), first=_first(request), root=_root(request))
    return render(request, "deals/race.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def play_race(request: HttpRequest, code: str) -> HttpResponse:
    """Start the visitor's counted game of a race, or lead to it; a GET redirects to the race."""
    deal = _race(code)
    return _play(request, deal) if request.method == "POST" else SeeOther(deal_url(deal))


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def end_race(request: SignedInRequest, code: str) -> HttpResponse:
    """Close a race early; 404 for everyone but its host. A GET redirects to the race."""
    deal = _race(code)
    if request.method == "POST":
        try:
            races_service.end_race(deal=deal, user=request.user)
        except Deal.DoesNotExist:
            raise Http404 from None
    return SeeOther(deal_url(deal))


@never_cache
@require_safe
def deck(request: HttpRequest, code: str) -> HttpResponse:
    """Show a shared deck to everyone who has its link."""
    page = deal_page(_deck(code), viewer_of(request), first=_first(request), root=_root(request))
    return render(request, "deals/deck.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def play_deck(request: HttpRequest, code: str) -> HttpResponse:
    """Start the visitor's counted game on a shared deck, or lead to it; a GET redirects to the deck."""
    deal = _deck(code)
    return _play(request, deal) if request.method == "POST" else SeeOther(deal_url(deal))


def _deck(code: str) -> Deal:
    return get_object_or_404(Deal, code=code, kind=DealKind.SHARED)


@never_cache
@require_safe
def field(request: HttpRequest, code: str) -> HttpResponse:
    """Return the results of a deal as a fragment for htmx; others, and viewers without a result, get its page."""
    deal = get_object_or_404(Deal, code=code)
    page = deal_page(deal, viewer_of(request), root=_root(request)) if cast(HtmxHttpRequest, request).htmx else None
    if page is None or page.result is None:
        return SeeOther(deal_url(deal))
    return render(request, "deals/_field.html", {"page": page})


def _race(code: str) -> Deal:
    return get_object_or_404(Deal, code=code, kind=DealKind.RACE)


def viewer_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None."""
    return request.user if request.user.is_authenticated else None


def _root(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _first(request: HttpRequest) -> int:
    """Return the index of the first entry shown, 0 for a malformed one."""
    text = request.GET.get("from", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0

"""Table pages: home, lists, invitations and the table itself."""

from collections.abc import Collection
from typing import Final, cast

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, next_or_home, sign_in_required
from games.accounts.forms import submitted_data
from games.accounts.guests import build_offer, forget_former_guest, former_guest
from games.accounts.limits import count_use_by_address, too_many_requests
from games.people.blocks import blocked_ids
from games.tables import errors
from games.tables.blocks import is_blocked_by_seats
from games.tables.deal_links import deal_of_hidden_table, deal_url
from games.tables.game import games, solo_game
from games.tables.holders import find_seat
from games.tables.lobby import filters, presenters, saved_settings
from games.tables.lobby.cards import cards_of, table_url
from games.tables.lobby.filters import SearchForm
from games.tables.lobby.forms import ByCodeForm
from games.tables.lobby.pair_form import pair_offer
from games.tables.models import Access, Status, Table, TableQuerySet
from games.tables.pages.access import remember_invitation, visible_table
from games.tables.pages.metadata import listed, set_frame_table
from games.tables.pages.responses import table_page_response
from games.tables.people import guests

_SHOWN_AT_HOME: Final = 6
_MOST_MINE: Final = 60
_ON_A_PAGE: Final = 20


@listed
@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the visitor's tables, those awaiting them first, and current games; introduce the site to new visitors."""
    tables = Table.objects.with_seats()
    if not request.user.is_authenticated:
        if cast(HtmxHttpRequest, request).htmx:
            return _opening_result(request) or HttpResponseClientRefresh()  # the desk of somebody who has signed out
        welcome = presenters.welcome(request.user, _around(request, ()), request.GET)
        return render(request, "tables/welcome.html", {"page": welcome})
    mine = tables.unfinished().of(request.user).put_aside_last()[:_MOST_MINE]
    finished = tables.of(request.user).over()[:_SHOWN_AT_HOME]
    blocked = blocked_ids(request.user)
    invited = tables.inviting(request.user).without_people(blocked)[:_SHOWN_AT_HOME]
    page = presenters.home(
        request.user,
        mine=mine,
        finished=finished,
        invited=invited,
        others=_around(request, blocked),
        email_offer=build_offer(request, back=reverse("tables:home")),
    )
    template = "tables/_own_tables.html" if cast(HtmxHttpRequest, request).htmx else "tables/home.html"
    return render(request, template, {"page": page, "pair": pair_offer(request.session)})


def _opening_result(request: HttpRequest) -> HttpResponse | None:
    """Return what a visitor's move in the first turn scores, or None if the request isn't about one."""
    game = solo_game() if "anchor" in request.GET else None
    opening = presenters.opening_context(request.GET)
    return render(request, game.opening.result, {"opening": opening}) if game and game.opening and opening else None


def _around(request: HttpRequest, blocked: Collection[int]) -> list[Table]:
    tables = Table.objects.with_seats()
    if request.user.is_authenticated:
        tables = tables.without(request.user)
    return [*tables.open_tables().without_people(blocked)[:_SHOWN_AT_HOME], *tables.open_games()[:_SHOWN_AT_HOME]]


@listed
@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the tables anyone may join and the games anyone may watch, optionally of one game."""
    game = filters.named_game(request.GET["game"]) if filters.may_choose() and request.GET.get("game") else None
    tables = Table.objects.with_seats().filter(**{"game": game.key} if game else {})
    viewer = request.user if request.user.is_authenticated else None
    search = SearchForm(
        request.GET.dict(), game=game or filters.searched_game(request.GET.get("set", "")), viewer=viewer
    )
    blocked = blocked_ids(request.user)
    part = _part(request, search.shown(tables.open_tables().without_people(blocked)))
    playing = _in_progress(tables)
    page = presenters.lobby(request.user, part=part, playing=playing, game=game, search=search, blocked=blocked)
    template = "tables/_lobby.html" if cast(HtmxHttpRequest, request).htmx else "tables/lobby.html"
    return render(request, template, {"page": page, "pair": pair_offer(request.session)})


def _in_progress(tables: TableQuerySet) -> list[Table]:
    """Return games in progress for the lobby: first those with a free seat, then those that anybody may watch."""
    most = 2 * _ON_A_PAGE
    free = list(tables.with_free_seat()[:most])
    # With a single query for both, the database would read all seats.
    watched = [table for table in tables.open_games()[:most] if table not in free]
    return [*free, *watched][:most]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_code(request: HttpRequest) -> HttpResponse:
    """Redirect to the table with the entered code; 422 for unknown codes and for tables hidden from the visitor."""
    if request.method == "POST" and (wait := count_use_by_address(errors.BY_CODE, request)):
        return too_many_requests(request, wait)
    form = ByCodeForm(submitted_data(request))
    if form.is_valid():
        try:
            return SeeOther(table_url(visible_table(request, form.cleaned_data["code"])))
        except Http404:
            form.add_error("code", _("No table has this code, or you don’t have access to it."))
    return render(
        request, "tables/by_code.html", {"page": presenters.ByCodePage(form)}, status=422 if form.is_bound else 200
    )


@listed
@never_cache
@require_safe
def games_to_play(request: HttpRequest) -> HttpResponse:
    """Show all games of the site, or redirect to the home page if there is only one."""
    if not filters.may_choose():
        return SeeOther(reverse("tables:home"))
    page = presenters.SiteGamesPage(tuple(filters.game_card(game) for game in games().values()))
    return render(request, "tables/games.html", {"page": page})


@never_cache
@require_safe
@sign_in_required
def mine(request: SignedInRequest) -> HttpResponse:
    """Show the user's tables: those that wait for them first, inactive solo games last."""
    tables = Table.objects.with_seats().of(request.user).exclude(status=Status.CLOSED, started_at=None)
    part = _part(request, tables.put_aside_last())
    page = presenters.own_tables_page(request.user, part)
    return render(request, "tables/own_tables.html", {"page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def move_guest_games(request: SignedInRequest) -> HttpResponse:
    """Ask a former guest after sign-in whether to keep the guest's games and results."""
    guest = former_guest(request)
    if guest:
        tables = guests.movable_tables(guest, request.user).with_seats()
        others = guests.other_guest_data(guest)
        if (tables or others) and request.method != "POST":
            cards, keeps = cards_of(tables, request.user), saved_settings.has_saved_settings(guest)
            page = presenters.MoveGuestGamesPage(str(guest), cards, others, keeps, next_or_home(request))
            return render(request, "tables/transfer_games.html", {"page": page})
        # If there was nothing to ask, the guest's saved settings are still transferred.
        if "bring" in request.POST or not (tables or others):
            guests.move_tables(guest=guest, account=request.user)
    forget_former_guest(request)
    return SeeOther(next_or_home(request))


def _part(request: HttpRequest, tables: TableQuerySet) -> Page[Table]:
    return Paginator(tables, _ON_A_PAGE).get_page(request.GET.get("page"))


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table: its waiting room or the game. A game that is hidden until its deal closes leads to the deal."""
    try:
        shown = visible_table(request, code)
    except Http404:
        deal = deal_of_hidden_table(code)
        if deal is None:
            raise
        return SeeOther(deal_url(deal))
    return table_page_response(cast(HtmxHttpRequest, request), shown)


@never_cache
@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table of an invitation and let this browser watch it from now on."""
    # Links to games on an open deal lead to it only once it is closed.
    its_table = get_object_or_404(Table.objects.with_seats().exclude(access=Access.DEAL), invitation=token)
    set_frame_table(request, its_table)
    answer = _invited(request, its_table, token)
    remember_invitation(request, answer, token)
    return answer


def _invited(request: HttpRequest, its_table: Table, token: str) -> HttpResponse:
    seated = find_seat(its_table.seats.all(), request.user.pk) is not None
    # The table itself says why somebody can't join.
    if seated or its_table.status != Status.GATHERING or _is_kept_apart(request, its_table):
        return SeeOther(table_url(its_table))
    return render(request, "tables/invitation.html", {"page": presenters.invitation(request, its_table, token)})


def _is_kept_apart(request: HttpRequest, its_table: Table) -> bool:
    return request.user.is_authenticated and is_blocked_by_seats(its_table.seats.all(), request.user.pk)

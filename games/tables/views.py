"""Pages about tables: finding them, opening them, sitting down."""

from typing import Final, cast

from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, signed_in
from games.accounts.limits import spend_for, too_many
from games.tables import limits, presenters, services
from games.tables.access import remember_invitation, visible_table
from games.tables.cards import cards, table_url
from games.tables.errors import Refusal
from games.tables.forms import NewTableForm
from games.tables.game import Game, OptionsForm, games
from games.tables.models import Status, Table, TableQuerySet
from games.tables.pages import refusal_status, table_page
from games.tables.words import refusal_words

_SHOWN_AT_HOME: Final = 6
_MOST_MINE: Final = 60
_ON_A_PAGE: Final = 20


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """One's own tables, those that wait for one first, and what goes on; to strangers, what this is."""
    tables = Table.objects.with_seats()
    if not request.user.is_authenticated:
        page = presenters.home(request.user, mine=[], finished=[], others=_around(request))
        return render(request, "tables/welcome.html", {"page": page})
    mine = tables.unfinished().of(request.user)[:_MOST_MINE]
    finished = tables.of(request.user).finished()[:_SHOWN_AT_HOME]
    page = presenters.home(request.user, mine=mine, finished=finished, others=_around(request))
    template = "tables/_mine.html" if cast(HtmxHttpRequest, request).htmx else "tables/home.html"
    return render(request, template, {"page": page})


def _around(request: HttpRequest) -> list[Table]:
    tables = Table.objects.with_seats()
    if request.user.is_authenticated:
        tables = tables.without(request.user)
    return [*tables.open_tables()[:_SHOWN_AT_HOME], *tables.open_games()[:_SHOWN_AT_HOME]]


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Every table that anybody may join, and the games that anybody may watch."""
    part = _part(request, Table.objects.with_seats().open_tables())
    page = presenters.ListPage(
        tables=cards(part, request.user),
        playing=cards(Table.objects.with_seats().open_games()[:_ON_A_PAGE], request.user),
        pages=_pages(part),
        signed_in=request.user.is_authenticated,
    )
    template = "tables/_lobby.html" if cast(HtmxHttpRequest, request).htmx else "tables/lobby.html"
    return render(request, template, {"page": page})


@never_cache
@require_safe
@signed_in
def mine(request: SignedInRequest) -> HttpResponse:
    """All tables one has sat at, those that wait for one first."""
    part = _part(request, Table.objects.with_seats().of(request.user).exclude(status=Status.CLOSED))
    page = presenters.ListPage(cards(part, request.user), (), _pages(part), signed_in=True)
    return render(request, "tables/mine.html", {"page": page})


def _part(request: HttpRequest, tables: TableQuerySet) -> Page[Table]:
    return Paginator(tables, _ON_A_PAGE).get_page(request.GET.get("page"))


def _pages(part: Page[Table]) -> presenters.Pages:
    label = _("Page %(number)d of %(all)d") % {"number": part.number, "all": part.paginator.num_pages}
    return presenters.Pages(
        label=label if part.has_other_pages() else "",
        newer=f"?page={part.previous_page_number()}" if part.has_previous() else "",
        older=f"?page={part.next_page_number()}" if part.has_next() else "",
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new(request: SignedInRequest) -> HttpResponse:
    """Open a table; the form as it comes makes a good one."""
    game = _chosen_game(request)
    data = request.POST if request.method == "POST" else None
    form = NewTableForm(data, game=game, host=request.user)
    options = game.options_form(data, prefix="options")
    if not (form.is_valid() & options.is_valid()):
        return _new_page(request, game, form, options, status=422 if data is not None else 200)
    if wait := spend_for(limits.CREATE, str(request.user.pk)):
        return too_many(request, wait)
    try:
        table = services.create_table(host=request.user, new=form.new_table(options.options()))
    except ValidationError as wrong:
        options.add_error(None, wrong)
        return _new_page(request, game, form, options, status=422)
    except Refusal as refusal:
        form.add_error(None, refusal_words(refusal.reason))
        return _new_page(request, game, form, options, status=refusal_status(refusal))
    return SeeOther(table_url(table))


def _chosen_game(request: HttpRequest) -> Game:
    """The game named in the form or the address, else the first; raises Http404 where there is none."""
    known = games()
    key = request.POST.get("game", request.GET.get("game", next(iter(known), "")))
    if key not in known:
        raise Http404
    return known[key]


def _new_page(
    request: HttpRequest, game: Game, form: NewTableForm, options: OptionsForm, *, status: int
) -> HttpResponse:
    page = presenters.NewTablePage(form, options, game.options_template, game.key, str(game.name))
    return render(request, "tables/new.html", {"page": page}, status=status)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table: who gathers, or the game."""
    return table_page(cast(HtmxHttpRequest, request), visible_table(request, code))


@never_cache
@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table that somebody was invited to; from now on this browser may watch it."""
    found = get_object_or_404(Table.objects.with_seats(), invitation=token)
    remember_invitation(request, token)
    seated = any(seat.user_id == request.user.pk for seat in found.seats.all())
    if seated or found.status != Status.GATHERING:
        return SeeOther(table_url(found))
    return render(request, "tables/invitation.html", {"page": presenters.invitation(request, found, token)})

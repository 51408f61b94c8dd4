"""Form views of a table before, during and after its game; each redirects to a page."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, redirect_to_sign_in, sign_in_required
from games.accounts.forms import submitted_data
from games.accounts.guests import (
    GuestForm,
    find_created_guest,
    sign_in_as_guest,
    submits_guest_name,
    user_or_guest_required,
)
from games.tables import errors
from games.tables.bots import DEFAULT_LEVEL, read_level
from games.tables.clocks import pace_changes
from games.tables.clocks.pace_form import ChangePaceForm
from games.tables.deals import shared
from games.tables.device.handover import play_here
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.holders import find_seat
from games.tables.lobby import hosting, services
from games.tables.lobby.cards import table_url
from games.tables.lobby.forms import InviteForm
from games.tables.lobby.presenters import AbandonPage, ChangePacePage, EndGamePage
from games.tables.models import Seat, Status, Table, Vote
from games.tables.models.players import has_resigned
from games.tables.pages.access import visible_table
from games.tables.pages.metadata import set_frame_table
from games.tables.pages.responses import command_response, limited_response, table_page_response
from games.tables.results import winner_by_resignation
from games.tables.seats import absences
from games.tables.seats.help import choose_help as choose_seat_help
from games.tables.time_control import pace_words

_Command = Callable[[SignedInRequest, str], HttpResponse]


def _command(view: _Command) -> Callable[[HttpRequest, str], HttpResponse]:
    """Require POST and a signed-in user; redirect GETs, such as after signing in, to the table."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def gate(request: HttpRequest, code: str) -> HttpResponse:
        if request.method != "POST":
            return SeeOther(reverse("tables:table", args=[code]))
        if not request.user.is_authenticated:
            return redirect_to_sign_in(cast(HtmxHttpRequest, request))
        return view(cast(SignedInRequest, request), code)

    return gate


def join(request: HttpRequest, code: str) -> HttpResponse:
    """Join the table, as a guest if not signed in."""
    return _guest_joins(request, code) if submits_guest_name(request) else _join(request, code)


def _guest_joins(request: HttpRequest, code: str) -> HttpResponse:
    """Create a guest for a free seat; without a free seat, show the table and create no one."""
    table = visible_table(request, code)
    form = GuestForm(request.POST)
    try:
        services.require_room(table)
    except TableRefusal as refusal:
        # Unless this form was sent twice and took the last seat a moment ago.
        if not find_created_guest(request):
            return table_page_response(cast(HtmxHttpRequest, request), table, refusal)
    if not form.is_valid():
        page = table_page_response(cast(HtmxHttpRequest, request), table)
        page.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return page
    return sign_in_as_guest(request, form.cleaned_data["name"]) or _join(request, code)


@_command
def _join(request: SignedInRequest, code: str) -> HttpResponse:
    table = visible_table(request, code)
    return limited_response(request, errors.JOIN) or command_response(
        request, code, lambda: services.join(table=table.code, user=request.user)
    )


@_command
def answer_setup(request: SignedInRequest, code: str) -> HttpResponse:
    """Answer the questions about the setup that the host leaves to the players."""
    answers = request.POST.dict()
    return command_response(
        request, code, lambda: services.answer_setup(table=code, user=request.user, answers=answers)
    )


@_command
def leave(request: SignedInRequest, code: str) -> HttpResponse:
    """Leave the table and redirect home, as it may be visible to invited people only."""
    answer = command_response(request, code, lambda: services.leave(table=code, user=request.user))
    if answer.status_code != SeeOther.status_code:
        return answer
    messages.info(request, _("You left the table."))
    return SeeOther(reverse("tables:home"))


@_command
def kick(request: SignedInRequest, code: str) -> HttpResponse:
    """Remove a player."""
    person = request.POST.get("person", "")
    if not (person.isascii() and person.isdigit() and len(person) < 19):
        return HttpResponse(_("No user has this name."), status=400, content_type="text/plain; charset=utf-8")
    return command_response(request, code, lambda: services.kick(table=code, host=request.user, user_id=int(person)))


@_command
def seat_bot(request: SignedInRequest, code: str) -> HttpResponse:
    """Give a bot the next free seat; 400 for an unknown level."""
    level = read_level(request.POST.get("bot_level") or DEFAULT_LEVEL)
    if level is None:
        return _no_such_choice()
    return command_response(request, code, lambda: hosting.seat_bot(table=code, host=request.user, level=level))


@_command
def remove_bot(request: SignedInRequest, code: str) -> HttpResponse:
    """Free the seat of a bot; 400 if the form names none."""
    bot = request.POST.get("bot", "")
    if not (bot.isascii() and bot.isdigit() and len(bot) < 5):
        return _no_such_choice()
    return command_response(request, code, lambda: hosting.remove_bot(table=code, host=request.user, number=int(bot)))


@_command
def set_handicap(request: SignedInRequest, code: str) -> HttpResponse:
    """Set the handicap of a seat; 400 if the form names none."""
    seat, handicap = request.POST.get("seat", ""), request.POST.get("handicap", "").strip()
    if not (seat.isascii() and seat.isdigit() and len(seat) < 19):
        return _no_such_choice()
    number = int(handicap) if handicap.isascii() and handicap.isdigit() and len(handicap) < 4 else -1
    return command_response(
        request, code, lambda: hosting.set_handicap(table=code, host=request.user, seat=int(seat), handicap=number)
    )


@_command
def choose_help(request: SignedInRequest, code: str) -> HttpResponse:
    """Choose whether the visitor's seat plays as on paper; 400 for an unknown choice."""
    choice = request.POST.get("help")
    if choice not in {"paper", "full"}:
        return _no_such_choice()
    return command_response(
        request, code, lambda: choose_seat_help(table=code, user=request.user, as_on_paper=choice == "paper")
    )


@_command
def schedule_fill(request: SignedInRequest, code: str) -> HttpResponse:
    """Let bots take the free seats later, or not; 400 for a time or level that isn't offered."""
    after, level = request.POST.get("fill_after") or "0", read_level(request.POST.get("bot_level") or DEFAULT_LEVEL)
    if after not in {"0", *map(str, hosting.FILL_TIMES)} or level is None:
        return _no_such_choice()
    seconds = int(after)
    return command_response(
        request, code, lambda: hosting.schedule_fill(table=code, host=request.user, after=seconds, level=level)
    )


def _no_such_choice() -> HttpResponse:
    words = _("This choice isn’t available. Reload the page and choose again.")
    return HttpResponse(words, status=400, content_type="text/plain; charset=utf-8")


@_command
def close(request: SignedInRequest, code: str) -> HttpResponse:
    """Close the table."""
    return command_response(request, code, lambda: services.close(table=code, host=request.user))


@_command
def start(request: SignedInRequest, code: str) -> HttpResponse:
    """Start the game, if the form says so with bots in the empty seats; 400 for other players or an unknown level."""
    bots = None
    if seats := request.POST.get("seats"):
        bots = read_level(request.POST.get("bot_level") or DEFAULT_LEVEL)
        if seats != "bots" or bots is None:
            return _no_such_choice()
    return command_response(request, code, lambda: services.start(table=code, host=request.user, bots=bots))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def give_up(request: SignedInRequest, code: str) -> HttpResponse:
    """Confirm, then abandon the game on POST; 404 unless the visitor plays there."""
    if request.method == "POST":
        return command_response(request, code, lambda: absences.abandon(table=code, user=request.user))
    table = get_object_or_404(Table, code=code, seats__user=request.user)
    set_frame_table(request, table)
    try:
        absences.require_abandonable(table, request.user)
    except TableRefusal:
        return SeeOther(table_url(table))
    return render(request, "tables/abandon.html", {"page": AbandonPage(table.shown_name, table_url(table))})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def resign(request: SignedInRequest, code: str) -> HttpResponse:
    """Confirm, then resign on POST; 404 unless the visitor plays there."""
    if request.method == "POST":
        return command_response(request, code, lambda: absences.resign(table=code, user=request.user))
    seat = get_object_or_404(Seat.objects.select_related("table"), table__code=code, user=request.user)
    set_frame_table(request, seat.table)
    if seat.table.status != Status.PLAYING or has_resigned(seat.player):
        return SeeOther(table_url(seat.table))
    if winner_by_resignation(list(Seat.objects.at(seat.table))) == seat:
        return SeeOther(reverse("tables:end_game", args=[code]))
    return render(request, "tables/resign.html", {"page": AbandonPage(seat.table.shown_name, table_url(seat.table))})


@_command
def take_seat_back(request: SignedInRequest, code: str) -> HttpResponse:
    """Take the visitor's seat back from the stand-in."""
    return command_response(request, code, lambda: absences.come_back(table=code, user=request.user))


@_command
def vote(request: SignedInRequest, code: str) -> HttpResponse:
    """Vote on what to do about seats played by the stand-in; 400 for an unknown option."""
    choice = request.POST.get("vote")
    if choice not in Vote.values:
        return HttpResponse(_("This option isn’t available."), status=400, content_type="text/plain; charset=utf-8")
    return command_response(request, code, lambda: absences.vote(table=code, user=request.user, choice=Vote(choice)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def end_game(request: SignedInRequest, code: str) -> HttpResponse:
    """Ask the visitor to confirm that they want to end the game, and by POST vote for it; 404 for spectators."""
    if request.method == "POST":
        return command_response(request, code, lambda: absences.vote(table=code, user=request.user, choice=Vote.END))
    table = get_object_or_404(Table, code=code, seats__user=request.user)
    set_frame_table(request, table)
    seats = list(Seat.objects.at(table))
    own = find_seat(seats, request.user.pk)
    if own is None or table.status != Status.PLAYING or not absences.may_vote_to_end(table, seats, own):
        return SeeOther(table_url(table))
    needed = len(absences.voters(table, seats, own)) // 2 + 1
    wins = winner_by_resignation(seats) == own
    page = EndGamePage(table.shown_name, table_url(table), needed - absences.votes_to_end(table, seats, own), wins)
    return render(request, "tables/end_game.html", {"page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def change_pace(request: SignedInRequest, code: str) -> HttpResponse:
    """Show the form by which a player proposes another pace, and by POST propose it; 404 for spectators."""
    own = get_object_or_404(Seat.objects.select_related("table"), table__code=code, user=request.user)
    table, seats = own.table, list(Seat.objects.at(own.table))
    try:
        pace_changes.require_change(table, seats, own)
    except TableRefusal as refusal:
        if request.method != "POST":
            return SeeOther(table_url(table))
        return table_page_response(request, visible_table(request, code), refusal)
    form = ChangePaceForm(submitted_data(request), table=table)
    if form.is_valid():
        return limited_response(request, errors.PACE) or command_response(
            request, code, lambda: pace_changes.propose_pace(table=code, user=request.user, tempo=form.tempo())
        )
    set_frame_table(request, table)
    page = ChangePacePage(table.shown_name, table_url(table), pace_words(table), form)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "tables/change_pace.html", {"page": page}, status=status)


@_command
def answer_pace(request: SignedInRequest, code: str) -> HttpResponse:
    """Agree to the proposed pace, or decline or withdraw it; 400 for any other answer."""
    number, answer = request.POST.get("proposal", ""), request.POST.get("answer")
    if answer not in {"agree", "decline"} or not (number.isascii() and number.isdigit() and len(number) < 10):
        return HttpResponse(_("This option isn’t available."), status=400, content_type="text/plain; charset=utf-8")
    return command_response(
        request,
        code,
        lambda: pace_changes.answer_proposal(
            table=code, user=request.user, proposal=int(number), agrees=answer == "agree"
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """Take a free seat in a running game; creates no guest if none is free."""
    if request.method != "POST":
        return SeeOther(reverse("tables:table", args=[code]))
    table, index = visible_table(request, code), request.POST.get("seat", "")
    free = Seat.objects.free().filter(table=table).values_list("index", flat=True)
    if index not in map(str, free):
        return table_page_response(cast(HtmxHttpRequest, request), table, TableRefusal(RefusalReason.FULL))
    return _take_seat(request, table, int(index))


@user_or_guest_required
def _take_seat(request: SignedInRequest, table: Table, index: int) -> HttpResponse:
    return limited_response(request, errors.JOIN) or command_response(
        request, table.code, lambda: absences.take_seat(table=table.code, user=request.user, index=index)
    )


@_command
def list_again(request: SignedInRequest, code: str) -> HttpResponse:
    """Put the table back on the open list."""
    return command_response(request, code, lambda: hosting.list_again(table=code, host=request.user))


@_command
def invite(request: SignedInRequest, code: str) -> HttpResponse:
    """Invite a user by name.

    Only players at the table count against the limit, so that no one else sees it.
    """
    get_object_or_404(Table, code=code, seats__user=request.user)
    form = InviteForm(request.POST)
    name = form.cleaned_data["username"] if form.is_valid() else ""
    return limited_response(request, errors.INVITE) or command_response(
        request, code, lambda: hosting.invite(table=code, by=request.user, username=name)
    )


@_command
def decline(request: SignedInRequest, code: str) -> HttpResponse:
    """Decline an invitation by name and redirect home, as the table may be visible to invited people only."""
    try:
        declined = hosting.decline(table=code, user=request.user)
    except Table.DoesNotExist:
        raise Http404 from None
    messages.info(request, _("You declined the invitation to “%(name)s”.") % {"name": declined.name})
    return SeeOther(reverse("tables:home"))


@_command
def rematch(request: SignedInRequest, code: str) -> HttpResponse:
    """Start a rematch with the same players; the first to ask decides about the deck."""
    same_deck = request.POST.get("deck") == "same"
    return limited_response(request, errors.CREATE) or command_response(
        request, code, lambda: _rematch(request, code, same_deck=same_deck)
    )


def _rematch(request: SignedInRequest, code: str, *, same_deck: bool) -> Table:
    again = shared.rematch(table=code, user=request.user, same_deck=same_deck)
    if again.on_device and again.status == Status.PLAYING:
        play_here(table=again.code, host=request.user, session=request.session)
    return again

"""Views of a table on one device. The user is always the host, or the account that claims a seat."""

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import audit
from games.accounts.access import SeeOther, SignedInRequest, sign_in_required
from games.accounts.forms import submitted_data
from games.accounts.guests import account_required
from games.accounts.limits import PASSWORD_CHECK, count_limited_use, too_many_requests
from games.tables import errors
from games.tables.device import claims, handover
from games.tables.device.forms import RemovePinsForm
from games.tables.device.handover import TakeResult
from games.tables.device.pages import asked_page, claim_page, curtain_page
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.log.refusals import refusal_sentence
from games.tables.models import SharedDevice, Table
from games.tables.pages.responses import refusal_status

_METHODS: Final = ["GET", "HEAD", "POST"]


@never_cache
@require_safe
@sign_in_required
def curtain(request: SignedInRequest, code: str) -> HttpResponse:
    """Cover the game until the next player has the device; redirect to the table if a player has it."""
    device = _device(request, code)
    if not device.covered and handover.is_played_here(device, request.session):
        return SeeOther(table_url(device.table))
    return _curtain(request, device)


def _device(request: SignedInRequest, code: str) -> SharedDevice:
    device = handover.find_device(code, request.user)
    if device is None:
        raise Http404
    return device


def _curtain(request: SignedInRequest, device: SharedDevice, wrong: str = "") -> HttpResponse:
    page = curtain_page(request, device, wrong)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
    return render(request, "tables/curtain.html", {"page": page}, status=status)


@require_http_methods(_METHODS)
@sign_in_required
def cover(request: SignedInRequest, code: str) -> HttpResponse:
    """Draw the curtain: the player hands the device on."""
    if request.method != "POST":
        return _to_curtain(code)
    try:
        handover.cover(table=code, host=request.user, session=request.session)
    except Table.DoesNotExist:
        return _to_table_or_404(request, code)
    return _to_curtain(code)


@sensitive_post_parameters()
@require_http_methods(_METHODS)
@sign_in_required
def take(request: SignedInRequest, code: str) -> HttpResponse:
    """Give the device to a player, who may need their PIN; 400 for an unknown seat."""
    if request.method != "POST":
        return _to_curtain(code)
    seat, pin = request.POST.get("seat", ""), request.POST.get("pin", "")
    if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
        return HttpResponse(_("This option isn’t available."), status=400, content_type="text/plain; charset=utf-8")
    # Only the host's tries count: others get no further than this.
    if not SharedDevice.objects.filter(table__code=code, table__host=request.user).exists():
        return _to_table_or_404(request, code)
    if pin and (wait := count_limited_use(errors.PIN, f"{code} {int(seat)}")):
        return too_many_requests(request, wait)
    try:
        result = handover.take(table=code, host=request.user, session=request.session, seat=int(seat), pin=pin[:8])
    except Table.DoesNotExist:
        return _to_table_or_404(request, code)
    match result:
        case TakeResult.TAKEN:
            return SeeOther(reverse("tables:table", args=[code]))
        case TakeResult.WRONG_PIN:
            return _curtain(request, _device(request, code), wrong=seat)
        case TakeResult.ELSEWHERE:
            return _to_curtain(code)


@require_http_methods(_METHODS)
@sign_in_required
def here(request: SignedInRequest, code: str) -> HttpResponse:
    """Make this browser the device of the table."""
    if request.method == "POST":
        try:
            handover.play_here(table=code, host=request.user, session=request.session)
        except Table.DoesNotExist:
            return _to_table_or_404(request, code)
    return _to_curtain(code)


@sensitive_post_parameters()
@never_cache
@require_http_methods(_METHODS)
@sign_in_required
def pins(request: SignedInRequest, code: str) -> HttpResponse:
    """Remove all PINs, with the password of the host, or for a guest a checkbox."""
    device = _device(request, code)
    if request.method == "POST" and (wait := count_limited_use(PASSWORD_CHECK, str(request.user.pk))):
        return too_many_requests(request, wait)
    form = RemovePinsForm(submitted_data(request), user=request.user)
    if form.is_valid():
        handover.remove_pins(table=code, host=request.user)
        messages.success(request, _("The PINs have been removed."))
        return _to_curtain(code)
    if form.has_error("current_password", "password"):
        audit.record(audit.AuditEvent.PASSWORD_WRONG, request)
    context = {"form": form, "name": device.table.shown_name, "curtain": reverse("tables:device", args=[code])}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "tables/remove_pins.html", context, status=status)


@never_cache
@require_http_methods(_METHODS)
@account_required
def claim(request: SignedInRequest, code: str, token: str) -> HttpResponse:
    """Ask an account whether it was this player, and by POST put the game into its history; 404 for a used token."""
    seat = claims.find_claimed_seat(code, token)
    if seat is None:
        raise Http404
    if request.method != "POST":
        return render(request, "tables/claim_seat.html", {"page": claim_page(seat, token)})
    try:
        claimed = claims.claim(table=code, token=token, user=request.user)
    except Table.DoesNotExist:
        raise Http404 from None
    except TableRefusal as refusal:
        messages.error(request, refusal_sentence(refusal))
        context = {"page": claim_page(seat, token)}
        return render(request, "tables/claim_seat.html", context, status=refusal_status(refusal))
    messages.success(request, _("This game is in your history now."))
    return SeeOther(table_url(claimed))


@never_cache
@require_http_methods(_METHODS)
@account_required
def seat(request: SignedInRequest, code: str) -> HttpResponse:
    """Ask an account that the host has named whether it plays a seat, and store its answer; 404 if nobody asks it."""
    found = claims.find_claim(code, request.user)
    if found is None:
        raise Http404
    answer = request.POST.get("answer", "")
    if request.method != "POST" or answer not in ("yes", "no"):
        status = HTTPStatus.OK if request.method != "POST" else HTTPStatus.BAD_REQUEST
        return render(request, "tables/claim_seat.html", {"page": asked_page(found)}, status=status)
    confirms = answer == "yes"
    try:
        table = claims.answer_claim(table=code, user=request.user, confirms=confirms)
    except Table.DoesNotExist:
        raise Http404 from None
    except TableRefusal as refusal:
        messages.error(request, refusal_sentence(refusal))
        context = {"page": asked_page(found)}
        return render(request, "tables/claim_seat.html", context, status=refusal_status(refusal))
    if not confirms:
        messages.success(request, _("Declined. This seat won’t be linked to your account."))
        return SeeOther(reverse("tables:home"))
    if not table.is_over:
        messages.success(request, _("Confirmed. Once the game is over, it will be in your history."))
        return SeeOther(reverse("tables:home"))
    messages.success(request, _("This game is in your history now."))
    return SeeOther(table_url(table))


def _to_curtain(code: str) -> HttpResponse:
    return SeeOther(reverse("tables:device", args=[code]))


def _to_table_or_404(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to a table whose game is over. Raises Http404 for any other table."""
    over = Table.objects.filter(code=code, on_device=True, host=request.user.pk)
    if not any(table.is_over for table in over):
        raise Http404
    return SeeOther(reverse("tables:table", args=[code]))

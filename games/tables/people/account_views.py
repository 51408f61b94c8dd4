"""Personal data: export, and deletion with the account."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import audit
from games.accounts.access import SeeOther, SignedInRequest, clear_browser, sign_in_required
from games.accounts.forms import CartoForm, EraseForm, submitted_data
from games.accounts.limits import PASSWORD_CHECK, count_limited_use, too_many_requests
from games.accounts.vacations import Vacation
from games.tables import errors
from games.tables.clocks import vacations
from games.tables.clocks.vacations import CancelForm, VacationForm
from games.tables.people import account_pages, personal_data


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def delete_account(request: SignedInRequest) -> HttpResponse:
    """Delete the account permanently, with the password or, for guests, a confirmation checkbox.

    Refused while the user plays in running games with others.
    """
    if request.method == "POST" and (wait := count_limited_use(PASSWORD_CHECK, str(request.user.pk))):
        return too_many_requests(request, wait)
    form = EraseForm(submitted_data(request), user=request.user)
    if personal_data.running_with_others(request.user).exists() or not form.is_valid():
        if form.has_error("current_password", "password"):
            audit.record(audit.AuditEvent.PASSWORD_WRONG, request)
        return _delete_page(request, form)
    try:
        personal_data.erase(user=request.user)
    except personal_data.StillPlaying:
        return _delete_page(request, form)
    audit.record(audit.AuditEvent.DELETED, request, by=request.user.username)
    return _deleted(request)


def _delete_page(request: SignedInRequest, form: EraseForm) -> HttpResponse:
    running = personal_data.running_with_others(request.user).with_seats()
    page = account_pages.delete_page(request.user, form, running)
    refused = HTTPStatus.CONFLICT if page.running else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "tables/delete_account.html", {"page": page}, status=refused if form.is_bound else None)


def _deleted(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, _("Your account and data have been deleted."))
    return clear_browser(SeeOther(reverse("tables:home")))


@require_safe
@sign_in_required
def export_data(request: SignedInRequest) -> HttpResponse:
    """Download everything that is stored about the user, as a JSON file."""
    if wait := count_limited_use(errors.EXPORT, str(request.user.pk)):
        return too_many_requests(request, wait)
    return account_pages.export_response(request.user)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def vacation(request: SignedInRequest) -> HttpResponse:
    """Show the visitor's vacations, and by POST announce, shorten or cancel one; 400 for anything else."""
    do = request.POST.get("do")
    if request.method == "POST" and do not in _VACATION_FORMS:
        return HttpResponse(_("This option isn’t available."), status=400, content_type="text/plain; charset=utf-8")
    form = _VACATION_FORMS[do or "announce"](submitted_data(request))
    if form.is_valid():
        try:
            messages.success(request, _changed_vacation(request, str(do), form))
            return SeeOther(reverse("tables:vacation"))
        except ValidationError as wrong:
            form.add_error(None, wrong)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    page = account_pages.vacation_page(request.user, form)
    return render(request, "tables/vacation.html", {"page": page}, status=status)


_VACATION_FORMS: dict[str, type[CartoForm]] = {
    "announce": VacationForm,
    "shorten": VacationForm,
    "cancel": CancelForm,
}


def _changed_vacation(request: SignedInRequest, do: str, form: CartoForm) -> str:
    """Do it, and return what to say. Raises ValidationError."""
    days = form.cleaned_data
    match do:
        case "announce":
            new = Vacation(days["begins"], days["ends"])
            vacations.announce_vacation(user=request.user, vacation=new)
            return _("Your vacation has been announced.")
        case "shorten":
            vacations.shorten_vacation(user=request.user, begins=days["begins"], ends=days["ends"])
            return _("Your vacation has been shortened.")
    vacations.cancel_vacation(user=request.user, begins=days["begins"])
    return _("Your vacation has been canceled.")

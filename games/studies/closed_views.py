"""Pages of a closed account for its owner, who has just entered the password when signing in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import audit
from games.accounts.access import SeeOther, clear_browser
from games.accounts.closures import closed_account, forget_closed_account
from games.accounts.forms import EraseForm, submitted_data
from games.accounts.limits import PASSWORD_CHECK, Limit, count_limited_use, too_many_requests
from games.accounts.models import User
from games.accounts.sanctions import current_closure, reopen_if_due
from games.studies.errors import StudyRefusal, refusal_words
from games.studies.form_pages import status_of
from games.studies.forms import AppealForm
from games.studies.reports import appeal, awaits_answer, last_answer
from games.tables.errors import EXPORT
from games.tables.people import personal_data
from games.tables.people.account_pages import export_response

APPEAL: Final = Limit("appeal", 5, timedelta(days=1))
_form_methods = require_http_methods(["GET", "HEAD", "POST"])
_View = Callable[[HttpRequest, User], HttpResponse]


@dataclass(frozen=True, slots=True)
class ClosedPage:
    """Page of a closed account; `until` is None if it is closed for good, and `form` while an appeal waits.

    `answer` is the moderators' answer to the last appeal, or "".
    """

    name: str
    reason: str
    until: datetime | None
    answer: str
    form: AppealForm | None


@dataclass(frozen=True, slots=True)
class ClosedDeletePage:
    """Page for deleting a closed account; `is_playing` if running games with others prevent it."""

    form: EraseForm
    is_playing: bool


def _owner_only(view: _View) -> Callable[[HttpRequest], HttpResponse]:
    """Pass the closed account to a view; redirect everyone else, and the owner of an open account, to sign in."""

    @wraps(view)
    def gate(request: HttpRequest) -> HttpResponse:
        user = closed_account(request)
        if user is not None and reopen_if_due(user):
            forget_closed_account(request)
            messages.success(request, _("Your account is open again. Sign in."))
            user = None
        if user is None or current_closure(user) is None:
            return SeeOther(resolve_url(settings.LOGIN_URL))
        return view(request, user)

    return gate


@never_cache
@_form_methods
@_owner_only
def closed(request: HttpRequest, user: User) -> HttpResponse:
    """Tell why an account is closed and until when, and by POST appeal against it."""
    form = AppealForm(submitted_data(request))
    if form.is_valid():
        if wait := count_limited_use(APPEAL, str(user.pk)):
            return too_many_requests(request, wait)
        try:
            appeal(person=user, words=form.cleaned_data["words"])
        except StudyRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
        else:
            messages.success(request, _("Your appeal has been sent. You’ll see the answer here when you sign in."))
            return SeeOther(reverse("studies:closed"))
    closure, answer = current_closure(user), last_answer(user)
    assert closure is not None
    page = ClosedPage(
        name=user.username,
        reason=closure.reason,
        until=closure.until,
        answer=answer.words if answer else "",
        form=None if awaits_answer(user) else form,
    )
    return render(request, "studies/closed.html", {"page": page}, status=status_of(form))


@require_safe
@_owner_only
def export_data(request: HttpRequest, user: User) -> HttpResponse:
    """Download the data of a closed account."""
    if wait := count_limited_use(EXPORT, str(user.pk)):
        return too_many_requests(request, wait)
    return export_response(user)


@sensitive_post_parameters()
@never_cache
@_form_methods
@_owner_only
def delete(request: HttpRequest, user: User) -> HttpResponse:
    """Delete a closed account, with the password."""
    if request.method == "POST" and (wait := count_limited_use(PASSWORD_CHECK, str(user.pk))):
        return too_many_requests(request, wait)
    form = EraseForm(submitted_data(request), user=user)
    is_playing = personal_data.running_with_others(user).exists()
    if form.is_valid() and not is_playing:
        name = user.username
        try:
            personal_data.erase(user=user)
        except personal_data.StillPlaying:
            is_playing = True
        else:
            audit.record(audit.AuditEvent.DELETED, request, user, by=name)
            forget_closed_account(request)
            messages.success(request, _("Your account and data have been deleted."))
            return clear_browser(SeeOther(reverse("tables:home")))
    elif form.has_error("current_password", "password"):
        audit.record(audit.AuditEvent.PASSWORD_WRONG, request, user)
    status = 409 if form.is_bound and is_playing else status_of(form)
    return render(request, "studies/closed_delete.html", {"page": ClosedDeletePage(form, is_playing)}, status=status)

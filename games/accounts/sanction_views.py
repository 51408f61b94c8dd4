"""A user's own sanctions, and the username that replaces the one that a moderator has given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts import sanctions
from games.accounts.access import SeeOther, SignedInRequest, next_or_home, sign_in_required
from games.accounts.forms import UsernameForm, submitted_data
from games.accounts.limits import Limit, count_limited_use, too_many_requests
from games.accounts.models import Sanction

CHOOSE: Final = Limit("choose-username", 20, timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class SanctionRow:
    """Sanction in the list of its person."""

    kind: str
    reason: str
    at: datetime
    until: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class SanctionsPage:
    """A user's sanctions, latest first; `form` is None unless they may choose another username."""

    rows: tuple[SanctionRow, ...]
    form: UsernameForm | None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def own_sanctions(request: SignedInRequest) -> HttpResponse:
    """List the user's sanctions, and by POST confirm those that were shown."""
    if request.method == "POST":
        read = [int(key) for key in request.POST.getlist("read") if key.isascii() and key.isdigit() and len(key) < 15]
        sanctions.confirm(user=request.user, sanctions=read)
        return SeeOther(next_or_home(request))
    return _page(request, UsernameForm() if sanctions.may_choose_username(request.user) else None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def choose_username(request: SignedInRequest) -> HttpResponse:
    """Choose another username than the one that a moderator has given."""
    back = SeeOther(reverse("accounts:sanctions"))
    if request.method != "POST":
        return back
    if wait := count_limited_use(CHOOSE, str(request.user.pk)):
        return too_many_requests(request, wait)
    form = UsernameForm(submitted_data(request))
    if form.is_valid():
        try:
            sanctions.choose_username(user=request.user, username=form.cleaned_data["username"])
        except ValidationError as wrong:
            form.add_error(None, wrong)
        else:
            messages.success(request, _("Your username has been changed."))
            return back
    return _page(request, form)


def _page(request: HttpRequest, form: UsernameForm | None) -> HttpResponse:
    stored = Sanction.objects.filter(person=request.user.pk).order_by("-pk")
    rows = tuple(SanctionRow(row.kind, row.reason, row.at, row.until, row.ended_at) for row in stored)
    status = 422 if form and form.is_bound else 200
    return render(request, "accounts/sanctions.html", {"page": SanctionsPage(rows, form)}, status=status)

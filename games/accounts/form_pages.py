"""Answering with a page that is one form."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.accounts import audit
from games.accounts.access import is_ours
from games.accounts.forms_base import CartoForm
from games.accounts.guests import keep_url
from games.accounts.models import User
from games.accounts.pages import FormPage
from games.accounts.stale_forms import restore_typed


def form_answer(request: HttpRequest, template: str, form: CartoForm) -> HttpResponse:
    """Show the form: 200 when it is new, 422 when it was sent and has errors."""
    if form.has_error("current_password", "password"):
        audit.record(audit.Event.PASSWORD_WRONG, request)
    restore_typed(request, form)
    wanted = request.POST.get("next", request.GET.get("next", ""))
    user = request.user
    page = FormPage(
        form,
        next=wanted if is_ours(request, wanted) else "",
        username=user.get_username(),
        keep=keep_url(user),
        guest=str(user) if keep_url(user) else "",
        pending=user.pending_email if isinstance(user, User) else "",
    )
    return render(request, template, {"page": page}, status=422 if form.is_bound else 200)

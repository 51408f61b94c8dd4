"""Views that list a person's sessions and end them elsewhere."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest, signed_in
from games.accounts.pages import sessions_page
from games.accounts.sessions import end_other_sessions, end_session, sessions_of


@never_cache
@require_safe
@signed_in
def sessions(request: SignedInRequest) -> HttpResponse:
    """List the sessions of the person, this one marked."""
    page = sessions_page(sessions_of(request.user), _own_key(request))
    return render(request, "accounts/sessions.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def end_sessions(request: SignedInRequest) -> HttpResponse:
    """End the session of that number, or with `others` all but this one; for this one there is signing out. A GET leads
    to the list.
    """
    if request.method == "POST" and _ended(request):
        messages.success(request, _("Session signed out."))
    return SeeOther(reverse("accounts:sessions"))


def _ended(request: SignedInRequest) -> bool:
    user, own = request.user, _own_key(request)
    if "others" in request.POST:
        return end_other_sessions(user=user, but=own)
    number = request.POST.get("session", "")
    by_number = {str(session.pk): session for session in sessions_of(user) if session.session_id != own}
    return number in by_number and end_session(user=user, session=by_number[number].pk)


def _own_key(request: HttpRequest) -> str:
    return str(request.session.session_key)

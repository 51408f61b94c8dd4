"""The answer to somebody whose account was deleted while they asked for something."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from games.accounts.access import SeeOther, clear_browser
from games.accounts.models import User


def is_deleted(user: object) -> bool:
    """Return whether the account of whoever is signed in has been deleted since the request began."""
    return isinstance(user, User) and not User.objects.filter(pk=user.pk, erased_at=None).exists()


def deleted_answer(request: HttpRequest) -> HttpResponse:
    """Sign the browser out and lead to the first page, which says why."""
    logout(request)
    messages.info(request, _("This account has been deleted. You are signed out."))
    return clear_browser(_home(request))


def other_deleted_answer(request: HttpRequest) -> HttpResponse:
    """Redirect to the home page with a message that another user's account has been deleted."""
    messages.info(request, _("This account has been deleted."))
    return _home(request)


def _home(request: HttpRequest) -> HttpResponse:
    """Lead to the first page; htmx is told to leave the present one, or it would be swapped into a corner of it."""
    home = resolve_url(settings.LOGIN_REDIRECT_URL)
    return HttpResponseClientRedirect(home) if getattr(request, "htmx", False) else SeeOther(home)

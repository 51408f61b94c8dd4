"""Steps before the admin opens: pass the second factor, or set one up."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode

import django_otp
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from games.accounts.access import SeeOther, SignedInRequest, own_next, sign_in_required
from games.staff.models import Authenticator

P = ParamSpec("P")
_StaffView = Callable[Concatenate[SignedInRequest, P], HttpResponse]
_View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def is_verified(request: HttpRequest) -> bool:
    """Return True if this session is verified by the user's second factor."""
    return getattr(request.user, "otp_device", None) is not None


def mark_verified(request: HttpRequest, device: Any) -> None:
    """Mark the session as verified by this device, and change its key."""
    django_otp.login(request, device)
    request.session.cycle_key()


def next_step(request: HttpRequest) -> str:
    """Return the page name that staff must visit before the admin, or "" if they have access."""
    if is_verified(request):
        return ""
    if Authenticator.objects.filter(user=request.user).exists():
        return "staff:code"
    return "staff:add" if settings.SECOND_FACTOR_REQUIRED else ""


def redirect_to_next_step(request: HttpRequest) -> SeeOther:
    """Redirect staff to their next step, else to the requested page, else to the admin."""
    step, next_url = next_step(request), own_next(request)
    if step:
        return SeeOther(f"{reverse(step)}?{urlencode({'next': next_url})}" if next_url else reverse(step))
    return SeeOther(next_url or reverse("admin:index"))


def staff_only(view: _StaffView[P]) -> _View[P]:
    """Allow staff only; 404 for others."""

    @wraps(view)
    def gate(request: SignedInRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_staff:
            raise Http404
        return view(request, *args, **kwargs)

    return sign_in_required(gate)


def after_second_factor(view: _StaffView[P]) -> _View[P]:
    """Allow staff only; those with a second factor must verify it first, or a password alone could replace it."""

    @wraps(view)
    def gate(request: SignedInRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if next_step(request) == "staff:code":
            return SeeOther(f"{reverse('staff:code')}?{urlencode({'next': request.path})}")
        return view(request, *args, **kwargs)

    return staff_only(gate)

"""The switches in every page's footer, how the pages look and which language they speak, that of the sounds at a table,
and the time zone that a browser tells.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from games.accounts import services, time_zones
from games.accounts.access import SeeOther, is_ours, next_or_home
from games.accounts.models import Theme, User
from games.accounts.themes import remember

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@_form_methods
def theme(request: HttpRequest) -> HttpResponse:
    """Choose a theme and go back to the page; what is none changes nothing."""
    answer = _back(request)
    chosen = request.POST.get("theme", "")
    if chosen in Theme.values:
        if isinstance(request.user, User):
            services.choose_theme(user=request.user, theme=Theme(chosen))
        remember(request, answer, Theme(chosen))
    return answer


@_form_methods
def sounds(request: HttpRequest) -> HttpResponse:
    """Turn the sounds of tables on or off for a person, and go back to the page; what is neither changes nothing."""
    chosen = {"on": True, "off": False}.get(request.POST.get("sounds", ""))
    if chosen is not None and isinstance(request.user, User):
        services.choose_sounds(user=request.user, sounds=chosen)
    return _back(request)


@_form_methods
def time_zone(request: HttpRequest) -> HttpResponse:
    """Note the time zone that a browser tells, and go back to the page; one that is known already stays."""
    answer = _back(request)
    name = time_zones.known_name(request.POST.get("time_zone", ""))
    if name and isinstance(request.user, User):
        services.note_time_zone(user=request.user, time_zone=name)
    elif name and not time_zones.browser_zone(request):
        time_zones.remember(request, answer, name)
    return answer


@_form_methods
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of this browser, and of the person wherever they sign in; what is none changes nothing."""
    answer = _back(request)
    chosen = request.POST.get("language", "")
    if chosen in dict(settings.LANGUAGES):
        if isinstance(request.user, User):
            services.choose_language(user=request.user, language=chosen)
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=timedelta(days=365),
            samesite="Lax",
            secure=settings.SECURE,
            httponly=True,
        )
    return answer


def _back(request: HttpRequest) -> SeeOther:
    """Redirect to the referring page with its query string, or to the page named in the form.

    GET requests come from the switch itself, so their referrer is ignored.
    """
    came_from = request.headers.get("Referer", "") if request.method == "POST" else ""
    return SeeOther(came_from if is_ours(request, came_from) else next_or_home(request))

"""How the pages look to whoever asks: as their account says, else as their browser remembers."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.accounts.models import Theme, User

_A_YEAR: Final = 60 * 60 * 24 * 365
_SCHEMES: Final = {Theme.PAPER: "light", Theme.LIGHT: "light", Theme.DARK: "dark"}


def theme_of(request: HttpRequest) -> Theme:
    """Return the theme for whoever asks."""
    chosen = getattr(getattr(request, "user", None), "theme", "") or request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return Theme(chosen) if chosen in Theme.values else Theme.AUTO


def remember(request: HttpRequest, response: HttpResponse, theme: Theme) -> None:
    """Let the browser of somebody who is not signed in keep a theme."""
    if not isinstance(request.user, User):
        response.set_cookie(
            settings.THEME_COOKIE_NAME,
            theme.value,
            max_age=_A_YEAR,
            secure=settings.SECURE,
            httponly=True,
            samesite="Lax",
        )


def look(request: HttpRequest) -> dict[str, Any]:
    """Give every template the theme, what it may be, and which schemes of the browser go with it."""
    theme = theme_of(request)
    return {"theme": theme, "themes": Theme, "color_scheme": _SCHEMES.get(theme, "light dark")}

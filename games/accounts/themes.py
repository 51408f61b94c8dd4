"""Theme of the pages: from the viewer's account if signed in, else from their browser."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.accounts.models import Theme, User

_A_YEAR: Final = 60 * 60 * 24 * 365
# Surface color of each theme in `static/css/tokens.css`, which phones use for the bar above a page: for light mode,
# and for dark mode if the theme has one.
_BARS: Final = {
    Theme.AUTO: ("#fdf9ef", "#24211c"),
    Theme.PAPER: ("#fdf9ef",),
    Theme.LIGHT: ("#ffffff",),
    Theme.DARK: ("#24211c",),
    Theme.CONTRAST: ("#ffffff", "#000000"),
}
_SCHEMES: Final = {Theme.PAPER: "light", Theme.LIGHT: "light", Theme.DARK: "dark"}


def theme_of(request: HttpRequest) -> Theme:
    """Return the theme of the visitor."""
    chosen = getattr(getattr(request, "user", None), "theme", "") or request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return Theme(chosen) if chosen in Theme.values else Theme.AUTO


def remember_theme(request: HttpRequest, response: HttpResponse, theme: Theme) -> None:
    """Store the theme in a cookie if the visitor is not signed in."""
    if not isinstance(request.user, User):
        response.set_cookie(
            settings.THEME_COOKIE_NAME,
            theme.value,
            max_age=_A_YEAR,
            secure=settings.SECURE,
            httponly=True,
            samesite="Lax",
        )


def theme_context(request: HttpRequest) -> dict[str, Any]:
    """Provide templates with the theme, its color schemes and its bar colors. `themes` are the available themes; `bar`
    has the browser bar's colors by day and night.
    """
    theme = theme_of(request)
    bars = _BARS[theme]
    return {
        "theme": theme,
        "themes": Theme,
        "color_scheme": _SCHEMES.get(theme, "light dark"),
        "bar": {"day": bars[0], "night": bars[-1]},
    }

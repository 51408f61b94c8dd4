"""The person's own language."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

Handler = Callable[[HttpRequest], HttpResponseBase]


def own_language(get_response: Handler) -> Handler:
    """Prefer the signed-in person's language to the browser's; stands behind LocaleMiddleware and authentication."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        # Without a session cookie nobody is signed in, and a visitor costs no look-up.
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            language = getattr(request.user, "spoken", "")
            if language:
                translation.activate(language)
                request.LANGUAGE_CODE = translation.get_language()
        return get_response(request)

    return middleware

"""Base class of all sitemaps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, Resolver404, resolve, reverse

from games.accounts.access import is_own_url

_T = TypeVar("_T")


class SiteSitemap(Sitemap[_T]):
    """Addresses under the one name that the site goes by, if the settings give it one."""

    def get_protocol(self, protocol: str | None = None) -> str:
        """Return the protocol of the site's origin."""
        return urlsplit(settings.ORIGIN).scheme or super().get_protocol(protocol)

    def get_domain(self, site: Any = None) -> str:
        """Return the host of the site's origin, with its port."""
        return urlsplit(settings.ORIGIN).netloc or super().get_domain(site)


def referring_table(request: HttpRequest) -> dict[str, str]:
    """The code of the table that the visitor comes from, "" for none, and what carries it on to the next page. Only
    its code is taken, so that the way back leads to a page of this site whatever the address says.
    """
    code = request.GET.get("table") or _left(request)
    try:
        reverse("tables:table", args=[code])
    except NoReverseMatch:
        return {"back": "", "carry": ""}
    return {"back": code, "carry": f"?table={code}"}


def _left(request: HttpRequest) -> str:
    """The code of the table whose page led here, "" for another page."""
    came_from = request.headers.get("Referer", "")
    if not is_own_url(request, came_from):
        return ""
    try:
        match = resolve(urlsplit(came_from).path)
    except Resolver404:
        return ""
    return str(match.kwargs["code"]) if match.view_name == "tables:table" else ""


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FORM: Final = re.compile(r"([0-9]{1,17})-([0-9]{1,18})")


class Key(NamedTuple):
    """The place of what is `pk`: by the moment that it is listed by, and of two of one moment by the later `pk`."""

    at: datetime
    pk: int

    def __str__(self) -> str:
        return f"{(self.at - _EPOCH) // timedelta(microseconds=1)}-{self.pk}"

    @classmethod
    def read(cls, text: str) -> Key | None:
        """Return the position encoded in the text, or None if it is invalid."""
        form = _FORM.fullmatch(text)
        return cls(_EPOCH + timedelta(microseconds=int(form[1])), int(form[2])) if form else None


@dataclass(frozen=True, slots=True)
class DeleteConfirmation:
    """A question, what goes if the answer is yes, the buttons for yes and no, and where no leads."""

    title: str
    words: str
    yes: str
    no: str
    back: str


def confirmation_response(request: HttpRequest, page: DeleteConfirmation) -> HttpResponse:
    """Ask."""
    return render(request, "play/confirm_delete.html", {"page": page})

"""The way back to the table from which a page about the game was opened."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import NoReverseMatch, Resolver404, resolve, reverse

from games.accounts.access import is_ours


def back(request: HttpRequest) -> dict[str, str]:
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
    if not is_ours(request, came_from):
        return ""
    try:
        match = resolve(urlsplit(came_from).path)
    except Resolver404:
        return ""
    return str(match.kwargs["code"]) if match.view_name == "tables:table" else ""

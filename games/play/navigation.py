"""Links back to a table, positions in lists, and pages that ask for confirmation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, Resolver404, resolve, reverse

from games.accounts.access import is_own_url


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

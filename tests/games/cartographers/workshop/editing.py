"""Workshop drafts edited without scripts: read the form from the page and submit it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.cartographers.shelf.kinds import CatalogBox
from games.cartographers.workshop import EDITORS
from games.catalog.drafts import DraftContent, create_draft
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data
from tests.games.catalog.making import address

BACKEND = "django.contrib.auth.backends.ModelBackend"


def staff(client: Client, name: str = "ada") -> User:
    """Create a superuser and sign them in."""
    user = User.objects.create_user(name, "chart and compass", is_staff=True, is_superuser=True)
    client.force_login(user, BACKEND)
    return user


def draft(by: User, kind: str, name: str = "A Card", **definition: Any) -> CatalogEntry:
    """Create a new draft."""
    whole: Data = {**EDITORS[kind].blank(), "name": name, **definition}
    return create_draft(box=CatalogBox.WORKSHOP, kind=kind, content=DraftContent(name, whole), by=by)


def url(entry: CatalogEntry) -> str:
    """Return the URL of a version's page."""
    return reverse("admin:catalog_catalogentry_change", args=[entry.pk])


class Page:
    """A page's contents, and the data its form would submit."""

    def __init__(self, answer: Any) -> None:
        self.status = answer.status_code
        self.html: str = answer.content.decode() if not answer.get("Location") else ""
        reader = _FormReader()
        reader.feed(self.html)
        self.fields = reader.fields
        self.tools = reader.tools


class _FormReader(HTMLParser):
    """Parser for the fields of #editor and the buttons that change it."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: QueryDict = QueryDict(mutable=True)
        self.tools: list[str] = []
        self._inside = False
        self._select = self._area = ""
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {key: value or "" for key, value in attrs}
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "form":
            self._inside = has.get("id") == "editor"
        if tag == "button" and "/tools/" in has.get("formaction", "") and (self._inside or has.get("form") == "editor"):
            tool = has["formaction"].partition("/tools/")[2].partition("/")[0]
            self.tools.append(f"{tool}={value}" if value else tool)
            return
        if not self._inside or (not name and tag != "option"):
            return
        if tag == "input" and (has.get("type") not in ("checkbox", "radio") or "checked" in has):
            self.fields.appendlist(name, value or "on" if has.get("type") == "checkbox" else value)
        elif tag == "select":
            self._select = name
        elif tag == "option" and "selected" in has:
            self.fields.appendlist(self._select, value)
        elif tag == "textarea":
            self._area, self._text = name, ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        if tag == "textarea" and self._area:
            self.fields[self._area] = self._text.removeprefix("\n")
            self._area = ""


def opened(client: Client, entry: CatalogEntry) -> Page:
    """Open the page of an entry."""
    return Page(client.get(url(entry)))


def sent(client: Client, entry: CatalogEntry, page: Page, press: str = "preview", **changes: str | list[str]) -> Page:
    """The page after a button, `save` or a tool such as `use-stars=1`, with some fields filled in otherwise."""
    data = page.fields.copy()
    for name, value in changes.items():
        data.setlist(name.replace("__", "-"), value if isinstance(value, list) else [value])
    if press in ("preview", "save", "submit"):
        at = address(entry, press)
    else:
        assert press in page.tools, f"there is no such button: {press}"
        tool, _equals, data["at"] = press.partition("=")
        at = address(entry, "tool", tool)
    return Page(client.post(at, data.urlencode(), content_type="application/x-www-form-urlencoded"))

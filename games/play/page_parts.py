"""Parts of a table's page: a response contains only those that the browser lacks.

Each part is one element with its name and a fingerprint (`data-part="log.3f0c9a71"`). A request lists the parts of
its page in `X-Shown`. Parts that the page already has are not sent, and `static/js/parts.js` replaces the others.

A part depends only on its values and on the language, so it is rendered once and cached for all viewers. The cache
key is everything that can be seen in it. A part with a form is rendered every time.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2s
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django_htmx.http import trigger_client_event

from games.accounts.access import HtmxHttpRequest
from games.play.fragment_cache import cached
from games.play.line import LineView
from games.play.strip import Strip
from games.tables.game import Seated
from games.tables.pages.responses import UpToDate

TABLE: Final = "table"
"""Root id of the whole table, the part that contains all others."""
_STRIP_ID: Final = "strip"
CACHED: Final = 2_000
"""Number of rendered parts that are cached together with their inputs. Each takes about 10 kB."""
_LONGEST: Final = 1_000
"""Number of characters of `X-Shown` that are read."""
_ANEW: Final = "anew"
"""Replaces the fingerprint of a part that is rendered again each time."""
_ROOT: Final = re.compile(r"""\s*<[a-z]+[1-6]?(?: id="[^"]*")?""")


@dataclass(frozen=True, slots=True)
class Part:
    """Part of a page: its name, its template, and the values it renders, by name.

    If `draws` is None, the part gets the whole page context and is rendered every time. `mark` replaces the
    fingerprint if a plain word identifies the content. A part with values and a mark is not even rendered for a page
    that has it.
    """

    name: str
    template: str
    draws: tuple[tuple[str, Hashable], ...] | None = None
    mark: str = ""

    @classmethod
    def of(cls, name: str, template: str, **draws: Hashable) -> Part:
        """Return a part rendered from these values only."""
        return cls(name, template, tuple(draws.items()))


STRIP: Final = Part(_STRIP_ID, "play/_strip.html")
"""Strip of a table, rendered every time."""


@dataclass(frozen=True, slots=True)
class RenderingOptions:
    """Rendering options of a table.

    `step` is the step of the move in progress. `refusal` is why a command was refused, or "". `line` is the answer to
    a typed line. `retarget` is True if the whole table replaces the part that sent the request.
    """

    step: QueryDict = field(default_factory=QueryDict)
    refusal: str = ""
    line: LineView | None = None
    status: int = HTTPStatus.OK
    retarget: bool = False


@dataclass(frozen=True, slots=True)
class Templates:
    """Templates of a game: the whole page, and the table within it, with slots for the `parts`."""

    page: str
    table: str


def shown_parts(request: HtmxHttpRequest) -> dict[str, str] | None:
    """Return the fingerprints of the requesting page's parts by name, or None if not sent."""
    header = request.headers.get("X-Shown")
    if not request.htmx or header is None:
        return None
    return dict(part.rpartition(".")[::2] for part in header[:_LONGEST].split())


class _Token:
    """The token of a form, made only where a part has one."""

    def __init__(self, request: HtmxHttpRequest) -> None:
        self._request = request

    def __str__(self) -> str:
        return get_token(self._request)


def part_html(part: Part, context: Mapping[str, Any], request: HtmxHttpRequest) -> SafeString:
    """Render a part as one element with its name and fingerprint; an empty part is an empty template."""
    if part.draws is None:
        return _marked(part, render_to_string(part.template, {**context, "csrf_token": _Token(request)}))
    return _cached(part)


@cached(CACHED)
def _cached(part: Part) -> SafeString:
    return _marked(part, render_to_string(part.template, dict(part.draws or ())))


def _marked(part: Part, html: str) -> SafeString:
    of_html = _ANEW if part.draws is None else blake2s(html.encode(), digest_size=4).hexdigest()
    fingerprint = part.mark or of_html
    if not html.strip():
        return SafeString(f'<template data-part="{part.name}.{fingerprint}"></template>')
    return SafeString(_ROOT.sub(rf'\g<0> data-part="{part.name}.{fingerprint}"', html, count=1))


def missing_parts_html(
    parts: Iterable[Part], context: Mapping[str, Any], request: HtmxHttpRequest, has: Mapping[str, str]
) -> str:
    """Return the HTML of the parts that a page lacks, given the parts that it has."""
    unlike = (part for part in parts if part.draws is None or not part.mark or has.get(part.name) != part.mark)
    drawn = ((part, part_html(part, context, request)) for part in unlike)
    return "".join(html for part, html in drawn if _is_lacking(part, html, has))


def _is_lacking(part: Part, html: SafeString, has: Mapping[str, str]) -> bool:
    return part.draws is None or f'data-part="{part.name}.{has.get(part.name)}"' not in html[:200]


def table_response(
    request: HtmxHttpRequest,
    templates: Templates,
    parts: Iterable[Part],
    context: Mapping[str, Any],
    dress: str,
    shown: RenderingOptions,
) -> HttpResponse:
    """Return the table: the full page, or for htmx the missing parts and the command's reply.

    `dress` is a word for the layout of the table; if it has changed, the whole table is sent.
    """
    has = shown_parts(request)
    if has is not None and has.get(TABLE) == dress:
        body = missing_parts_html(parts, context, request, has)
    else:
        html = {part.name: part_html(part, context, request) for part in parts}
        template = templates.table if request.htmx else templates.page
        body = render_to_string(template, {**context, "parts": html, "dress": dress}, request)
    if request.htmx and shown.line:
        body += render_to_string("play/_line_answer.html", {"line": shown.line}, request)
    response = UpToDate(body, status=shown.status)
    if shown.retarget or (request.htmx and has is None):
        response["HX-Retarget"] = f"#{TABLE}"
        response["HX-Reswap"] = "outerHTML" if has is None else "parts"
    return response


def strip_response(request: HtmxHttpRequest, seated: Seated, strip: Strip) -> HttpResponse | None:
    """Return the strip alone for a page that is out of date, or None if more has changed than the strip."""
    if seated.ended_early or request.GET.get("desk") != strip.desk:
        return None
    response = HttpResponse(part_html(STRIP, {"strip": strip}, request))
    if shown_parts(request) is None:  # without the extension that swaps parts
        response["HX-Retarget"], response["HX-Reswap"] = f"#{_STRIP_ID}", "outerHTML"
    return response


def stale_response() -> HttpResponse:
    """Return an empty response that makes the strip reload, for a page that asks about what is no longer due."""
    response = HttpResponse(status=HTTPStatus.NO_CONTENT)
    return trigger_client_event(response, "carto:changed", {"target": f"#{_STRIP_ID}"})

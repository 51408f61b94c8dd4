"""Answers that are pictures or sheets of paper: made once, kept, and not sent again to who has them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response

from games.accounts.limits import spend_here, too_many
from games.play import rendering
from games.play.file_cache import keep, kept
from games.play.limits import PICTURES


@dataclass(frozen=True, slots=True)
class Download:
    """File to send: its type, file ending, source text, and the function that makes it.

    Browsers display an `inline` file and save any other.
    """

    type: str
    ending: str
    source: str
    make: Callable[[], bytes]
    inline: bool = False

    @property
    def digest(self) -> str:
        """The name of what it is made of."""
        return sha256(f"{self.type}\n{self.source}".encode()).hexdigest()


def png_of(svg: str, width: int) -> Download:
    """An SVG as a PNG of that many pixels across."""
    return Download("image/png", "png", f"{width}\n{svg}", lambda: rendering.png(svg, width), inline=True)


def pdf_of(template: bytes, data: Mapping[str, Any]) -> Download:
    """A page that a Typst template sets."""
    source = template.decode() + json.dumps(data, ensure_ascii=False, sort_keys=True)
    return Download("application/pdf", "pdf", source, lambda: rendering.pdf(template, data))


def svg_of(svg: str) -> Download:
    """An SVG as it is. It is saved: shown by itself it would need styles that no page of the site may have."""
    return Download("image/svg+xml; charset=utf-8", "svg", svg, svg.encode)


def answer(request: HttpRequest, download: Download, name: str) -> HttpResponse:
    """The file, called by `name` and its ending; 304 to who has it, 429 who has had too many made, 503 while others
    are waiting for theirs.
    """
    etag = f'"{download.digest}"'
    if unchanged := get_conditional_response(request, etag):
        return _marked(unchanged, etag)
    try:
        if download.type.startswith("image/svg"):
            content = download.make()
        else:
            file = f"{download.digest}.{download.ending}"
            if kept(file) is None and (wait := spend_here(PICTURES, request)):
                return too_many(request, wait)
            content = keep(file, download.make)
    except rendering.Busy:
        busy = render(request, "503.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        busy["Retry-After"] = "5"
        return busy
    sent = HttpResponse(content, content_type=download.type)
    shown = "inline" if download.inline else "attachment"
    sent["Content-Disposition"] = f'{shown}; filename="{name}.{download.ending}"'
    return _marked(sent, etag)


def _marked(response: HttpResponse, etag: str) -> HttpResponse:
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response

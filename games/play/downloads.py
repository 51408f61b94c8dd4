"""Responses with pictures or printable sheets: rendered once, and cached in files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from http import HTTPStatus
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import monotonic, time
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response

from games.accounts.limits import Limit, count_use_by_address, too_many_requests
from games.play import rendering

PICTURES: Final = Limit("pictures", 240, timedelta(hours=1))


_FILES_PER_CHECK: Final = 32
"""Number of files that a process creates between two checks of the total size."""
OLDEST: Final = 60 * 60 * 24
"""Seconds that a file is kept after it was created. Data about a user in it must not outlive the account by much."""

_PAUSE: Final = 600.0
"""Seconds between two sweeps."""

_made = count()
_tidied = float("-inf")


def cached_file(name: str) -> bytes | None:
    """Return the cached file of this name, or None if there is none."""
    try:
        file = _folder() / name
        return file.read_bytes() if file.stat().st_mtime > time() - OLDEST else None
    except OSError:
        return None


def cache_file(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the cached file of this name, or make it; nothing is cached if the disk is not writable."""
    content = cached_file(name)
    if content is None:
        content = make()
        with suppress(OSError):
            _write(name, content)
            if next(_made) % _FILES_PER_CHECK == 0:
                tidy()
    return content


def _write(name: str, content: bytes) -> None:
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=folder, prefix="half-", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.replace(file.name, folder / name)  # nobody ever reads half a file
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise


def tidy_cache_if_due() -> int:
    """Tidy the cache if that has not been done for some minutes; always return 0.

    Nothing waits for this work, so it does not count as any.
    """
    global _tidied
    if monotonic() - _tidied > _PAUSE:
        _tidied = monotonic()
        tidy()
    return 0


def tidy() -> int:
    """Delete what is old, and then the oldest until the rest is no more than the settings allow; return how many files
    went.
    """
    files = sorted(_files(), reverse=True)
    most, oldest, total, gone = settings.PICTURES_MB * 1024 * 1024, time() - OLDEST, 0, 0
    for made, size, file in files:
        total += size
        if made < oldest or total > most:
            file.unlink(missing_ok=True)
            gone += 1
    return gone


def _files() -> list[tuple[float, int, Path]]:
    """Return the time, size in bytes and path of each file."""
    files = []
    with suppress(FileNotFoundError):
        for entry in os.scandir(_folder()):
            with suppress(FileNotFoundError):  # another process was quicker
                stat = entry.stat()
                files.append((stat.st_mtime, stat.st_size, Path(entry.path)))
    return files


def _folder() -> Path:
    return Path(settings.PICTURES_DIR)


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
    """Render an SVG as a PNG of the given width in pixels."""
    return Download("image/png", "png", f"{width}\n{svg}", lambda: rendering.png(svg, width), inline=True)


def pdf_of(template: bytes, data: Mapping[str, Any]) -> Download:
    """Render a page with a Typst template."""
    source = template.decode() + json.dumps(data, ensure_ascii=False, sort_keys=True)
    return Download("application/pdf", "pdf", source, lambda: rendering.pdf(template, data))


def svg_of(svg: str) -> Download:
    """Return the SVG unchanged, as a download: displayed inline it would need styles that the site doesn't allow."""
    return Download("image/svg+xml; charset=utf-8", "svg", svg, svg.encode)


def download_response(request: HttpRequest, download: Download, name: str) -> HttpResponse:
    """Return the file as `name` plus extension; 304 if not modified, 429 over the rate limit, 503 while the renderer is
    busy.
    """
    etag = f'"{download.digest}"'
    if unchanged := get_conditional_response(request, etag):
        return _marked(unchanged, etag)
    try:
        if download.type.startswith("image/svg"):
            content = download.make()
        else:
            file = f"{download.digest}.{download.ending}"
            if cached_file(file) is None and (wait := count_use_by_address(PICTURES, request)):
                return too_many_requests(request, wait)
            content = cache_file(file, download.make)
    except rendering.RendererBusy:
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

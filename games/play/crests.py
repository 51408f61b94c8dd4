"""Crests in pictures of their own: the symbols that they are made of, and their colors written out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.accounts.crests import Crest, parse_crest
from games.play.sprites import symbols

_COLOR: Final = re.compile(r"\.t-(\w+) \{ --t: (?:light-dark\()?(#[0-9a-f]{6})")


def crest_symbols(specs: Iterable[str]) -> SafeString:
    """Return the symbols of crests, each once; empty specs are skipped."""
    crests = [parse_crest(spec) for spec in specs if spec]
    drawn = symbols([name for crest in crests for name in (_shield(crest), crest.charge)], "crests.svg")
    # Symbols of the site have some of the same names.
    return SafeString(drawn.replace(' id="', ' id="crest-'))  # from our own file


def crest_svg(spec: str, *, gray: bool = False) -> SafeString:
    """Return a crest of 64 by 64 units that refers to its symbols; "" for an empty spec."""
    if not spec:
        return SafeString("")
    crest = parse_crest(spec)
    field, other, color = (_color(name, gray) for name in (crest.field, crest.other or crest.field, crest.color))
    inset = 5 if crest.division == "bordure" else 0
    return format_html(
        '<use href="#crest-{}" width="64" height="64" fill="{field}" color="{other}" stroke="{color}" '
        'stroke-width="3"/><use href="#crest-{}" x="{inset}" y="{inset}" width="{side}" height="{side}" '
        'fill="{color}" color="{field}" stroke="{color}" stroke-width="3"/>',
        _shield(crest),
        crest.charge,
        field=field,
        other=other,
        color=color,
        inset=inset,
        side=64 - 2 * inset,
    )


def _shield(crest: Crest) -> str:
    return f"{crest.shield}-{crest.division}"


@cache
def _colors() -> dict[str, str]:
    """The colors of crests in the light theme, by name."""
    return dict(_COLOR.findall((Path(settings.BASE_DIR) / "static" / "css" / "crests.css").read_text("utf-8")))


def _color(name: str, gray: bool) -> str:
    color = _colors()[name]
    if not gray:
        return color
    red, green, blue = bytes.fromhex(color[1:])
    return "#" + f"{round(red * 0.2126 + green * 0.7152 + blue * 0.0722):02x}" * 3

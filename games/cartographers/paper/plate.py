"""Name plate below a map: the player's name and crest."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.accounts.crests import parse_crest
from games.cartographers.paper.board import Ink, symbols
from games.play.rendering import Lettering, fit_line

_ROOM: Final = 540
_SIZE: Final = 62
_COLOR: Final = re.compile(r"\.t-(\w+) \{ --t: (?:light-dark\()?(#[0-9a-f]{6})")


@dataclass(frozen=True, slots=True)
class NamePlate:
    """Name, and the crest as SVG elements, 64 by 64 units; "" for players without one."""

    name: Lettering
    crest: SafeString


def name_plate(name: str, crest: str, ink: Ink) -> NamePlate:
    """Return the plate with a name and the crest of a spec."""
    return NamePlate(fit_line(name, _SIZE, _ROOM), _crest(crest, ink) if crest else SafeString(""))


def _crest(spec: str, ink: Ink) -> SafeString:
    crest = parse_crest(spec)
    field, other, color = (_color(name, ink) for name in (crest.field, crest.other or crest.field, crest.color))
    shield = f"{crest.shield}-{crest.division}"
    # Symbols of the site have some of the same names.
    drawn = symbols([shield, crest.charge], "crests.svg").replace(' id="', ' id="crest-')
    inset = 5 if crest.division == "bordure" else 0
    return format_html(
        '{}<use href="#crest-{}" width="64" height="64" fill="{field}" color="{other}" stroke="{color}" '
        'stroke-width="3"/><use href="#crest-{}" x="{inset}" y="{inset}" width="{side}" height="{side}" '
        'fill="{color}" color="{field}" stroke="{color}" stroke-width="3"/>',
        SafeString(drawn),  # from our own file
        shield,
        crest.charge,
        field=field,
        other=other,
        color=color,
        inset=inset,
        side=64 - 2 * inset,
    )


@cache
def _colors() -> dict[str, str]:
    """The colors of crests in the light theme, by name."""
    return dict(_COLOR.findall((Path(settings.BASE_DIR) / "static" / "css" / "crests.css").read_text("utf-8")))


def _color(name: str, ink: Ink) -> str:
    color = _colors()[name]
    if ink is not Ink.PENCIL:
        return color
    red, green, blue = bytes.fromhex(color[1:])
    return "#" + f"{round(red * 0.2126 + green * 0.7152 + blue * 0.0722):02x}" * 3

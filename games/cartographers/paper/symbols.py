"""The symbols of the site's sprite, to be put into drawings that stand alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from django.conf import settings
from django.utils.safestring import SafeString

_SPACE: Final = "http://www.w3.org/2000/svg"
SEASON_GLYPHS: Final = ("spring", "summer", "fall", "winter")


@cache
def _sprite() -> dict[str, str]:
    """The symbols by name, as SVG elements."""
    ElementTree.register_namespace("", _SPACE)
    # The file is our own, and no one else can write to it.
    root = ElementTree.parse(Path(settings.BASE_DIR) / "static" / "img" / "sprite.svg").getroot()  # noqa: S314
    declared = f' xmlns="{_SPACE}"'
    return {
        symbol.attrib["id"]: ElementTree.tostring(symbol, encoding="unicode").replace(declared, "").strip()
        for symbol in root.iter(f"{{{_SPACE}}}symbol")
    }


def season_glyph(season: str) -> str:
    """The symbol of a season by its id; that of time for one that has none."""
    return season if season in SEASON_GLYPHS else "hourglass"


def symbols(names: Iterable[str]) -> SafeString:
    """The symbols of those names; a drawing refers to them by `#` and the name."""
    return SafeString("".join(_sprite()[name] for name in dict.fromkeys(names)))

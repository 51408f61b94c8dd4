"""Symbols of the site's sprites, for pictures that can't refer to other files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from django.conf import settings
from django.utils.safestring import SafeString

_SPACE: Final = "http://www.w3.org/2000/svg"


@cache
def sprite_parts(sprite: str) -> Mapping[str, str]:
    """Return the parts of a sprite in `static/img/` by name, as SVG elements."""
    ElementTree.register_namespace("", _SPACE)
    # The file is our own, and no one else can write to it.
    root = ElementTree.parse(Path(settings.BASE_DIR) / "static" / "img" / sprite).getroot()  # noqa: S314
    declared = f' xmlns="{_SPACE}"'
    return {
        part.attrib["id"]: ElementTree.tostring(part, encoding="unicode").replace(declared, "").strip()
        for part in root.iterfind("*[@id]")
    }


def symbols(names: Iterable[str], sprite: str = "sprite.svg") -> SafeString:
    """Return the symbols of those names; a picture refers to them by `#` and the name."""
    return SafeString("".join(sprite_parts(sprite)[name] for name in dict.fromkeys(names)))

"""Template tags for small fragments that are the same on many pages: each is rendered once, and then remembered."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.cartographers.map.boards import RowView, SpaceView

register = template.Library()


@register.simple_tag
def spaces(row: RowView, button: str) -> SafeString:
    """The spaces of a row as table cells."""
    return SafeString("".join(_space(space, button) for space in row.spaces))


# From turn to turn few of a map's 121 spaces change, and those of all maps are much alike.
@lru_cache(maxsize=20_000)
def _space(space: SpaceView, button: str) -> SafeString:
    return render_to_string("cartographers/map/_space.html", {"space": space, "button": button})

"""Template tags for small fragments that are the same on many pages: each is rendered once, and then remembered."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.cartographers.map.boards import Patch, RowView, SpaceView
from games.play.kept import kept

register = template.Library()


@register.simple_tag
def spaces(row: RowView, button: str) -> SafeString:
    """The spaces of a row as table cells."""
    return SafeString("".join(_space(space, button) for space in row.spaces))


# From turn to turn few of a map's 121 spaces change, and those of all maps are much alike.
@kept(20_000)
def _space(space: SpaceView, button: str) -> SafeString:
    return render_to_string("cartographers/map/_space.html", {"space": space, "button": button})


# Everybody sees the small map of every seat, and in a turn each of them changes once.
@register.simple_tag
@kept(1_000)
def small_map(patches: tuple[Patch, ...], name: str) -> SafeString:
    """A board as a drawing."""
    return render_to_string("cartographers/map/_small_map.html", {"patches": patches, "name": name})

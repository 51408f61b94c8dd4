"""Template tags for small fragments that are the same on many pages: each is rendered once, and then remembered."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.cartographers.presenters.boards import RowView, SpaceView
from games.cartographers.presenters.log import LogTurn

register = template.Library()


@register.simple_tag
def spaces(row: RowView, button: str) -> SafeString:
    """The spaces of a row as table cells."""
    return SafeString("".join(_space(space, button) for space in row.spaces))


# From turn to turn few of a map's 121 spaces change, and those of all maps are much alike.
@lru_cache(maxsize=20_000)
def _space(space: SpaceView, button: str) -> SafeString:
    return render_to_string("cartographers/_space.html", {"space": space, "button": button})


# A game has hundreds of lines, a few for each turn, and its page is made anew for everybody in every turn.
@register.simple_tag
@lru_cache(maxsize=20_000)
def log_turn(turn: LogTurn) -> SafeString:
    """The number that a line of the log begins with, which leads to its turn."""
    return render_to_string("cartographers/_log_turn.html", {"turn": turn})

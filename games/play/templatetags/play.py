"""Template tags for small fragments that are the same on many pages: each is rendered once, and then remembered."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.play.log import LogTurn

register = template.Library()


# A game has hundreds of lines, a few for each turn, and its page is made anew for everybody in every turn.
@register.simple_tag
@lru_cache(maxsize=20_000)
def log_turn(turn: LogTurn) -> SafeString:
    """The number that a line of the log begins with, which leads to its turn."""
    return render_to_string("play/_log_turn.html", {"turn": turn})

"""Template tags for small fragments that are the same on many pages: each is rendered once, and then remembered."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.play.kept import kept
from games.play.log import LogLine

register = template.Library()


@register.simple_tag
def log_lines(lines: tuple[LogLine, ...]) -> SafeString:
    """The lines of the log as items of a list."""
    return SafeString("".join(map(_log_line, lines)))


# A game has hundreds of lines, a few for each turn, and its page is made anew for everybody in every turn.
@kept(20_000)
def _log_line(line: LogLine) -> SafeString:
    return render_to_string("play/_log_line.html", {"line": line})

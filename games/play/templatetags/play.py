"""Cached template tags for small fragments that are the same on many pages."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import groupby
from operator import attrgetter

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.play.fragment_cache import cached
from games.play.log import LogLine
from games.play.replay import TurnMark
from games.play.strip import PlayerStatus

register = template.Library()


@register.simple_tag
def include_cached(template_name: str, **values: Hashable) -> SafeString:
    """Render a template from these values alone, cached.

    Intended for fragments of one or two kilobytes that appear on many pages.
    """
    return _fragment(template_name, tuple(values.items()))


@cached(3_000)
def _fragment(template_name: str, values: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return render_to_string(template_name, dict(values))


@register.simple_tag
def strip_person(sitting: PlayerStatus) -> SafeString:
    """Render a player in the strip, or "" if they have no state.

    The result is cached unless it shows a time.
    """
    if not sitting.state:
        return SafeString("")
    template_name = "play/_strip_person.html"
    if sitting.clock or sitting.since:
        return render_to_string(template_name, {"sitting": sitting})
    return include_cached(template_name, sitting=sitting)


@register.simple_tag
def log_lines(lines: tuple[LogLine, ...]) -> SafeString:
    """Render the log lines as list items."""
    return SafeString("".join(_log_turn(tuple(turn)) for _, turn in groupby(lines, key=attrgetter("turn"))))


# A game has dozens of turns, and its page is rendered again for every player in every turn.
@cached(5_000)
def _log_turn(lines: tuple[LogLine, ...]) -> SafeString:
    """Render the lines of one turn."""
    return render_to_string("play/_log_turn.html", {"lines": lines})


@register.simple_tag
def turn_marks(marks: tuple[TurnMark, ...], here: int) -> SafeString:
    """Render turns in the row of all turns as list items; `here` is the current one."""
    return SafeString("".join(_turn_mark(mark, is_current=mark.number == here) for mark in marks))


# Each closed turn adds one to the row, which is rendered again for every player.
@cached(5_000)
def _turn_mark(mark: TurnMark, *, is_current: bool) -> SafeString:
    return render_to_string("play/_turn_mark.html", {"mark": mark, "is_current": is_current})

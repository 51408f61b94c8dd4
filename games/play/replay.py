"""Stepping through the turns of a game that have closed: every step is an address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render

from games.accounts.access import HtmxHttpRequest
from games.play.log import TurnLink, turn_name

PART = "turn"
"""The root id of what a step takes the place of."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn in the row of all turns: what it gained for who is looked at, as it is written and within a sentence;
    `striking` where something happened that one may want to jump to.
    """

    number: int
    url: str
    gained: str
    label: str
    striking: bool
    here: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """The turns that belong together, with the class of their colour."""

    title: str
    css: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """Where one can step to from a turn: None for the turn that is shown, and for none. `jumps` are the striking turns,
    named together by `jumps_name`; `boards` leads to all of what is drawn side by side, or back to one of it large.
    """

    here: int
    first: TurnLink | None
    before: TurnLink | None
    after: TurnLink | None
    last: TurnLink | None
    chapters: tuple[Chapter, ...]
    jumps_name: str
    jumps: tuple[TurnLink, ...]
    boards: TurnLink | None


def replay(chapters: Sequence[Chapter], jumps_name: str, boards: TurnLink | None) -> Replay:
    """The steps from the mark that is `here`, which must be one of these."""
    marks = [mark for chapter in chapters for mark in chapter.marks]
    at = next(index for index, mark in enumerate(marks) if mark.here)
    end = len(marks) - 1
    return Replay(
        here=marks[at].number,
        first=_link(marks[0]) if at else None,
        before=_link(marks[at - 1]) if at else None,
        after=_link(marks[at + 1]) if at < end else None,
        last=_link(marks[end]) if at < end else None,
        chapters=tuple(chapters),
        jumps_name=jumps_name,
        jumps=tuple(_link(mark) for mark in marks if mark.striking),
        boards=boards,
    )


def _link(mark: Mark) -> TurnLink:
    return TurnLink(turn_name(mark.number), mark.url)


def turn_response(request: HtmxHttpRequest, template: str, page: object) -> HttpResponse:
    """The page of a turn; to who steps on from another by script, only what takes the place of that."""
    asked_for_part = bool(request.htmx) and request.htmx.target == PART and not request.htmx.history_restore_request
    frame = "play/turn_part.html" if asked_for_part else "base.html"
    return render(request, template, {"page": page, "frame_of_page": frame})

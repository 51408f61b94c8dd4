"""Template tags for the notes on the page of a turn."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest
from django.urls import reverse

from games.play.log import LOOK, TurnLink
from games.studies.note_pages import noted_turns
from games.studies.turns import viewed_seat
from games.tables.models import Status, Table

register = template.Library()


@register.simple_tag(takes_context=True)
def notes_at_turn(context: dict[str, Any]) -> str:
    """Return the URL of the notes on the page's turn, with the viewed board; "" before the game ends."""
    table = _finished(context["request"])
    if table is None:
        return ""
    return reverse("studies:notes", args=[table.code, context["page"].replay.here]) + _look(context["request"])


@register.simple_tag(takes_context=True)
def turns_with_notes(context: dict[str, Any]) -> tuple[TurnLink, ...]:
    """Return the turns with notes for the page's game and board; none before it is over."""
    table = _finished(context["request"])
    return tuple(noted_turns(table, _look(context["request"]))) if table else ()


def _finished(request: HttpRequest) -> Table | None:
    table: Table | None = getattr(request, "frame_table", None)
    return table if table and table.status == Status.FINISHED else None


def _look(request: HttpRequest) -> str:
    seat = viewed_seat(request.GET.get(LOOK, ""))
    return "" if seat is None else f"?{LOOK}={seat + 1}"

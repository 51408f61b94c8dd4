"""What the page of a turn shows of what people have written about it."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

from games.studies.addresses import LOOK, looked_at
from games.tables.models import Status

register = template.Library()


@register.simple_tag(takes_context=True)
def notes_at_turn(context: dict[str, Any]) -> str:
    """Where the notes are on the turn that the page shows, with the board looked at; "" before its game is over."""
    request = context["request"]
    table = getattr(request, "frame_table", None)
    if table is None or table.status != Status.FINISHED:
        return ""
    seat = looked_at(request.GET.get(LOOK, ""))
    here = reverse("studies:notes", args=[table.code, context["page"].replay.here])
    return here if seat is None else f"{here}?{LOOK}={seat + 1}"

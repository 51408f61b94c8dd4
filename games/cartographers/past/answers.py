"""The page of a turn that has closed, or what a step to it brings."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.accounts.access import HtmxHttpRequest, SeeOther
from games.cartographers.log.past_states import turn_of
from games.cartographers.log.turn_history import tape_of
from games.cartographers.past.parts import dress_of, turn_parts
from games.cartographers.past.turn import turn_page
from games.play.log import whole_log
from games.play.replay import turn_response
from games.play.standings import with_final_standings
from games.tables.game import Seated


def past_turn(request: HttpRequest, seated: Seated, turn: int) -> HttpResponse | None:
    """The page of a turn that has closed; the way to the table for the open one, None for any other."""
    log = whole_log(seated)
    tape = tape_of(seated.table.code, log)
    past = turn_of(tape, log, turn, seated.seat)
    if past is None:
        return SeeOther(reverse("tables:table", args=[seated.table.code])) if turn == seated.state.turn else None
    past = replace(past, after=with_final_standings(past.after, seated.seats))
    page = turn_page(request, seated, past, tape)
    asked = cast(HtmxHttpRequest, request)
    return turn_response(asked, "cartographers/past/turn.html", page, turn_parts(page), dress_of(page))

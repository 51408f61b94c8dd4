"""The form that shows hints."""

from __future__ import annotations

from http import HTTPStatus
from typing import cast
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse, QueryDict
from django.urls import reverse

from engine.cartographers.players.hints import Adviser
from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest
from games.cartographers.coach.hints import HINTS, fields_in_hand, hint_problem, no_hints_sentence
from games.cartographers.log.past_states import view_for
from games.cartographers.words.names import KEY
from games.play.command_responses import command, current_table_response
from games.tables.hints import find_hint_problem, mark_hints
from games.tables.pages.access import seated, visible_table


@command(forms.Form, KEY)
def hints(request: SignedInRequest, code: str, turn: int, _form: forms.Form) -> HttpResponse:
    """Mark the game as played with hints, and show them. Returns 303 or the table's fragment; 404 not seated, 409
    without an open question in that turn, 422 if the visitor can't have any.
    """
    table = visible_table(request, code, KEY)
    place = seated(request, table)
    view = view_for(place) if place.number else None
    if problem := hint_problem(place, view) if view else find_hint_problem(place):
        return current_table_response(request, table, refusal=problem, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if view is None or view.turn != turn or view.owed is None:
        return current_table_response(request, table, status=HTTPStatus.CONFLICT)
    query = QueryDict(urlencode((*fields_in_hand(request.POST), (HINTS, turn))))
    if Adviser().find_hints(view) is None:
        problem = no_hints_sentence()
        return current_table_response(
            request, table, refusal=problem, status=HTTPStatus.UNPROCESSABLE_ENTITY, step=query
        )
    mark_hints(table)
    if not cast(HtmxHttpRequest, request).htmx:
        return SeeOther(f"{reverse('tables:table', args=[code])}?{query.urlencode()}#hints")
    return current_table_response(request, table, step=query)

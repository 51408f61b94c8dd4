"""Responses to requests for the explanation of a figure."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.events import Event
from engine.cartographers.position import Position
from engine.cartographers.view import View
from games.accounts.access import HtmxHttpRequest
from games.cartographers.goals.explanations import Question, explanation_of, question_of
from games.cartographers.goals.figure_history import traced
from games.cartographers.log.past_states import moment_of, read_news, turn_of
from games.cartographers.log.table_view import view_for
from games.cartographers.log.turn_history import tape_of
from games.play.explanations import Back
from games.play.figures import FigureQuery
from games.play.log import turn_address, whole_log
from games.play.people import Person, people, people_then
from games.tables.game import Seated
from games.tables.game_state import Logged


def explanation(request: HtmxHttpRequest, seated: Seated, asked: FigureQuery, turn: int | None) -> HttpResponse | None:
    """Return the explanation of a figure, now or after a turn, or None if there is no such figure.

    An htmx request gets a fragment, any other request a full page.
    """
    view = view_for(seated)
    events, address = whole_log(seated), reverse("tables:table", args=[seated.table.code])
    table = address
    tape = tape_of(seated.table.code, events)
    everybody = people(seated)
    if turn is None:
        news, back = read_news(events, view.viewer, seated.state), Back(_("Back to the table"), address)
    else:
        past = turn_of(tape, events, turn, view.viewer)
        if past is None:
            return None
        view, news, address = past.after, past.log, turn_address(address, turn)
        back = Back(_("Back to turn"), f"{address}?look={asked.seat}")
        everybody = people_then(everybody, news, turn)
    question = _question(view, everybody, asked)
    if question is None:
        return None
    why = explanation_of(view, news, question, _moment(events, view, question), address, back)
    why = traced(why, question, view, tape, table, turn)
    template = "play/_explanation.html" if request.htmx else "cartographers/goals/explanation.html"
    return render(
        request, template, {"why": why, "name": seated.table.name, "url": request.path if request.htmx else ""}
    )


def _question(view: View, everybody: tuple[Person, ...], asked: FigureQuery) -> Question | None:
    if not 1 <= asked.seat <= view.seats:
        return None
    return question_of(view, asked.when, everybody[asked.seat - 1], asked.part)


def _moment(events: tuple[Logged[Event], ...], view: View, question: Question) -> tuple[Position, ...] | None:
    """The positions when the season in question was scored, None where none is or it has not been."""
    if question.season is None or question.season >= len(view.scores):
        return None
    return moment_of(events, question.season)

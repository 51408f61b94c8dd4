"""Responses to requests for the explanation of a figure, with the turns that changed it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict
from engine.cartographers.events import Event
from engine.cartographers.geometry import Mask, clusters, neighbours
from engine.cartographers.notation import space_of
from engine.cartographers.position import Position
from engine.cartographers.view import View
from engine.contract import Seat
from games.accounts.access import HtmxHttpRequest
from games.cartographers.cards.faces import card_address
from games.cartographers.goals.explanations import ScoreQuestion, explanation_of, is_withheld, question_of
from games.cartographers.goals.figures import COINS, MONSTERS
from games.cartographers.log.past_states import (
    ClosedTurn,
    PositionStars,
    TurnHistory,
    find_past_turn,
    positions_at_scoring,
    read_news,
    turn_history,
    turns_that_changed,
    view_for,
)
from games.cartographers.words.names import card_name
from games.play.explanations import BackLink, FigureQuery, HistoryStep, ReasonView, Why
from games.play.log import turn_address, turn_name, whole_log
from games.play.people import Person, people, people_at_turn
from games.play.words import figure, signed_number
from games.tables.game import Seated
from games.tables.log.state import DecodedEvent


def add_history(why: Why, question: ScoreQuestion, view: View, tape: TurnHistory, table: str, turn: int | None) -> Why:
    """An explanation with the way to its figure, at a table (its address) or after one of its turns."""
    if question.year or is_withheld(view, question):
        return why
    turns = tape.turns if turn is None else tape.until(turn)
    scored = question.season is not None and question.season < len(view.scores)
    if scored and question.season is not None:
        turns = turns[: len(tape.until_scored(question.season))]
    seat, to = question.person.seat, partial(_address, table, question.person.seat)
    turns_of_reasons = [_turns_behind_reason(reason, turns, seat) for reason in why.reasons]
    steps = _steps(
        view, turns, question, cited={number for numbers in turns_of_reasons for number in numbers}, scored=scored
    )
    return _with_way(why, turns_of_reasons, list(steps), to)


def _with_way(
    why: Why, turns_of_reasons: Sequence[Sequence[int]], steps: Sequence[tuple[int, str]], to: Callable[[int], str]
) -> Why:
    """An explanation with the turns that brought each of its reasons, and all steps to its figure, by turn."""
    named = {number for numbers in turns_of_reasons for number in numbers}
    others = sorted({number for number, _title in steps} - named - {0}) if named else []
    return replace(
        why,
        reasons=tuple(
            replace(reason, turns=_links(numbers, to))
            for reason, numbers in zip(why.reasons, turns_of_reasons, strict=True)
        ),
        way=tuple(HistoryStep(title, to(number or 1)) for number, title in steps),
        others=_links(others, to),
    )


def _links(numbers: Iterable[int], to: Callable[[int], str]) -> tuple[HistoryStep, ...]:
    return tuple(HistoryStep(turn_name(number), to(number)) for number in numbers)


def _address(table: str, seat: Seat, turn: int) -> str:
    return f"{turn_address(table, turn)}?look={seat + 1}"


def _turns_behind_reason(reason: ReasonView, turns: Sequence[ClosedTurn], seat: Seat) -> Sequence[int]:
    """Return the turns that added the spaces of a reason, or surrounded them.

    The turns that surrounded them are returned if nobody drew on any of the spaces. Returns none for a reason that
    has a page of its own.
    """
    if reason.url:
        return ()
    spaces: Mask = sum(1 << space_of(name) for name in reason.spaces.split())
    return turns_that_changed(turns, seat, spaces) or sorted(set(_turns_that_surrounded(turns, seat, spaces)))


def _turns_that_surrounded(turns: Sequence[ClosedTurn], seat: Seat, spaces: Mask) -> Iterator[int]:
    """Yield the turns that surrounded undrawn spaces, such as mountains or empty spaces.

    For each group of adjacent spaces, this is the last turn that filled a space next to the group. Later changes to a
    filled space do not count.
    """
    for group in clusters(spaces):
        empty, last = neighbours(group), 0
        for turn in turns:
            if turn.changed[seat] & empty:
                empty, last = empty & ~turn.changed[seat], turn.number
        if last:
            yield last


def _steps(
    view: View, turns: Sequence[ClosedTurn], question: ScoreQuestion, *, cited: Container[int], scored: bool
) -> Iterator[tuple[int, str]]:
    """Yield the turns in which a figure changed or some of its spaces were added, with a sentence.

    Turn 0 stands for the time before the first turn. If the season of the figure has been scored, changes by the end
    of that season came too late and are left out.
    """
    seat, stars = question.person.seat, _reading(view, question)
    if turns and (start := stars(turns[0].before[seat])):
        words = {"change": signed_number(start), "figure": figure(start)}
        yield 0, _("Before the first turn: %(change)s, total %(figure)s") % words
    for turn in turns:
        before, after, left = (stars(worths[seat]) for worths in (turn.before, turn.worth, turn.left))
        late = left != after and not (scored and turn is turns[-1])
        if before != after or (turn.number in cited and not late):
            yield turn.number, _step(view, turn, after - before, after)
        if late:
            yield turn.number, _late_step(turn, left - after, left)


def _reading(view: View, question: ScoreQuestion) -> Callable[[PositionStars], int]:
    """Return the function that reads a question's figure from a `Worth`."""
    if question.part == COINS:
        return lambda worth: worth.coins
    if question.part == MONSTERS:
        return lambda worth: -worth.losses
    if question.part in set(Edict):
        return lambda worth: worth.edicts[Edict(question.part).number]
    assert question.season is not None, "only a season has stars as a whole"
    season = view.definition.seasons[question.season]
    return lambda worth: worth.of(season)


def _step(view: View, turn: ClosedTurn, change: int, then: int) -> str:
    words = {"turn": turn_name(turn.number), "card": card_name(view.card(turn.card))}
    figures = {"change": signed_number(change), "figure": figure(then)}
    if not change:
        return _("%(turn)s, %(card)s: no change, still %(figure)s") % (words | figures)
    return _("%(turn)s, %(card)s: %(change)s, total %(figure)s") % (words | figures)


def _late_step(turn: ClosedTurn, change: int, then: int) -> str:
    words = {"turn": turn_name(turn.number), "change": signed_number(change), "figure": figure(then)}
    return _("%(turn)s, after scoring: %(change)s, total %(figure)s") % words


def explanation(request: HtmxHttpRequest, seated: Seated, figure: FigureQuery, turn: int | None) -> HttpResponse | None:
    """Return the explanation of a figure, now or after a turn, or None if there is no such figure.

    An htmx request gets a fragment, any other request a full page.
    """
    view = view_for(seated)
    events, address = whole_log(seated), reverse("tables:table", args=[seated.table.code])
    table = address
    tape = turn_history(seated.table.code, events)
    everybody = people(seated)
    if turn is None:
        news, back = read_news(events, view.viewer, seated.state), BackLink(_("Back to the table"), address)
    else:
        past = find_past_turn(tape, events, turn, view.viewer)
        if past is None:
            return None
        view, news, address = replace(past.after, as_on_paper=view.as_on_paper), past.log, turn_address(address, turn)
        back = BackLink(_("Back to turn"), f"{address}?look={figure.seat}")
        everybody = people_at_turn(everybody, news, turn)
    question = _question(view, everybody, figure)
    if question is None:
        return None
    why = explanation_of(view, news, question, _moment(events, view, question), address, back)
    if question.part in set(Edict) and not question.year:
        why = replace(why, card=card_address(table, view.edicts[Edict(question.part).number]))
    why = add_history(why, question, view, tape, table, turn)
    template = "play/_explanation.html" if request.htmx else "cartographers/goals/explanation.html"
    return render(
        request, template, {"why": why, "name": seated.table.shown_name, "url": request.path if request.htmx else ""}
    )


def _question(view: View, everybody: tuple[Person, ...], figure: FigureQuery) -> ScoreQuestion | None:
    if not 1 <= figure.seat <= view.seats:
        return None
    return question_of(view, figure.when, everybody[figure.seat - 1], figure.part)


def _moment(
    events: tuple[DecodedEvent[Event], ...], view: View, question: ScoreQuestion
) -> tuple[Position, ...] | None:
    """Return the positions when the season was scored, or None if no season is meant or it isn't scored."""
    if question.season is None or question.season >= len(view.scores):
        return None
    return positions_at_scoring(events, question.season)

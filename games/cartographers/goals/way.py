"""The way to a figure: the turns that brought its spaces, and those in which it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict
from engine.cartographers.geometry import Mask, clusters, neighbours
from engine.cartographers.notation import space_of
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.figures import COINS, MONSTERS
from games.cartographers.goals.why import Question
from games.cartographers.log.tape import ClosedTurn, Tape, Worth, brought_in
from games.cartographers.words.names import card_name
from games.play.log import turn_address, turn_name
from games.play.numbers import figure, signed
from games.play.why import ReasonView, WayStep, Why


def traced(why: Why, question: Question, view: View, tape: Tape, table: str, turn: int | None) -> Why:
    """An explanation with the way to its figure, at a table (its address) or after one of its turns."""
    if question.year:
        return why
    turns = tape.turns if turn is None else tape.until(turn)
    scored = question.season is not None and question.season < len(view.scores)
    if scored and question.season is not None:
        turns = turns[: len(tape.until_scored(question.season))]
    seat, to = question.person.seat, partial(_address, table, question.person.seat)
    reasons = tuple(replace(reason, turns=_bringing(reason, turns, seat, to)) for reason in why.reasons)
    return replace(why, reasons=reasons, way=tuple(_steps(view, turns, question, to, scored=scored)))


def _address(table: str, seat: Seat, turn: int) -> str:
    return f"{turn_address(table, turn)}?look={seat + 1}"


def _bringing(
    reason: ReasonView, turns: Sequence[ClosedTurn], seat: Seat, to: Callable[[int], str]
) -> tuple[WayStep, ...]:
    """The turns that brought the spaces of a reason, or closed them in where nobody has drawn on any; none for one that
    has reasons of its own.
    """
    if reason.url:
        return ()
    spaces: Mask = sum(1 << space_of(name) for name in reason.spaces.split())
    numbers = brought_in(turns, seat, spaces) or sorted(set(_closed_in(turns, seat, spaces)))
    return tuple(WayStep(turn_name(number), to(number)) for number in numbers)


def _closed_in(turns: Sequence[ClosedTurn], seat: Seat, spaces: Mask) -> Iterator[int]:
    """The turns that closed in spaces such as mountains, or what is empty: of those that lie together the last one that
    filled anything beside them. What has been filled stays so, whatever changes there later.
    """
    for group in clusters(spaces):
        empty, last = neighbours(group), 0
        for turn in turns:
            if turn.changed[seat] & empty:
                empty, last = empty & ~turn.changed[seat], turn.number
        if last:
            yield last


def _steps(
    view: View, turns: Sequence[ClosedTurn], question: Question, to: Callable[[int], str], *, scored: bool
) -> Iterator[WayStep]:
    """The turns in which a figure changed; where its season was scored, what the end of that did came too late."""
    seat, stars = question.person.seat, _reading(view, question)
    if turns and (start := stars(turns[0].before[seat])):
        words = {"change": signed(start), "figure": figure(start)}
        yield WayStep(_("Before the first turn: %(change)s, then %(figure)s") % words, to(turns[0].number))
    for turn in turns:
        before, after = stars(turn.before[seat]), stars(turn.worth[seat])
        if before != after:
            yield WayStep(_step(view, turn, after - before, after), to(turn.number))
        left = stars(turn.left[seat])
        if left != after and not (scored and turn is turns[-1]):
            yield WayStep(_late_step(turn, left - after, left), to(turn.number))


def _reading(view: View, question: Question) -> Callable[[Worth], int]:
    """What a question asks of a worth."""
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
    figures = {"change": signed(change), "figure": figure(then)}
    return _("%(turn)s, %(card)s: %(change)s, then %(figure)s") % (words | figures)


def _late_step(turn: ClosedTurn, change: int, then: int) -> str:
    words = {"turn": turn_name(turn.number), "change": signed(change), "figure": figure(then)}
    return _("%(turn)s, after the scoring: %(change)s, then %(figure)s") % words

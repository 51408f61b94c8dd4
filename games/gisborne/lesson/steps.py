"""Steps of the lesson: which of them the log shows done, and which one is due."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from engine.contract import Seat
from engine.gisborne import events as ev
from engine.gisborne.cards import Cards, Metal, metals_of, steps_of
from engine.gisborne.outlook import Outlook, find_outlook
from engine.gisborne.plays import find_plays
from engine.gisborne.tiles import Mark
from engine.gisborne.view import KeepDesk, LayDesk, RiverDesk, View


class Step(StrEnum):
    """Step of the lesson, in the order in which they are taught where several are due.

    The tent waits until the hand leads nowhere.
    """

    LAY = "lay"
    METALS = "metals"
    VIEWPOINT = "viewpoint"
    SCORING = "scoring"
    VILLAGE = "village"
    SWAMP = "swamp"
    RIVER = "river"
    TENT = "tent"
    PUSH = "push"
    BEACH = "beach"


MOST_CARDS: Final = 3
"""Most cards of a play that a bubble names, to be short."""

_BASICS: Final = {Step.LAY, Step.METALS, Step.TENT}
"""Steps that can always be done. Pushes before them are too early to be understood."""


def done_steps(events: Iterable[ev.Event], seat: Seat, rivers: Iterable[int]) -> frozenset[Step]:
    """Return the steps that events show done by a seat. Pushes and arrivals of others count, as all can see them.

    `rivers` are the fields with a river behind them.
    """
    done: set[Step] = set()
    at, played = 0, None
    for event in events:
        match event:
            case ev.Laid() if event.seat == seat and event.chosen:
                played = event
            case ev.TakenBack() if event.seat == seat:
                played = None
            case ev.Revealed() if played:
                done |= _steps_of_play(played, done)
                played = None
            case ev.SetOut(halved=True) if event.seat == seat:
                done.add(Step.SWAMP)
            case ev.Moved() if event.seat == seat:
                if event.leg is not ev.Reason.BRIDGE and any(at <= river < event.to for river in rivers):
                    done.add(Step.RIVER)
                at = event.to
            case ev.ChipTaken(how=ev.Reason.LANDED) if event.seat == seat:
                done.add(Step.VIEWPOINT)
            case ev.Kept() if event.seat == seat:
                done.add(Step.SCORING)
            case ev.Arrived():
                done.add(Step.BEACH)
        if isinstance(event, ev.Moved) and event.leg is ev.Reason.PUSH and done >= _BASICS:
            done.add(Step.PUSH)
    return frozenset(done)


def _steps_of_play(play: ev.Laid, done: set[Step]) -> set[Step]:
    """Return the steps that a play does. Bronze is asked for in a play after the first."""
    if play.tent:
        return {Step.TENT}
    metals = metals_of(play.cards)
    if len(metals) > 1:
        return {Step.LAY, Step.VILLAGE}
    return {Step.LAY, Step.METALS} if Step.LAY in done and metals == {Metal.BRONZE} else {Step.LAY}


def due_step(view: View, done: frozenset[Step]) -> Step | None:
    """Return the step to teach now: the answer that is asked for, what the pawn stands on, else the first that the hand
    allows. None if all steps are done or the game is over.
    """
    if view.over or done >= set(Step):
        return None
    match view.desk:
        case KeepDesk():
            return Step.SCORING
        case RiverDesk():
            return Step.RIVER
        case LayDesk() as desk:
            waiting = [step for step in Step if step not in done]
            stands = [step for step in waiting if stands_on(step, desk)]
            return next(iter([*stands, *(step for step in waiting if _is_possible(step, view, desk))]), None)
        case _:
            return next((step for step in (Step.PUSH, Step.BEACH) if step not in done), None)


def stands_on(step: Step, desk: LayDesk) -> bool:
    """Return True if the field where the pawn stands lets a step be done."""
    if step is Step.VILLAGE:
        return desk.mixed and len(metals_of(desk.hand)) > 1
    return step is Step.SWAMP and desk.halved


def _is_possible(step: Step, view: View, desk: LayDesk) -> bool:
    match step:
        case Step.METALS:
            return Metal.BRONZE in metals_of(desk.hand)
        case Step.SCORING:
            return False
        case Step.VIEWPOINT | Step.VILLAGE | Step.SWAMP | Step.RIVER:
            return bool(leading_play(step, view))
        case _:
            return True


def leading_play(step: Step, view: View) -> Cards:
    """Return the play of fewest cards and faces that leads where a step is taught, if nobody ahead moves; () if none
    does.
    """
    if not isinstance(view.desk, LayDesk) or view.viewer is None:
        return ()
    desk, found = view.desk, []
    for cards in find_plays(desk.hand, MOST_CARDS, mixed=desk.mixed):
        steps = steps_of(cards) // 2 if desk.halved else steps_of(cards)
        if steps and _leads(step, find_outlook(view, Seat(view.viewer), steps)):
            found.append(cards)
    return min(found, key=lambda cards: (len(set(cards)), len(cards), cards), default=())


def _leads(step: Step, outlook: Outlook) -> bool:
    match step:
        case Step.VIEWPOINT:
            return bool(outlook.chip)
        case Step.VILLAGE:
            return outlook.mark is Mark.VILLAGE
        case Step.SWAMP:
            return outlook.mark is Mark.SWAMP
        case _:
            return bool(outlook.rivers)

"""From what was typed to a command of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NoReturn, assert_never

from django.utils.translation import gettext as _

from engine.cartographers.commands import Choose, Close, Command, Draw, TakeBack, ask_id, closing_id
from engine.cartographers.errors import Refusal
from engine.cartographers.geometry import first
from engine.cartographers.notation import space_names
from engine.cartographers.view import View
from engine.contract import RuleViolation, Seat
from games.cartographers.desk.aiming import Hand, PutForward, aimed_ghost, next_target, step_in_hand
from games.cartographers.desk.placing import Ghost
from games.cartographers.typed.commands import Acting, Confirm, Destroy, Moving, NextFit, Parts, Place, Undo
from games.cartographers.words.names import KEY
from games.cartographers.words.refusals import refusal
from games.play.game import Play, Put
from games.play.line import Unread
from games.tables.submit import Intent


def play_of(command: Acting, hand: Hand, view: View, turn: int) -> Play:
    """What a command comes to in a turn. Raises Unread where it says too little.

    What the rules would refuse is refused only when the command is made, as the same may have been carried out before.
    """
    if isinstance(command, Undo):
        return Play(Intent(KEY, partial(ask_id, turn), lambda seat: TakeBack(seat, turn), withdraws=True))
    if isinstance(command, Destroy):
        return _play(turn, lambda seat: Choose(seat, turn, command.space))
    if turn != view.turn:
        return _play(
            turn, lambda seat: _refuse(Refusal.TURN_OVER if turn < view.turn else Refusal.TURN_AHEAD, view, turn)
        )
    if isinstance(command, Confirm):
        return _confirmed(hand, view, turn)
    return _placed(command, hand, view, turn)


def play_on(turn: int) -> Play:
    """The closing of a turn that was answered, at practice."""
    return Play(Intent(KEY, partial(closing_id, turn), lambda seat: Close(seat, turn)))


def _play(turn: int, build: Callable[[Seat], Command], lies: Put | None = None) -> Play:
    return Play(Intent(KEY, partial(ask_id, turn), build), lies)


def _refuse(code: Refusal, view: View, turn: int) -> NoReturn:
    raise RuleViolation(code, behind=turn < view.turn)


def _confirmed(hand: Hand, view: View, turn: int) -> Play:
    match hand:
        case Ghost(anchor=None):
            raise Unread(_("Nothing is put down yet. Type “next”, or where, as in “try C5”."))
        case Ghost():
            return _drawn(hand, turn)
        case PutForward(space=0):
            raise Unread(_("No space is put forward yet. Type “next”, or the space."))
        case PutForward(space=space):
            return _play(turn, lambda seat: Choose(seat, turn, first(space)))
        case None:
            return _play(turn, lambda seat: _not_asked(view))
        case _:
            assert_never(hand)


def _placed(command: Place, hand: Hand, view: View, turn: int) -> Play:
    if not isinstance(hand, Ghost):
        return _play(turn, lambda seat: _not_asked(view))
    if command.parts.anchor is None:
        raise Unread(_("Where? Add a space, as in “2 forest C5”."))
    return _drawn(aimed_ghost(command.parts, hand), turn)


def _drawn(ghost: Ghost, turn: int) -> Play:
    placement = ghost.placement
    assert placement is not None, "it lies somewhere"
    lies = Put(step_in_hand(ghost), held=True) if ghost.fit else None
    return _play(turn, lambda seat: Draw(seat, turn, placement), lies)


def _not_asked(view: View) -> NoReturn:
    """Refuse a drawing where none is to be made."""
    if view.task and not view.owed:
        raise RuleViolation(Refusal.ALREADY_DRAWN, behind=True)
    if view.over:
        raise RuleViolation(Refusal.GAME_OVER, behind=True)
    raise RuleViolation(Refusal.NOTHING_TO_DRAW if view.open else Refusal.NOT_ASKED)


def hand_after(command: Moving, hand: Hand) -> Hand:
    """What is in hand after a command. Raises Unread where it says too little, or what cannot be."""
    match hand:
        case Ghost():
            return _moved_ghost(command, hand)
        case PutForward():
            return PutForward(hand.choice, _target(command, hand))
        case None:
            return None


def _moved_ghost(command: Moving, hand: Ghost) -> Ghost:
    if isinstance(command, NextFit):
        # An offer fits somewhere, but not each of its shapes does.
        return hand.next_fit() or _fits_nowhere()
    if command.parts == Parts():
        return hand
    ghost = aimed_ghost(command.parts, hand, loosely=True)
    if ghost.anchor is not None and ghost.fit is None:
        raise Unread(refusal(Refusal.OFF_MAP))
    return ghost


def _fits_nowhere() -> NoReturn:
    raise Unread(_("This shape fits nowhere. Take another, as in “try 2”."))


def _target(command: Moving, hand: PutForward) -> int:
    if isinstance(command, NextFit):
        return 1 << next_target(hand)
    where = command.parts.anchor
    if where is None or not hand.choice.targets >> where & 1:
        raise Unread(refusal(Refusal.NOT_A_TARGET, space_names(hand.choice.targets)))
    return 1 << where

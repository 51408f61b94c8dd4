"""Results of typed commands: a play, or a change of what is in hand."""

from __future__ import annotations

from typing import NoReturn, assert_never

from django.utils.translation import gettext as _

from engine.cartographers.errors import Refusal
from engine.cartographers.geometry import first
from engine.cartographers.notation import space_names
from engine.cartographers.view import View
from engine.contract import RuleViolation, Seat
from games.cartographers.desk import intents
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.typed_placement import Hand, SelectedSpace, ghost_from_parts, next_target, step_in_hand
from games.cartographers.typed.commands import Acting, Confirm, Destroy, Moving, NextFit, Parts, PlaceShape, Undo
from games.cartographers.words.refusals import refusal
from games.play.game import PlacementReply, Play
from games.play.line import UnreadableCommand


def play_of(command: Acting, hand: Hand, view: View, turn: int) -> Play:
    """Return the play for a command in a turn. Raises Unread if the command is incomplete.

    The rules are checked only when the play is executed, because the same command may have been executed before.
    """
    if isinstance(command, Undo):
        return Play(intents.take_back_intent(turn))
    if isinstance(command, Destroy):
        return Play(intents.choose_intent(turn, command.space))
    if turn != view.turn:
        return _refused(turn, _other_turn(view, turn))
    if isinstance(command, Confirm):
        return _confirmed(hand, view, turn)
    return _placed(command, hand, view, turn)


def play_on(turn: int) -> Play:
    """Return the play that closes an answered turn, in practice."""
    return Play(intents.close_intent(turn))


def _refused(turn: int, violation: RuleViolation) -> Play:
    def refuse(_seat: Seat) -> NoReturn:
        raise violation

    return Play(intents.answer_intent(turn, refuse))


def _other_turn(view: View, turn: int) -> RuleViolation:
    """Return the violation of playing in a turn that isn't open."""
    behind = turn < view.turn
    return RuleViolation(Refusal.TURN_OVER if behind else Refusal.TURN_AHEAD, behind=behind)


def _confirmed(hand: Hand, view: View, turn: int) -> Play:
    match hand:
        case Ghost(anchor=None):
            raise UnreadableCommand(_("No shape is placed yet. Type “next” or a space, for example “try C5”."))
        case Ghost():
            return _drawn(hand, turn)
        case SelectedSpace(space=0):
            raise UnreadableCommand(_("No space is selected yet. Type “next” or a space."))
        case SelectedSpace(space=space):
            return Play(intents.choose_intent(turn, first(space)))
        case None:
            return _refused(turn, _not_asked(view))
        case _:
            assert_never(hand)


def _placed(command: PlaceShape, hand: Hand, view: View, turn: int) -> Play:
    if not isinstance(hand, Ghost):
        return _refused(turn, _not_asked(view))
    if command.parts.anchor is None:
        raise UnreadableCommand(_("Add a space, for example “2 forest C5”."))
    return _drawn(ghost_from_parts(command.parts, hand), turn)


def _drawn(ghost: Ghost, turn: int) -> Play:
    placement = ghost.placement
    assert placement is not None, "it lies somewhere"
    lies = PlacementReply(step_in_hand(ghost), held=True) if ghost.fit else None
    return Play(intents.draw_intent(turn, placement), lies)


def _not_asked(view: View) -> RuleViolation:
    """Return the violation of drawing with nothing in hand."""
    if view.task and not view.owed:
        return RuleViolation(Refusal.ALREADY_DRAWN, behind=True)
    if view.over:
        return RuleViolation(Refusal.GAME_OVER, behind=True)
    return RuleViolation(Refusal.NOTHING_TO_DRAW if view.open else Refusal.NOT_ASKED)


def hand_after(command: Moving, hand: Hand) -> Hand:
    """Return what is in hand after a command.

    Raises Unread if the command is incomplete or impossible.
    """
    match hand:
        case Ghost():
            return _moved_ghost(command, hand)
        case SelectedSpace():
            return SelectedSpace(hand.choice, _target(command, hand))
        case None:
            return None


def _moved_ghost(command: Moving, hand: Ghost) -> Ghost:
    if isinstance(command, NextFit):
        # An offer fits somewhere, but some of its shapes may not.
        return hand.next_fit() or _fits_nowhere()
    if command.parts == Parts():
        return hand
    ghost = ghost_from_parts(command.parts, hand, loosely=True)
    if ghost.anchor is not None and ghost.fit is None:
        raise UnreadableCommand(refusal(Refusal.OFF_MAP))
    return ghost


def _fits_nowhere() -> NoReturn:
    raise UnreadableCommand(_("This shape doesn’t fit anywhere. Try another, for example “try 2”."))


def _target(command: Moving, hand: SelectedSpace) -> int:
    if isinstance(command, NextFit):
        return 1 << next_target(hand)
    where = command.parts.anchor
    if where is None or not hand.choice.targets >> where & 1:
        raise UnreadableCommand(refusal(Refusal.NOT_A_TARGET, space_names(hand.choice.targets)))
    return 1 << where

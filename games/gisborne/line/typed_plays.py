"""Results of typed commands: an answer of a seat, or a change of its selected cards."""

from __future__ import annotations

from typing import assert_never

from django.utils.translation import gettext as _

from engine.gisborne.cards import Cards, contains
from engine.gisborne.errors import Refusal
from engine.gisborne.view import Desk, KeepDesk, LayDesk, RiverDesk, View, WolvesDesk
from games.gisborne.desk import intents
from games.gisborne.desk.play_step import Selection, step_of
from games.gisborne.line.commands import (
    Acting,
    Clear,
    Confirm,
    DiscardCards,
    GiveChip,
    LayCards,
    Moving,
    SeatTopic,
    Share,
    Undo,
)
from games.gisborne.line.reader import Reader
from games.gisborne.words.refusals import refusal
from games.play.game import PlacementReply, Play
from games.play.line import UnreadableCommand


def play_of(command: Acting | Share, selection: Selection, view: View, turn: int) -> Play:
    """Return the play for a command in a turn. Raises UnreadableCommand if the command is incomplete.

    The rules are checked only when the play is executed, because the same command may have been executed before.
    """
    match command:
        case LayCards(cards, tent):
            return _laid(Selection(cards, tent), turn)
        case DiscardCards(cards):
            return _discarded(Selection(cards or selection.cards), view, turn)
        case GiveChip(value):
            return Play(intents.give_intent(turn, _owed("wolves", view), value))
        case Confirm():
            return _confirmed(selection, view, turn)
        case Undo():
            question = f"keep{view.scoring.number}" if view.scoring else intents.LAY
            return Play(intents.take_back_intent(turn, question))
        case Share():
            return _shared(command, view, turn)
        case _:
            assert_never(command)


def _laid(selection: Selection, turn: int) -> Play:
    lies = PlacementReply(step_of(selection.cards, tent=selection.tent))
    return Play(intents.lay_intent(turn, selection.cards, tent=selection.tent), lies)


def _discarded(selection: Selection, view: View, turn: int) -> Play:
    if not selection.cards and isinstance(view.desk, RiverDesk):
        raise UnreadableCommand(_("Choose cards, for example “discard b1 b1”."))
    lies = PlacementReply(step_of(selection.cards))
    return Play(intents.discard_intent(turn, _owed("river", view), selection.cards), lies)


def _owed(kind: str, view: View) -> str:
    """Return the question that the seat owes an answer to, or one that the rules refuse."""
    return f"{kind}{view.owes.number if view.owes else 1}"


def _confirmed(selection: Selection, view: View, turn: int) -> Play:
    match view.desk:
        case RiverDesk():
            return _discarded(selection, view, turn)
        case WolvesDesk():
            raise UnreadableCommand(_("Enter the value of a chip, for example “give 2”."))
        case KeepDesk(choice=None):
            raise UnreadableCommand(_("Enter the number of cards for your chest, for example “chest 2”."))
        case LayDesk(play=None) if not selection:
            raise UnreadableCommand(_("No cards are selected. Type them, for example “2s3 s2”."))
        case _:
            return _laid(selection, turn)


def _shared(command: Share, view: View, turn: int) -> Play:
    dealt = view.desk.dealt if isinstance(view.desk, KeepDesk) else 0
    number = dealt if command.number is None else command.number
    chest = number if command.pile is SeatTopic.CHEST else dealt - number
    question = f"keep{view.scoring.number if view.scoring else 1}"
    return Play(intents.keep_intent(turn, question, chest))


def selection_after(command: Moving, selection: Selection, reader: Reader) -> Selection:
    """Return what is selected after a command. Raises UnreadableCommand if that can't be selected now."""
    hand = _open_hand(reader.view.desk if reader.seat is not None else None)
    if isinstance(command, Clear):
        return Selection()
    wanted = Selection(command.cards, command.tent)
    if not contains(hand, wanted.cards):
        raise UnreadableCommand(refusal(Refusal.NOT_IN_HAND))
    return wanted or selection


def _open_hand(desk: Desk | None) -> Cards:
    """Return the hand from which cards can be selected now. Raises UnreadableCommand if there is none."""
    match desk:
        case LayDesk(play=None, hand=hand) | RiverDesk(hand=hand):
            return hand
        case LayDesk():
            raise UnreadableCommand(refusal(Refusal.ALREADY_LAID))
        case _:
            raise UnreadableCommand(refusal(Refusal.NOT_ASKED))

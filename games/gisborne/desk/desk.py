"""The viewer's controls: the hand and the play in the making, or the answer that a move or a scoring asks for."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne.state import Play, State
from engine.gisborne.view import KeepDesk, LayDesk, RiverDesk, View, WolvesDesk
from games.gisborne.desk.hand import Hand, build_hand
from games.gisborne.desk.intents import LAY
from games.gisborne.desk.pending_play import PendingPlay, build_pending
from games.gisborne.desk.play_step import has_cards, selection_of
from games.gisborne.log.deeds import play_words
from games.gisborne.words.names import (
    cards_count,
    points_of,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers: its number, its label, and what it means."""

    number: int
    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class DeskView:
    """Question to the viewer, or its answer that the viewer may undo.

    `kind` is lay, laid, river, wolves, keep or kept. `action` and `question` are where and with which question the
    form is sent. `count` is how many cards are chosen at a river, and `count_words` the same with "{n}" for the number.
    """

    kind: str
    title: str
    lead: str
    action: str
    question: str
    command_id: str
    hand: Hand | None = None
    pending: PendingPlay | None = None
    tent: bool = False
    choices: tuple[Choice, ...] = ()
    count: str = ""
    count_words: str = ""
    may_undo: bool = False


def build_desk(view: View, state: State, step: QueryDict, table: str) -> DeskView | None:
    """Return what the viewer is asked for, or None. `table` is the address of the table."""
    turn = f"{table}turns/{view.round}/"
    match view.desk:
        case LayDesk(play=play) as desk:
            return _laid(view, desk, play, turn) if play else _lay(view, state, desk, step, turn)
        case RiverDesk() as desk:
            return _river(view, desk, step, turn)
        case WolvesDesk(chips):
            return _wolves(view, chips, turn)
        case KeepDesk() as desk:
            return _keep(view, desk, turn)
        case None:
            return None


def _command_id() -> str:
    return str(uuid.uuid4())


# --- Laying ----------------------------------------------------------------------------------------------------------


def _lay(view: View, state: State, desk: LayDesk, step: QueryDict, turn: str) -> DeskView:
    selection = selection_of(step, desk.hand)
    return DeskView(
        kind="lay",
        title=_("Your hand: %(cards)s") % {"cards": cards_count(len(desk.hand))},
        lead=_stands_on(desk),
        action=f"{turn}lay",
        question=LAY,
        command_id=_command_id(),
        hand=build_hand(view, desk.hand, selection.cards, view.definition.most_cards),
        pending=build_pending(view, state, desk, selection),
        tent=selection.tent,
    )


def _stands_on(desk: LayDesk) -> str:
    """Return what the field under the pawn changes, "" for nothing."""
    if desk.mixed:
        return _("You’re in a village: you can mix metals.")
    if desk.halved:
        return _("You’re in a swamp: your steps are halved, rounded down.")
    return ""


def _laid(view: View, desk: LayDesk, play: Play, turn: str) -> DeskView:
    lead = "" if desk.may_take_back else _("A player behind you has laid cards, so your play stands.")
    return DeskView(
        kind="laid",
        title=_("You laid %(play)s.") % {"play": play_words(play.cards, tent=play.tent)},
        lead=lead,
        action=f"{turn}undo",
        question=LAY,
        command_id=_command_id(),
        hand=build_hand(view, view.hand),
        may_undo=desk.may_take_back,
    )


# --- Rivers, wolves and scorings -------------------------------------------------------------------------------------


def _river(view: View, desk: RiverDesk, step: QueryDict, turn: str) -> DeskView:
    assert view.owes is not None, "a river asks in the middle of a move"
    own = has_cards(step)
    chosen = selection_of(step, desk.hand).cards if own else desk.hand[: desk.surplus]
    count = _chosen_words(str(len(chosen)), desk.surplus)
    return DeskView(
        kind="river",
        title=_("Discard %(cards)s at the river") % {"cards": cards_count(desk.surplus)},
        lead=_may_cross(len(desk.hand) - desk.surplus),
        action=f"{turn}discard",
        question=f"river{view.owes.number}",
        command_id=_command_id(),
        hand=build_hand(view, desk.hand, chosen, desk.surplus),
        count=count if own else _("%(count)s The lowest cards are chosen for you.") % {"count": count},
        count_words=_chosen_words("{n}", desk.surplus),
    )


def _may_cross(number: int) -> str:
    return ngettext("Only %(n)s card may cross.", "Only %(n)s cards may cross.", number) % {"n": number}


def _chosen_words(chosen: str, surplus: int) -> str:
    text = ngettext("%(chosen)s of %(n)s card chosen.", "%(chosen)s of %(n)s cards chosen.", surplus)
    return text % {"chosen": chosen, "n": surplus}


def _wolves(view: View, chips: Sequence[int], turn: str) -> DeskView:
    assert view.owes is not None, "wolves ask in the middle of a move"
    return DeskView(
        kind="wolves",
        title=_("Give the wolves one of your chips"),
        lead=_("It’s out of the game and its points are lost."),
        action=f"{turn}give",
        question=f"wolves{view.owes.number}",
        command_id=_command_id(),
        choices=tuple(Choice(chip, points_of(chip)) for chip in dict.fromkeys(chips)),
    )


def _keep(view: View, desk: KeepDesk, turn: str) -> DeskView:
    assert view.scoring is not None, "cards are chosen in a position scoring"
    question = f"keep{view.scoring.number}"
    if desk.choice is not None:
        return DeskView(
            kind="kept",
            title=_("%(chest)s into your chest, %(hand)s into your hand.")
            % {"chest": cards_count(desk.choice), "hand": cards_count(desk.dealt - desk.choice)},
            lead="",
            action=f"{turn}undo",
            question=question,
            command_id=_command_id(),
            may_undo=True,
        )
    choices = tuple(_chest(number, desk.dealt) for number in range(desk.dealt, -1, -1))
    return DeskView(
        kind="keep",
        title=_("Position scoring: %(cards)s for you") % {"cards": cards_count(desk.dealt)},
        lead=_("Each card in your chest is worth 1 point. Cards in your hand let you go further."),
        action=f"{turn}chest",
        question=question,
        command_id=_command_id(),
        choices=choices,
    )


def _chest(number: int, dealt: int) -> Choice:
    hand = dealt - number
    label = _("%(n)s into the chest") % {"n": number}
    hint = f"+{points_of(number)}" if number else ""
    return Choice(number, label, ", ".join(part for part in (hint, _hand_words(hand)) if part))


def _hand_words(number: int) -> str:
    return _("%(n)s into your hand") % {"n": number} if number else ""

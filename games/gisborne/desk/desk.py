"""The viewer's controls: the hand and the play in the making, or the answer that a move or a scoring asks for."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import RuleViolation, Seat
from engine.gisborne.cards import Cards, Face, Metal, metals_of, steps_of
from engine.gisborne.commands import Lay
from engine.gisborne.game import answer
from engine.gisborne.outlook import Outlook, find_outlook
from engine.gisborne.rules.draws import draws_for
from engine.gisborne.state import Play, State
from engine.gisborne.tiles import Mark
from engine.gisborne.view import KeepDesk, LayDesk, RiverDesk, View, WolvesDesk
from games.gisborne.desk.intents import LAY
from games.gisborne.desk.play_step import Selection, selection_of
from games.gisborne.words.names import (
    card_list,
    cards_count,
    face_name,
    field_name,
    mark_name,
    metal_name,
    points_of,
    steps_text,
)
from games.gisborne.words.refusals import refusals


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards of one face in a hand. `numbers` are those that can be chosen, from 1; `chosen` is the current one."""

    face: str
    name: str
    metal: str
    worth: int
    count: int
    numbers: tuple[int, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class MetalStacks:
    """Two stacks of one metal, and how many cards a play of this metal draws back; "" if that is not known."""

    metal: str
    name: str
    draws: str
    stacks: tuple[Stack, ...]

    @property
    def is_empty(self) -> bool:
        """True if the hand has no card of this metal."""
        return not any(stack.count for stack in self.stacks)


@dataclass(frozen=True, slots=True)
class Hand:
    """Stacks by metal, and the number of cards in words."""

    metals: tuple[MetalStacks, ...]
    count: str


@dataclass(frozen=True, slots=True)
class PendingPlay:
    """Result of the play in the making.

    `sentences` describe it, `problem` says why it can't be laid. `outlook` is where the pawn would end as far as can be
    known, None if it stays. `confirm` is the label of the button.
    """

    sentences: tuple[str, ...]
    problem: str
    confirm: str
    outlook: Outlook | None = None

    @property
    def to(self) -> int:
        """Field on which the pawn would end, 0 for none."""
        return 0 if self.outlook is None or self.outlook.beach else self.outlook.to

    @property
    def beach(self) -> bool:
        """True if the pawn would arrive."""
        return self.outlook is not None and self.outlook.beach

    @property
    def aloud(self) -> str:
        """Text for screen readers."""
        return " ".join((*self.sentences, self.problem))


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
    form is sent.
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
    chosen: int = 0
    surplus: int = 0
    may_undo: bool = False


def build_hand(view: View, cards: Cards, chosen: Cards = (), most: int = 0) -> Hand:
    """Return a hand in stacks, with the chosen cards; at most `most` cards of a stack can be chosen."""
    metals = tuple(
        MetalStacks(
            metal=metal.value,
            name=metal_name(metal),
            draws=_draws_label(view, metal),
            stacks=tuple(_stack(face, cards, chosen, most) for face in Face if face.metal is metal),
        )
        for metal in Metal
    )
    return Hand(metals, cards_count(len(cards)))


def _draws_label(view: View, metal: Metal) -> str:
    """Return how many cards a play of a metal draws back, as "+2"; "" in the last round and in a village."""
    in_village = isinstance(view.desk, LayDesk) and view.desk.mixed
    return "" if view.last_round or in_village else f"+{view.definition.draws_of(metal)}"


def _stack(face: Face, cards: Cards, chosen: Cards, most: int) -> Stack:
    count, picked = cards.count(face), chosen.count(face)
    # An address may choose more than a play can have; the form shows that too.
    numbers = tuple(range(1, min(count, max(most, picked)) + 1))
    return Stack(face.value, face_name(face), face.metal.value, face.worth, count, numbers, picked)


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


def build_pending(view: View, state: State, desk: LayDesk, selection: Selection) -> PendingPlay:
    """Return the result of a play in the making."""
    seat = view.viewer
    assert seat is not None, "a desk has a seat"
    confirm = _confirm(selection)
    if not selection:
        return PendingPlay((_first(view),), "", confirm)
    problem = _problem(state, Lay(seat, view.round, selection.cards, tent=selection.tent))
    if problem:
        return PendingPlay((), problem, confirm)
    draws = 0 if view.last_round else draws_for(state, seat, Play(selection.cards, selection.tent))
    return _outcome(view, seat, desk, selection, draws, confirm)


def _first(view: View) -> str:
    most = view.definition.most_cards
    return ngettext(
        "Choose a card, or the tent to stay.", "Choose up to %(n)s cards of one metal, or the tent to stay.", most
    ) % {"n": most}


def _problem(state: State, command: Lay) -> str:
    try:
        answer(state, command)
    except RuleViolation as violation:
        return refusals(violation)
    return ""


def _confirm(selection: Selection) -> str:
    """Return the label of the button that lays the play."""
    number = len(selection.cards)
    if selection.tent and number:
        return _("Lay the tent and %(cards)s") % {"cards": cards_count(number)}
    if selection.tent:
        return _("Lay the tent")
    if not number:
        return _("Lay")
    metals = metals_of(selection.cards)
    if len(metals) > 1:
        return _("Lay %(cards)s") % {"cards": cards_count(number)}
    return _lay_of(next(iter(metals)), number)


def _lay_of(metal: Metal, number: int) -> str:
    text = ngettext("Lay %(n)s %(metal)s card", "Lay %(n)s %(metal)s cards", number)
    return text % {"n": number, "metal": metal_name(metal)}


def _outcome(view: View, seat: Seat, desk: LayDesk, selection: Selection, draws: int, confirm: str) -> PendingPlay:
    drawn = _draws(draws, last=view.last_round)
    if selection.tent:
        stays = _("You stay where you are. All cards you lay come back to your hand.")
        return PendingPlay((stays, drawn), "", confirm)
    steps = steps_of(selection.cards)
    halved = steps // 2 if desk.halved else steps
    if not halved:
        return PendingPlay((_("Your pawn stays in the swamp."), drawn), "", confirm)
    outlook = find_outlook(view, seat, halved)
    sentences = (outlook_sentence(view, seat, halved, outlook), *_on_the_way(view, desk, selection, outlook), drawn)
    return PendingPlay(sentences, "", confirm, outlook)


def outlook_sentence(view: View, seat: Seat, steps: int, outlook: Outlook) -> str:
    """Return where a number of steps would lead a pawn, in a sentence."""
    words = {
        "steps": steps_text(steps),
        "start": field_name(view.at[seat]),
        "field": field_name(outlook.to),
        "kind": _kind(outlook),
    }
    if outlook.beach:
        return _("%(steps)s from %(start)s to the beach, if nobody ahead moves.") % words
    if not outlook.known:
        return _("%(steps)s from %(start)s to %(field)s, on a tile that nobody has seen yet.") % words
    return _("%(steps)s from %(start)s to %(field)s (%(kind)s), if nobody ahead moves.") % words


def _kind(outlook: Outlook) -> str:
    if outlook.chip:
        return _("viewpoint, chip of %(points)s") % {"points": points_of(outlook.chip)}
    return mark_name(outlook.mark)


def _on_the_way(view: View, desk: LayDesk, selection: Selection, outlook: Outlook) -> tuple[str, ...]:
    """Return the sentences about rivers and wolves on the way."""
    sentences = []
    if outlook.rivers:
        surplus = max(0, len(desk.hand) - len(selection.cards) - view.definition.river_hand)
        text = ngettext("Crosses a river: %(what)s", "Crosses %(n)s rivers: %(what)s", outlook.rivers)
        what = _("discard %(cards)s.") % {"cards": cards_count(surplus)} if surplus else _("nothing to discard.")
        sentences.append(text % {"n": outlook.rivers, "what": what})
    if outlook.mark is Mark.WOLVES and view.viewer is not None and view.chests[view.viewer].chips:
        sentences.append(_("The wolves take one of your chips."))
    return tuple(sentences)


def _draws(number: int, *, last: bool) -> str:
    if last:
        return _("Nobody draws back in the last round.")
    return _("Draws %(cards)s back.") % {"cards": cards_count(number)} if number else _("Draws no cards back.")


def play_words(play: Play) -> str:
    """Return a play in words."""
    if play.tent and play.cards:
        return _("the tent with %(cards)s") % {"cards": card_list(play.cards)}
    return _("the tent") if play.tent else card_list(play.cards)


def _laid(view: View, desk: LayDesk, play: Play, turn: str) -> DeskView:
    lead = "" if desk.may_take_back else _("A player behind you has laid cards, so your play stands.")
    return DeskView(
        kind="laid",
        title=_("You laid %(play)s.") % {"play": play_words(play)},
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
    chosen = selection_of(step, desk.hand).cards or desk.hand[: desk.surplus]
    return DeskView(
        kind="river",
        title=_("Discard %(cards)s at the river") % {"cards": cards_count(desk.surplus)},
        lead=_("Only %(cards)s may cross. The lowest cards are chosen for you.")
        % {"cards": cards_count(len(desk.hand) - desk.surplus)},
        action=f"{turn}discard",
        question=f"river{view.owes.number}",
        command_id=_command_id(),
        hand=build_hand(view, desk.hand, chosen, len(desk.hand)),
        surplus=desk.surplus,
    )


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

"""The play in the making: where it leads, or why it can’t be laid."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import RuleViolation, Seat
from engine.gisborne.cards import Metal, metals_of, steps_of
from engine.gisborne.commands import Lay
from engine.gisborne.game import answer
from engine.gisborne.outlook import Outlook, find_outlook
from engine.gisborne.rules.draws import draws_for
from engine.gisborne.rules.lay import standing
from engine.gisborne.state import Play, State
from engine.gisborne.tiles import Mark
from engine.gisborne.view import LayDesk, View
from games.gisborne.desk.play_step import Selection
from games.gisborne.words.names import (
    cards_count,
    field_name,
    mark_name,
    metal_name,
    points_of,
    steps_text,
)
from games.gisborne.words.refusals import refusals


@dataclass(frozen=True, slots=True)
class PendingPlay:
    """Result of the play in the making.

    `sentences` describe it, `problem` says why it can't be laid. `outlook` is where the pawn would end as far as can be
    known, None if it stays. `confirm` is the label of the button, and `note` says that the play can't be undone.
    """

    sentences: tuple[str, ...]
    problem: str
    confirm: str
    outlook: Outlook | None = None
    note: str = ""

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
        return " ".join(words for words in (*self.sentences, self.problem, self.note) if words)


def build_pending(view: View, state: State, desk: LayDesk, selection: Selection) -> PendingPlay:
    """Return the result of a play in the making."""
    seat = view.viewer
    assert seat is not None, "a desk has a seat"
    return replace(_result(view, state, seat, desk, selection), note=_note(state, seat))


def _note(state: State, seat: Seat) -> str:
    """Return that a play stands as soon as it is laid, "" if it can be undone for a while (ruling G9)."""
    return _("A player behind you has laid cards, so you can’t undo this play.") if seat in standing(state) else ""


def _result(view: View, state: State, seat: Seat, desk: LayDesk, selection: Selection) -> PendingPlay:
    confirm = _confirm(selection)
    if not selection:
        return PendingPlay((_first(view, desk),), "", confirm)
    problem = _problem(state, Lay(seat, view.round, selection.cards, tent=selection.tent))
    if problem:
        return PendingPlay((), problem, confirm)
    drawn = _draws(view, seat, selection, draws_for(state, seat, Play(selection.cards, selection.tent)))
    return _outcome(view, seat, desk, selection, drawn, confirm)


def _first(view: View, desk: LayDesk) -> str:
    most = view.definition.most_cards
    if desk.mixed:
        text = ngettext(
            "Choose a card of any metal, or the tent to stay.",
            "Choose up to %(n)s cards of any metal, or the tent to stay.",
            most,
        )
    else:
        text = ngettext(
            "Choose a card, or the tent to stay.", "Choose up to %(n)s cards of one metal, or the tent to stay.", most
        )
    return text % {"n": most}


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


def _outcome(view: View, seat: Seat, desk: LayDesk, selection: Selection, drawn: str, confirm: str) -> PendingPlay:
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


def _draws(view: View, seat: Seat, selection: Selection, number: int) -> str:
    if view.last_round:
        return _("Nobody draws back in the last round.")
    if not number:
        return _("Draws no cards back.")
    if _surely_left(view, seat, selection) < number:
        return _("Draws %(cards)s back, as far as the pile lasts.") % {"cards": cards_count(number)}
    return _("Draws %(cards)s back.") % {"cards": cards_count(number)}


def _surely_left(view: View, seat: Seat, selection: Selection) -> int:
    """Return how many cards are left at least for a seat to draw, which those ahead draw before it (ruling G22).

    The cards that it plays are among the discards by then, those that lie with its tent are not.
    """
    box = view.definition
    most = max(box.tent_draws, box.village_draws, *map(box.draws_of, Metal))
    played = 0 if selection.tent else len(selection.cards)
    return view.pile + view.discards + played - most * view.order.index(seat)

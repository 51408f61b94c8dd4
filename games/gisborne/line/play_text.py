"""Sentences about the play in the making: what is selected, and where plays would lead."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.gisborne.cards import Cards
from engine.gisborne.errors import Refusal
from engine.gisborne.outlook import find_outlook
from engine.gisborne.plays import shortest_plays
from engine.gisborne.view import LayDesk, RiverDesk, View
from games.gisborne.desk.pending_play import build_pending, outlook_sentence
from games.gisborne.desk.play_step import Selection
from games.gisborne.line.reader import Reader
from games.gisborne.log.deeds import play_words
from games.gisborne.words.names import card_list, cards_count
from games.gisborne.words.refusals import refusal
from games.play.line import UnreadableCommand


def selection_sentences(reader: Reader, selection: Selection) -> tuple[str, ...]:
    """Return what is selected, and what it would result in; nothing where no cards are asked for."""
    match reader.view.desk:
        case LayDesk(play=None) as desk if selection:
            return (_selected(selection), *_outcome(reader, desk, selection))
        case RiverDesk(surplus=surplus):
            chosen = (_selected(selection),) if selection.cards else ()
            return (*chosen, _("Discard exactly %(cards)s.") % {"cards": cards_count(surplus)})
        case LayDesk(play=None):
            return (_("No cards are selected."),)
        case _:
            return ()


def _selected(selection: Selection) -> str:
    return _("Selected: %(play)s.") % {"play": play_words(selection.cards, tent=selection.tent)}


def _outcome(reader: Reader, desk: LayDesk, selection: Selection) -> tuple[str, ...]:
    pending = build_pending(reader.view, reader.seated.state, desk, selection)
    return (*pending.sentences, pending.problem) if pending.problem else pending.sentences


def reach_sentences(reader: Reader, selection: Selection) -> tuple[str, ...]:
    """Return where a play would lead; for no cards, where each number of steps of the hand would.

    Raises UnreadableCommand if the reader isn't asked for a play.
    """
    seat, desk = reader.seat, _lay_desk(reader.view)
    if not selection:
        return tuple(_every_reach(reader.view, seat, desk))
    play = play_words(selection.cards, tent=selection.tent)
    return (_("If you lay %(play)s:") % {"play": play}, *_outcome(reader, desk, selection))


def steps_sentences(reader: Reader, steps: int) -> tuple[str, ...]:
    """Return where a number of steps would lead. Raises UnreadableCommand if the reader isn't asked for a play."""
    seat = reader.seat
    _lay_desk(reader.view)
    if not steps:
        raise UnreadableCommand(_("Enter cards or a number of steps, for example “reach 8”."))
    return (outlook_sentence(reader.view, seat, steps, find_outlook(reader.view, seat, steps)),)


def _lay_desk(view: View) -> LayDesk:
    if not isinstance(view.desk, LayDesk):
        raise UnreadableCommand(refusal(Refusal.NOT_ASKED))
    if view.desk.play:
        raise UnreadableCommand(refusal(Refusal.ALREADY_LAID))
    return view.desk


def _every_reach(view: View, seat: Seat, desk: LayDesk) -> Iterator[str]:
    """Yield where each number of steps would lead, with the fewest cards for it."""
    plays: dict[int, Cards] = {}
    shortest = shortest_plays(desk.hand, view.definition.most_cards, mixed=desk.mixed)
    for whole, cards in sorted(shortest.items()):
        steps = whole // 2 if desk.halved else whole
        if steps and (steps not in plays or len(cards) < len(plays[steps])):
            plays[steps] = cards
    for steps in sorted(plays):
        leads = outlook_sentence(view, seat, steps, find_outlook(view, seat, steps))
        yield _("%(play)s: %(leads)s") % {"play": card_list(plays[steps]), "leads": leads}

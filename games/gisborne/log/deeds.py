"""Plays and moves in words: what each seat did in a round, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne import events as ev
from engine.gisborne.cards import Cards
from engine.gisborne.tiles import Mark
from engine.gisborne.way import Way
from games.gisborne.log.rounds import Crossing, Deed, LaidPlay, Move, WolvesMeeting
from games.gisborne.words.names import card_list, field_name, mark_name, steps_text
from games.play.words import and_list


def play_sentence(play: LaidPlay, name: str) -> str:
    """Return the sentence about a play that lies there, before its pawn moves."""
    return _sentence(_laid(play), play, name)


def move_sentence(play: LaidPlay, move: Move, way: Way, name: str) -> str:
    """Return the sentence about a play and the move with it; `way` has at least the fields of the move."""
    return _sentence([*_laid(play), *_moved(move, way)], play, name)


def own_play_sentence(play: LaidPlay) -> str:
    """Return the sentence about the reader's play before the reveal."""
    if not play.chosen:
        return _("You had no cards left, so your tent was laid for you.")
    return _("You laid %(play)s.") % {"play": play_words(play.cards, tent=play.tent)}


def play_words(cards: Cards, *, tent: bool) -> str:
    """Return a play in words, as "2 × silver 3" or "the tent with bronze 1"."""
    if not tent:
        return card_list(cards)
    return _("the tent with %(cards)s") % {"cards": card_list(cards)} if cards else _("the tent")


def place_words(at: int, way: Way) -> str:
    """Return a field with what is there, as "field 26 (viewpoint)"."""
    if not 0 < at <= way.last or way.mark(at) is Mark.PLAIN:
        return field_name(at)
    return _("%(field)s (%(mark)s)") % {"field": field_name(at), "mark": mark_name(way.mark(at))}


def _sentence(deeds: list[str], play: LaidPlay, name: str) -> str:
    sentence = _("%(name)s %(deeds)s.") % {"name": name, "deeds": and_list(deeds)}
    return _("%(sentence)s (stand-in)") % {"sentence": sentence} if play.stand_in else sentence


def _laid(play: LaidPlay) -> list[str]:
    laid = _("laid %(play)s") % {"play": play_words(play.cards, tent=play.tent)}
    return [laid] if play.chosen else [_("had no cards"), laid]


def _moved(move: Move, way: Way) -> Iterator[str]:
    """Yield what happened in a move, in order; the steps are told at their end."""
    begun = next((deed for deed in move.deeds if isinstance(deed, ev.SetOut)), None)
    done = any(leg.leg is ev.Reason.STEPS and not leg.left for leg in move.legs)
    if begun and not done:
        yield _("had %(steps)s to take") % {"steps": _steps(begun)}
    for deed in move.deeds:
        if words := _deed(deed, move, way, begun):
            yield words


def _deed(deed: Deed, move: Move, way: Way, begun: ev.SetOut | None) -> str:
    match deed:
        case ev.Stayed(why=why):
            return _stayed(move.start, why)
        case ev.Moved():
            return _leg(deed, move, way, begun)
        case ev.ChipTaken():
            return chip_words(deed)
        case ev.Arrived(slot=slot):
            return _("reached slot %(slot)s of the beach") % {"slot": slot}
        case Crossing():
            return _crossed(deed)
        case WolvesMeeting(value=value):
            return _("gave the wolves a chip worth %(value)s") % {"value": value} if value else _("must give up a chip")
        case ev.SetOut() | ev.TileLaid():
            return ""
        case _:
            assert_never(deed)


def _stayed(at: int, why: ev.Reason) -> str:
    words = {"place": field_name(at)}
    if why is ev.Reason.SWAMP:
        return _("stayed on %(place)s, as the swamp halved a single step") % words
    return _("stayed on %(place)s") % words


def _steps(begun: ev.SetOut) -> str:
    steps = steps_text(begun.steps)
    return _("%(steps)s (halved by the swamp)") % {"steps": steps} if begun.halved else steps


def _leg(leg: ev.Moved, move: Move, way: Way, begun: ev.SetOut | None) -> str:
    """Return the words for a leg; steps before a river or the end of the tiles belong to the ones after it."""
    ends = leg is move.legs[-1]
    words = {"place": place_words(leg.to, way) if ends else field_name(leg.to)}
    match leg.leg:
        case ev.Reason.PUSH:
            return _("was pushed on to %(place)s") % words
        case ev.Reason.BRIDGE:
            return _("crossed the bridge to %(place)s") % words
        case _:
            if leg.left or begun is None:
                return ""
            return _("walked %(steps)s to %(place)s") % (words | {"steps": _steps(begun)})


def chip_words(chip: ev.ChipTaken) -> str:
    """Return how a seat won a chip, as "took the chip worth 2"."""
    words = {"value": chip.value, "place": field_name(chip.field)}
    match chip.how:
        case ev.Reason.PASSED:
            return _("took the chip worth %(value)s from %(place)s, as the last to pass it") % words
        case ev.Reason.BEACH:
            return _("took the chip worth %(value)s there, as the first to arrive") % words
        case _:
            return _("took the chip worth %(value)s") % words


def _crossed(crossing: Crossing) -> str:
    words = {"place": field_name(crossing.field), "n": crossing.surplus, "cards": card_list(crossing.cards)}
    if crossing.cards:
        return _("discarded %(cards)s at the river after %(place)s") % words
    text = ngettext(
        "must discard %(n)s card at the river after %(place)s",
        "must discard %(n)s cards at the river after %(place)s",
        crossing.surplus,
    )
    return text % words

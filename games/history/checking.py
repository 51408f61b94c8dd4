"""Checking a game's record: what was checked and what is wrong, in plain words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers import codec
from engine.cartographers.events import Drawn, EdictsLaid, Event, GameStarted, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.provenance import Departure, Pile, departures
from engine.cartographers.records import Record, RecordError
from engine.cartographers.state import State
from engine.randomness import commitment
from engine.verification import Fault, RecordFault, Verification, verify
from games.cartographers.words.names import season_name


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked; `note` marks what is not wrong, but good to know."""

    good: bool
    words: str
    note: bool = False


def findings(record: Record) -> list[Finding]:
    """Everything that was checked, in the order of the game. Raises RecordError where seed or commitment is missing."""
    if record.seed is None or record.commitment is None:
        raise RecordError("seed and commitment: a finished game's record has both")
    checked = verify(RULES, record.events, record.seed)
    return [
        _commitment(record.seed, record.commitment),
        *_seats(record, checked),
        *_cards(record),
        *_decks(record, checked),
        *_play(record, checked),
    ]


def _commitment(seed: bytes, promised: str) -> Finding:
    if commitment(seed) == promised:
        return Finding(True, _("The seed is the one promised before the first card."))
    return Finding(False, _("The seed is not the one promised before the first card: its SHA-256 is another."))


def _seats(record: Record, checked: Verification[State]) -> Iterator[Finding]:
    if checked.state and checked.state.seats != len(record.seats):
        yield Finding(False, _("The record names another number of players than there are seats in the game."))


def _cards(record: Record) -> Iterator[Finding]:
    """What the game was played with, compared with what the site comes with."""
    match record.events[:1]:
        case [GameStarted(definition)]:
            found = departures(definition)
            yield from (Finding(True, _departure(one), note=True) for one in found)
            if not found:
                yield Finding(True, _("Sheet and cards are the published ones."))


def _departure(departure: Departure) -> str:
    if departure.pile is Pile.COIN_TRACK:
        return _("The coin track is not as long as the published one.")
    words = {"kind": _KINDS[departure.pile], "id": departure.id}
    if departure.id:
        return _("%(kind)s %(id)s: not the published one.") % words
    return _("%(kind)s: the published ones, but not all of them.") % words


_KINDS = {
    Pile.SHEET: gettext_lazy("Map sheet"),
    Pile.SEASONS: gettext_lazy("Season"),
    Pile.EXPLORE: gettext_lazy("Explore card"),
    Pile.RUINS: gettext_lazy("Ruins card"),
    Pile.AMBUSHES: gettext_lazy("Ambush card"),
    Pile.HEROES: gettext_lazy("Hero card"),
    Pile.POOL: gettext_lazy("Scoring card"),
}


def _decks(record: Record, checked: Verification[State]) -> Iterator[Finding]:
    for label in sorted(checked.shuffled, key=lambda label: label != "edicts"):
        if label in checked.differing:
            yield Finding(False, _("%(deck)s: the seed gives another order.") % {"deck": _deck(label)})
        else:
            yield Finding(True, _("%(deck)s: as the seed gives it.") % {"deck": _deck(label)})
    if any(isinstance(event, EdictsLaid) and not event.drawn for event in record.events[:2]):
        yield Finding(True, _("Edicts: chosen by the host, not by chance."))


def _deck(label: str) -> str:
    match label.partition("/"):
        case ("edicts", _sign, _season):
            return _("Edicts")
        case ("ambushes", _sign, _season):
            return _("Ambush deck")
        case ("heroes", _sign, _season):
            return _("Hero deck")
        case (_name, _sign, season):
            return _("Deck of %(season)s") % {"season": season_name(season)}


def _play(record: Record, checked: Verification[State]) -> Iterator[Finding]:
    if checked.fault is not None:
        yield Finding(False, _fault(checked.fault, record))
        yield Finding(False, _("What comes after it was not checked."))
        return
    drawings = sum(isinstance(event, Drawn) for event in record.events)
    seasons = sum(isinstance(event, SeasonScored) for event in record.events)
    yield Finding(
        True, ngettext("%(count)d drawing is legal.", "%(count)d drawings are legal.", drawings) % {"count": drawings}
    )
    yield Finding(
        True,
        ngettext(
            "Coins, edicts and monsters of %(count)d season add up.",
            "Coins, edicts and monsters of %(count)d seasons add up.",
            seasons,
        )
        % {"count": seasons},
    )


def _fault(fault: RecordFault, record: Record) -> str:
    recorded = _text(record.events[fault.number - 1] if fault.number <= len(record.events) else None)
    match fault.reason:
        case Fault.NO_START:
            words = _("the record does not begin with a game's start and its edicts.")
        case Fault.DIFFERS:
            words = _("the rules give %(expected)s, the record has %(recorded)s.")
        case Fault.REFUSED:
            words = _("the rules do not allow it (%(detail)s): %(recorded)s.")
        case Fault.NOT_AN_ANSWER:
            words = _("nobody's doing brings this about: %(recorded)s.")
        case Fault.MISSING:
            words = _("the record ends before the game does.")
    values = {"expected": _text(fault.expected), "recorded": recorded, "detail": fault.detail}
    return _("Event %(number)d: ") % {"number": fault.number} + words % values


def _text(event: Event | None) -> str:
    """An event in a line; decks and definitions are cut short."""
    if event is None:
        return "-"
    kind, data = codec.encode(event)
    text = json.dumps(data, ensure_ascii=False)
    return f"{kind} {text if len(text) <= 400 else text[:400] + '...'}"

"""Sentences of the command line: news and refusals in, English out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine import RuleViolation, Seat
from engine.gisborne import View, cards_text
from engine.gisborne import events as ev
from engine.gisborne import news as nw
from engine.gisborne.cards import Cards
from engine.gisborne.errors import Refusal

_REFUSALS: Final[Mapping[str, str]] = {
    Refusal.NOTHING_LAID: "Lay at least one card or the tent.",
    Refusal.TOO_MANY: "That’s too many cards; the tent counts too.",
    Refusal.NOT_IN_HAND: "You don’t have all of these cards.",
    Refusal.MIXED_METALS: "Without the tent, all cards must be of one metal, except in a village.",
    Refusal.WRONG_NUMBER: "That’s the wrong number of cards.",
    Refusal.NO_SUCH_CHIP: "You don’t have this chip.",
    Refusal.NOT_OFFERED: "You weren’t dealt that many cards.",
}
_WINS: Final[Mapping[ev.Reason, str]] = {
    ev.Reason.LANDED: "by landing there",
    ev.Reason.PASSED: "as the last to pass it",
    ev.Reason.BEACH: "as the first to arrive",
}


def refusal_text(refused: RuleViolation) -> str:
    """Return the sentences for a refused command."""
    return " ".join(_REFUSALS.get(reason.code, f"{reason.code}.") for reason in refused.reasons)


def count_text(number: int, word: str) -> str:
    """Return a number with its noun: "1 card", "3 cards"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def field_text(at: int) -> str:
    """Return a field by its number; 0 is the bar."""
    return f"field {at}" if at else "the bar"


def way_text(view: View) -> str:
    """Return the fields from 1 by their marks, in tens."""
    marks = [view.way.mark(at).value for at in range(1, view.way.last + 1)]
    return " ".join("".join(marks[start : start + 10]) for start in range(0, len(marks), 10))


def news_text(news: nw.News) -> str:
    """Return the sentence about a piece of news, "" if what follows says it."""
    match news:
        case nw.PileRenewed(number, cards):
            return f"{count_text(cards, 'card')} shuffled into the pile" if number > 1 else ""
        case nw.DrawNews(seat, count, own=own):
            return f"{_seat(seat)} draws {count_text(count, 'card')}{_shown(own)}"
        case nw.PlayNews(seat=seat, cards=cards, tent=tent):
            return f"{_seat(seat)} lays {' '.join(filter(None, ('tent' if tent else '', cards_text(cards))))}"
        case nw.ScoringOpened(ranks=ranks, dealt=dealt, own=own):
            parts = [f"{count_text(count, 'card')} for seat {seat}" for seat, count in zip(ranks, dealt, strict=True)]
            return f"Position scoring: {', '.join(parts)}{_shown(own)}"
        case nw.ScoringNews(chests=chests, own=own):
            parts = [f"{count} from seat {seat}" for seat, count in enumerate(chests)]
            return f"Into the chests: {', '.join(parts)}{'; into your hand' if own else ''}{_shown(own)}"
        case nw.KeepNews(seat=seat, chest=chest):
            return f"{_seat(seat)} puts {count_text(chest, 'card')} into the chest"
        case _:
            return _event_text(news)


def _event_text(event: nw.OpenNews) -> str:
    match event:
        case ev.SetOut(seat, steps, halved):
            return f"{_seat(seat)} sets out for {count_text(steps, 'step')}{', halved by the swamp' if halved else ''}"
        case ev.Stayed(seat, why):
            return f"{_seat(seat)} stays{' in the swamp' if why is ev.Reason.SWAMP else ''}"
        case ev.Moved(seat, to, left, leg):
            how = {ev.Reason.PUSH: "is pushed on to", ev.Reason.BRIDGE: "crosses the bridge to"}.get(leg, "walks to")
            return f"{_seat(seat)} {how} {field_text(to)}{f', {left} to go' if left else ''}"
        case ev.TileLaid(tile, chip):
            return f"New tile: {tile}{f', with a chip worth {chip}' if chip else ''}"
        case ev.RiverReached(seat, surplus=surplus):
            return f"{_seat(seat)} is at a river and must discard {count_text(surplus, 'card')}"
        case ev.Discarded(seat, cards):
            return f"{_seat(seat)} discards {cards_text(cards)}"
        case ev.WolvesMet(seat):
            return f"{_seat(seat)} meets wolves"
        case ev.ChipGiven(seat, value):
            return f"{_seat(seat)} gives up a chip worth {value}"
        case ev.ChipTaken(seat, value=value, how=how):
            return f"{_seat(seat)} takes the chip worth {value} {_WINS[how]}"
        case ev.Arrived(seat, slot):
            return f"{_seat(seat)} reaches slot {slot} of the beach"
        case ev.GameEnded():
            return "The game is over"
        case _:
            return ""


def _seat(seat: Seat) -> str:
    return f"Seat {seat}"


def _shown(own: Cards) -> str:
    return f": {cards_text(own)}" if own else ""

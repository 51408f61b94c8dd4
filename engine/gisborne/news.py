"""News: the part of an event that one viewer may see.

If an event holds secrets, its news has a separate type without fields for them.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat, Viewer
from engine.gisborne import events as ev
from engine.gisborne.cards import Cards, sort_cards
from engine.gisborne.commands import lay_id
from engine.gisborne.state import State


@dataclass(frozen=True, slots=True)
class PileRenewed:
    """News: a number of cards was shuffled into the pile."""

    number: int
    count: int


@dataclass(frozen=True, slots=True)
class DrawNews:
    """News: a seat drew cards; `own` are their faces for that seat, empty for all others."""

    seat: Seat
    count: int
    why: ev.Reason
    own: Cards = ()


@dataclass(frozen=True, slots=True)
class PlayNews:
    """News: a seat laid a play. Like `Laid`, but without the number of attempts, which reveals take-backs."""

    round: int
    seat: Seat
    cards: Cards
    tent: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class KeepNews:
    """News for a seat: its number of cards for the chest."""

    round: int
    number: int
    seat: Seat
    chest: int


@dataclass(frozen=True, slots=True)
class ScoringOpened:
    """News: a position scoring dealt numbers of cards, by rank; `own` are the cards of the last rank for its seat."""

    round: int
    number: int
    ranks: tuple[Seat, ...]
    dealt: tuple[int, ...]
    has_choice: bool
    own: Cards = ()


@dataclass(frozen=True, slots=True)
class ScoringNews:
    """News: a position scoring closed, with numbers put into chests and taken into hands, by seat.

    `own` are the cards that the viewer has kept.
    """

    round: int
    number: int
    chests: tuple[int, ...]
    kept: tuple[int, ...]
    own: Cards = ()


OpenNews = (
    ev.GameStarted
    | ev.BarDrawn
    | ev.RoundBegan
    | ev.TakenBack
    | ev.KeepTakenBack
    | ev.Revealed
    | ev.SetOut
    | ev.Stayed
    | ev.Moved
    | ev.TileLaid
    | ev.RiverReached
    | ev.Discarded
    | ev.WolvesMet
    | ev.ChipGiven
    | ev.ChipTaken
    | ev.Arrived
    | ev.Cleared
    | ev.GameEnded
)
"""Events without a secret."""

News = OpenNews | PileRenewed | DrawNews | PlayNews | KeepNews | ScoringOpened | ScoringNews
"""Visible events of a game. Answers taken back are only visible to the seat that took them back."""


def visible_news(event: ev.Event, viewer: Viewer, state: State) -> News | None:
    """Return the news of an event for a viewer in the current state, or None if they may not see it."""
    match event:
        case ev.TilesShuffled() | ev.ChipsShuffled():
            return None
        case ev.PileShuffled(number, cards):
            return PileRenewed(number, len(cards))
        case ev.Drew(seat, cards, why):
            return DrawNews(seat, len(cards), why, sort_cards(cards) if seat == viewer else ())
        case ev.Laid(round_, seat, cards, tent, chosen=chosen):
            return PlayNews(round_, seat, cards, tent, chosen) if seat == viewer or _is_open(event, state) else None
        case ev.TakenBack(seat=seat) | ev.KeepTakenBack(seat=seat):
            return event if seat == viewer else None
        case ev.Kept(round_, number, seat, chest):
            return KeepNews(round_, number, seat, chest) if seat == viewer else None
        case ev.ScoringBegan(round_, number, ranks, dealt, has_choice):
            own = sort_cards(dealt[-1]) if ranks[-1] == viewer else ()
            return ScoringOpened(round_, number, ranks, tuple(map(len, dealt)), has_choice, own)
        case ev.ScoringClosed(round_, number, chests, kept):
            own = kept[viewer] if viewer is not None else ()
            return ScoringNews(round_, number, chests, tuple(map(len, kept)), own)
        case _:
            return event


def _is_open(event: ev.Laid, state: State) -> bool:
    """Return True if all may see a play: once revealed, unless it was taken back."""
    revealed = event.round < state.round.number or state.round.revealed
    return revealed and event.attempt == state.withdrawn.get(lay_id(event.round, event.seat), 0)

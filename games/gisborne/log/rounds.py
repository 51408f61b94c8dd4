"""Rounds of a game, folded from the news that one viewer may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from engine.contract import Seat, Viewer
from engine.gisborne import events as ev
from engine.gisborne.cards import Cards
from engine.gisborne.game import RULES
from engine.gisborne.news import DrawNews, KeepNews, News, PileRenewed, PlayNews, ScoringNews, ScoringOpened
from games.play.log import whole_log
from games.tables.game import Seated
from games.tables.log.state import DecodedEvent, visible_entries


@dataclass(frozen=True, slots=True)
class LaidPlay:
    """Play of a seat, with the number of its event. `chosen` is False for a tent that lies by itself."""

    seat: Seat
    cards: Cards
    tent: bool
    chosen: bool
    number: int
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Crossing:
    """River behind a field, where a seat discards `cards`; `surplus` is their number, and they are empty until then."""

    seat: Seat
    field: int
    surplus: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class WolvesMeeting:
    """Wolves on a field, to which a seat gives a chip of a `value`, 0 until then."""

    seat: Seat
    field: int
    value: int = 0


Deed = ev.Stayed | ev.SetOut | ev.Moved | ev.TileLaid | ev.ChipTaken | ev.Arrived | Crossing | WolvesMeeting
"""Event of a move."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move of a seat's pawn from a field (0: the bar), with all that happens in it, in order."""

    seat: Seat
    start: int
    deeds: tuple[Deed, ...]
    number: int

    @property
    def legs(self) -> tuple[ev.Moved, ...]:
        """Ways that the pawn went: steps, pushes and bridges."""
        return tuple(deed for deed in self.deeds if isinstance(deed, ev.Moved))

    @property
    def to(self) -> int:
        """Last field that the pawn reached, the first one if it stayed."""
        return self.legs[-1].to if self.legs else self.start


@dataclass(frozen=True, slots=True)
class ScoringRecord:
    """Position scoring. `ranks` and `dealt` are by rank; `chests` and `kept`, numbers of cards by seat, are empty until
    it is closed. `own` are cards that came into the viewer's hand, and `choice` its open decision, or None.
    """

    number: int
    ranks: tuple[Seat, ...]
    dealt: tuple[int, ...]
    event: int
    chests: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    own: Cards = ()
    choice: int | None = None

    @property
    def is_closed(self) -> bool:
        """True once all seats have decided."""
        return bool(self.chests)

    def dealt_to(self, seat: Seat) -> int:
        """Return the number of cards dealt to a seat."""
        return self.dealt[self.ranks.index(seat)]


_NO_PLAYS: Final[Mapping[Seat, LaidPlay]] = {}


class Round(NamedTuple):
    """Round as a viewer may see it; 0 is the set-up. Like the state, a named tuple for quick copies.

    `plays` are by seat, without those that the viewer may not see. `moves` are in order. `draws` are those of the deal
    or of drawing back, in order, with the viewer's own cards. `piles` are the numbers of cards shuffled into the pile.
    `seats` and `bar` belong to the set-up. `began` and `last` are the numbers of the first and the last event. `ended`
    is True if the game ended with this round.
    """

    number: int
    began: int = 0
    seats: int = 0
    bar: tuple[Seat, ...] = ()
    order: tuple[Seat, ...] = ()
    plays: Mapping[Seat, LaidPlay] = _NO_PLAYS
    revealed: bool = False
    moves: tuple[Move, ...] = ()
    draws: tuple[DrawNews, ...] = ()
    piles: tuple[int, ...] = ()
    scorings: tuple[ScoringRecord, ...] = ()
    last: int = 0
    ended: bool = False

    @property
    def chips(self) -> tuple[ev.ChipTaken, ...]:
        """Chips won in this round, in order."""
        return tuple(deed for move in self.moves for deed in move.deeds if isinstance(deed, ev.ChipTaken))

    @property
    def rivers(self) -> tuple[Crossing, ...]:
        """Rivers at which cards are discarded, in order."""
        return tuple(deed for move in self.moves for deed in move.deeds if isinstance(deed, Crossing))

    @property
    def wolves(self) -> tuple[WolvesMeeting, ...]:
        """Meetings with wolves, in order."""
        return tuple(deed for move in self.moves for deed in move.deeds if isinstance(deed, WolvesMeeting))

    @property
    def arrivals(self) -> tuple[ev.Arrived, ...]:
        """Arrivals on the beach, in order."""
        return tuple(deed for move in self.moves for deed in move.deeds if isinstance(deed, ev.Arrived))

    @property
    def tiles(self) -> tuple[ev.TileLaid, ...]:
        """Tiles that joined the way, in order."""
        return tuple(deed for move in self.moves for deed in move.deeds if isinstance(deed, ev.TileLaid))

    def move_of(self, seat: Seat) -> Move | None:
        """Return the move of a seat, or None before it."""
        return next((move for move in self.moves if move.seat == seat), None)

    def won(self, seat: Seat) -> int:
        """Return the points that a seat won in this round; chips given to wolves count negative."""
        chips = sum(chip.value for chip in self.chips if chip.seat == seat)
        given = sum(meeting.value for meeting in self.wolves if meeting.seat == seat)
        return chips - given + sum(scoring.chests[seat] for scoring in self.scorings if scoring.is_closed)


def visible_rounds(seated: Seated) -> tuple[Round, ...]:
    """Return the rounds of a table as its viewer may see them, the set-up first."""
    return fold_rounds(visible_entries(RULES, whole_log(seated), viewer_of(seated), seated.state))


def viewer_of(seated: Seated) -> Viewer:
    """Return the viewer; a player who has left a game in progress is a spectator."""
    return None if seated.has_left else seated.seat


def fold_rounds(news: Iterable[DecodedEvent[News]], at: Sequence[int] = ()) -> tuple[Round, ...]:
    """Return the rounds of a game, the set-up first; `at` are the fields of the pawns before, () for a whole game."""
    fold = _Fold(at)
    for entry in news:
        fold.add(entry)
    return tuple(one._replace(last=last) for one, last in zip(fold.rounds, fold.lasts, strict=True))


class _Fold:
    """Fold of news into rounds; `at` is the field of each pawn, `lasts` the number of the last event of each round."""

    def __init__(self, at: Sequence[int]) -> None:
        self.rounds, self.lasts = [Round(0)], [0]
        self.at: dict[Seat, int] = {Seat(seat): field for seat, field in enumerate(at)}

    def add(self, entry: DecodedEvent[News]) -> None:
        """Add one event."""
        match event := entry.event:
            case ev.RoundBegan(number, order):
                self.rounds.append(Round(number, entry.number, order=order))
                self.lasts.append(entry.number)
            case ev.GameStarted() | ev.BarDrawn() | PileRenewed() | DrawNews() | ev.GameEnded():
                self._add_to_table(event)
            case PlayNews() | ev.TakenBack() | ev.Revealed():
                self._add_play(event, entry)
            case ScoringOpened() | KeepNews() | ev.KeepTakenBack() | ScoringNews():
                self._add_scoring(event, entry.number)
            case ev.Cleared():
                pass
            case _:
                self._add_deed(event, entry.number)
        self.lasts[-1] = entry.number

    @property
    def _now(self) -> Round:
        return self.rounds[-1]

    def _change(self, **changes: Any) -> None:
        self.rounds[-1] = self.rounds[-1]._replace(**changes)

    def _add_to_table(self, event: ev.GameStarted | ev.BarDrawn | PileRenewed | DrawNews | ev.GameEnded) -> None:
        match event:
            case ev.GameStarted(seats=seats):
                self._change(seats=seats)
            case ev.BarDrawn(order):
                self._change(bar=order)
            case PileRenewed(count=count):
                self._change(piles=(*self._now.piles, count))
            case DrawNews():
                self._change(draws=(*self._now.draws, event))
            case ev.GameEnded():
                self._change(ended=True)

    def _add_play(self, event: PlayNews | ev.TakenBack | ev.Revealed, entry: DecodedEvent[News]) -> None:
        plays = dict(self._now.plays)
        match event:
            case PlayNews(seat=seat):
                plays[seat] = LaidPlay(seat, event.cards, event.tent, event.chosen, entry.number, entry.stand_in)
            case ev.TakenBack(seat=seat):
                plays.pop(seat, None)
            case ev.Revealed():
                self._change(revealed=True)
        self._change(plays=plays)

    def _add_deed(self, event: Any, number: int) -> None:
        moves = self._now.moves
        if isinstance(event, ev.SetOut | ev.Stayed):
            self._change(moves=(*moves, Move(event.seat, self.at.get(event.seat, 0), (event,), number)))
            return
        move = moves[-1]
        here, deeds = self.at.get(move.seat, 0), move.deeds
        match event:
            case ev.Moved(seat, to):
                self.at[seat] = to
                deeds = (*deeds, event)
            case ev.RiverReached(seat, surplus=surplus):
                deeds = (*deeds, Crossing(seat, here, surplus))
            case ev.WolvesMet(seat):
                deeds = (*deeds, WolvesMeeting(seat, here))
            case ev.Discarded(cards=cards):
                deeds = _with_last(deeds, Crossing, cards=cards)
            case ev.ChipGiven(value=value):
                deeds = _with_last(deeds, WolvesMeeting, value=value)
            case ev.TileLaid() | ev.ChipTaken() | ev.Arrived():
                deeds = (*deeds, event)
        self._change(moves=(*moves[:-1], replace(move, deeds=deeds)))

    def _add_scoring(self, event: ScoringOpened | KeepNews | ev.KeepTakenBack | ScoringNews, number: int) -> None:
        scorings = self._now.scorings
        if isinstance(event, ScoringOpened):
            opened = ScoringRecord(event.number, event.ranks, event.dealt, number, own=event.own)
            self._change(scorings=(*scorings, opened))
            return
        scoring = scorings[-1]
        match event:
            case KeepNews(chest=chest):
                scoring = replace(scoring, choice=chest)
            case ev.KeepTakenBack():
                scoring = replace(scoring, choice=None)
            case ScoringNews(chests=chests, kept=kept, own=own):
                scoring = replace(scoring, chests=chests, kept=kept, own=own, event=number, choice=None)
        self._change(scorings=(*scorings[:-1], scoring))


def _with_last(deeds: Sequence[Deed], kind: type[Any], **changes: Any) -> tuple[Deed, ...]:
    """Return deeds whose last one, of a kind, is changed."""
    *before, last = deeds
    assert isinstance(last, kind), "an answer follows what it answers"
    return (*before, replace(last, **changes))

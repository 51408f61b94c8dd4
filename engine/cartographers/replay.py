"""Playing a recorded game again, with every event checked, many times as fast as deciding it anew.

A referee follows the events with a pencil: what lies on the table is kept in lists that change in place, a drawing is
checked where it lies instead of being chosen from all that is offered, and one state is made in the end.
`verification` decides everything again by the rules themselves; tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, RuinsCard
from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    Drawn,
    EdictsLaid,
    Event,
    GameEnded,
    GameStarted,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.faults import MALFORMATIONS, Fault, ReplayFault
from engine.cartographers.geometry import Mask
from engine.cartographers.placement import Forced, ambush_offer, explore_offer
from engine.cartographers.rules import setup, solo
from engine.cartographers.rules.ambush import target
from engine.cartographers.rules.season import score_board
from engine.cartographers.state import Box, DeckCard, State
from engine.cartographers.terrain import Terrain
from engine.contract import RuleViolation, Seat


class _Differs(Exception):
    """The event at hand is not what the rules give."""


def replay(events: Sequence[Event]) -> State:
    """The state after a game's events, every one of them checked against the rules. Raises ReplayFault."""
    number = 0
    try:
        referee = _Referee(events)
        for number, event in enumerate(events[3:], 3):  # noqa: B007 - the number is for the fault
            _CHECKS[type(event)](referee, event)
    except _Differs:
        raise ReplayFault(number + 1, Fault.DIFFERS) from None
    except RuleViolation as refusal:
        raise ReplayFault(number + 1, Fault.REFUSED, detail=refusal.code) from None
    except MALFORMATIONS as error:
        raise ReplayFault(number + 1, Fault.MALFORMED, detail=str(error)) from error
    if not referee.may_rest():
        raise ReplayFault(len(events) + 1, Fault.MISSING)
    return referee.state()


def _require(holds: bool) -> None:
    if not holds:
        raise _Differs


class _Referee:
    """What lies on the table, changing in place. Fields are those of `State`; `revealed` counts the cards of the deck
    that are turned up, `awaited` the seats that have yet to draw.
    """

    __slots__ = (
        "ambush_deck",
        "awaited",
        "base",
        "boards",
        "box",
        "coins",
        "deck",
        "drawings",
        "edicts",
        "latest",
        "made",
        "open",
        "over",
        "retakes",
        "revealed",
        "ruins_pending",
        "scores",
        "season",
        "seats",
        "time",
        "turn",
    )

    def __init__(self, events: Sequence[Event]) -> None:
        match events[:3]:
            case [GameStarted(made, seats), EdictsLaid(edicts), AmbushDeckShuffled(ambushes)]:
                setup.check(setup.Setup(made, edicts), seats)
                _require(sorted(ambushes) == sorted(card.id for card in made.ambushes))
            case _:
                raise ReplayFault(1, Fault.NO_START)
        self.box, self.made, self.seats = Box(made), made, seats
        self.edicts = tuple(self.box.scoring[card] for card in edicts)
        self.ambush_deck: tuple[str, ...] = ambushes
        self.deck: tuple[str, ...] = ()
        self.revealed = 0
        self.base = [*(card.id for card in made.explore), *(card.id for card in made.ruins)]
        self.season, self.time, self.turn = -1, 0, 0
        self.ruins_pending = self.over = False
        self.open: ExploreCard | AmbushCard | None = None
        self.boards = [Board.of_sheet(made.sheet)] * seats
        self.coins = [0] * seats
        self.drawings: list[Drawn | None] = [None] * seats
        self.latest: list[Mask] = [0] * seats
        self.awaited = 0
        self.scores: list[Any] = []
        self.retakes: list[tuple[int, Seat]] = []

    def may_rest(self) -> bool:
        """Whether nothing more happens until somebody acts."""
        return self.over or self.awaited > 0

    def state(self) -> State:
        """What lies on the table, as the rules see it."""
        return State(
            box=self.box,
            seats=self.seats,
            edicts=self.edicts,
            ambush_deck=self.ambush_deck,
            season=self.season,
            deck=self.deck[self.revealed :],
            column=self.deck[: self.revealed],
            time=self.time,
            ruins_pending=self.ruins_pending,
            turn=self.turn,
            open=self.open,
            boards=tuple(self.boards),
            coins=tuple(self.coins),
            drawings=tuple(self.drawings),
            latest=tuple(self.latest),
            scores=tuple(self.scores),
            retakes=tuple(self.retakes),
            over=self.over,
        )

    def begin_season(self, event: SeasonBegan) -> None:
        season = self.season + 1
        _require(event.season == season == len(self.scores) and season < len(self.made.seasons))
        _require(event.ambush == "".join(self.ambush_deck[:1]))
        cards = self.box.cards
        waiting = [card for card in self.deck[self.revealed :] if isinstance(cards[card], AmbushCard)]
        _require(sorted(event.deck) == sorted([*self.base, *waiting, *self.ambush_deck[:1]]))
        self.season, self.deck, self.revealed, self.time = season, event.deck, 0, 0
        self.ambush_deck = self.ambush_deck[1:]
        self.ruins_pending = False

    def reveal(self, event: CardRevealed) -> None:
        if self.open is not None or self.season != len(self.scores) or self._season_ends():
            raise _Differs
        card: DeckCard = self.box.cards[event.card]
        if event.card != self.deck[self.revealed]:
            raise _Differs
        self.revealed += 1
        self.time += card.time
        if isinstance(card, RuinsCard):
            self.ruins_pending = True
        else:
            self.open = card
            self.turn += 1
            # Alone, nobody draws an ambush. Else every board is drawn on by one seat, unless it is full.
            self.awaited = 0 if self._walks_in() else sum([board.empty != 0 for board in self.boards])
        if event.turn != self.turn:
            raise _Differs

    def _season_ends(self) -> bool:
        return self.time >= self.made.seasons[self.season].threshold

    def _walks_in(self) -> bool:
        return self.seats == 1 and isinstance(self.open, AmbushCard)

    def draw(self, event: Drawn) -> None:
        seat, card = event.seat, self.open
        if self.awaited < 1 or card is None or event.turn != self.turn or seat < 0 or self.drawings[seat] is not None:
            raise _Differs
        owner = seat if isinstance(card, ExploreCard) else target(card, seat, self.seats)
        board = self.boards[owner]
        if event.subject != owner or event.terrain is not event.placement.terrain:
            raise _Differs
        if event.forced is Forced.NO:
            self._check_free(event, card, board)
        else:
            self._check_forced(event, card, board)
        attempt = self.retakes.count((self.turn, seat)) if self.retakes else 0
        if event.attempt != attempt or event.mountains != board.mountains_closed_by(event.cells):
            raise _Differs
        self.drawings[seat] = event
        self.awaited -= 1

    def _check_free(self, event: Drawn, card: ExploreCard | AmbushCard, board: Board) -> None:
        """A drawing of what is on the card. Where it lies as it should, nothing forced another."""
        placement, cells = event.placement, event.cells
        if isinstance(card, ExploreCard):
            option = card.shapes[placement.option]
            shape, terrains, coin, initial = option.shape, card.terrains, option.coin, ""
            if self.ruins_pending and not cells & board.empty_ruins:
                raise _Differs
        else:
            shape, terrains, coin, initial = card.shape, (Terrain.MONSTER,), False, card.initial
            _require(placement.option == 0)
        fit = shape.held(placement.turn).table[placement.anchor]
        if fit is None or fit.cells != cells or cells & board.empty != cells or placement.option < 0:
            raise _Differs
        if placement.terrain not in terrains or event.coin is not coin or event.initial != initial:
            raise _Differs

    def _check_forced(self, event: Drawn, card: ExploreCard | AmbushCard, board: Board) -> None:
        """A single that was drawn for want of anything else: nothing else may be on offer."""
        made = self.made
        if isinstance(card, ExploreCard):
            offer = explore_offer(
                card, board, ruins=self.ruins_pending, singles=made.singles, single_terrain=made.single_terrain
            )
        else:
            offer = ambush_offer(card, board)
        if offer is None or offer.forced is not event.forced or offer.fit(event.placement).cells != event.cells:
            raise _Differs
        _require(event.coin is False and event.initial == offer.initial)

    def take_back(self, event: TakenBack) -> None:
        seat = event.seat
        _require(self.awaited > 0 and event.turn == self.turn and self.drawings[seat] is not None and seat >= 0)
        self.drawings[seat] = None
        self.awaited += 1
        self.retakes.append((self.turn, seat))

    def close_turn(self, event: TurnClosed) -> None:
        if self.open is None or self.awaited or self._walks_in() or event.turn != self.turn:
            raise _Differs
        self.latest = [0] * self.seats
        for drawing in self.drawings:
            if drawing is not None:
                self._put(drawing.subject, drawing.cells, drawing.terrain, drawing.coins)
        self.drawings = [None] * self.seats
        self.ruins_pending = self.ruins_pending and isinstance(self.open, AmbushCard)
        self.open = None

    def walk_in(self, event: MonsterWalkedIn) -> None:
        card, board = self.open, self.boards[0]
        if not isinstance(card, AmbushCard) or self.seats > 1 or event.turn != self.turn:
            raise _Differs
        _require(event.cells == solo.walk(card, board) and event.initial == card.initial)
        _require(event.mountains == board.mountains_closed_by(event.cells))
        self._put(0, event.cells, Terrain.MONSTER, event.mountains.bit_count())
        self.open = None

    def _put(self, owner: int, cells: Mask, terrain: Terrain, coins: int) -> None:
        self.boards[owner] = self.boards[owner].draw(cells, terrain)
        self.coins[owner] = min(self.made.coin_track, self.coins[owner] + coins)
        self.latest[owner] = cells

    def score_season(self, event: SeasonScored) -> None:
        _require(self.open is None and self.season == len(self.scores) and self._season_ends())
        one, two = (self.edicts["ABCD".index(letter)] for letter in self.made.seasons[self.season].edicts)
        scores = tuple(
            score_board(board, (one, two), coins) for board, coins in zip(self.boards, self.coins, strict=True)
        )
        _require(event.season == self.season and event.scores == scores)
        self.scores.append(scores)

    def end(self, _event: GameEnded) -> None:
        _require(not self.over and len(self.scores) == len(self.made.seasons))
        self.over = True


_CHECKS: Final[dict[type, Callable[[_Referee, Any], None]]] = {
    SeasonBegan: _Referee.begin_season,
    CardRevealed: _Referee.reveal,
    Drawn: _Referee.draw,
    TakenBack: _Referee.take_back,
    TurnClosed: _Referee.close_turn,
    MonsterWalkedIn: _Referee.walk_in,
    SeasonScored: _Referee.score_season,
    GameEnded: _Referee.end,
}

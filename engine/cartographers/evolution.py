"""How each event changes the state: no checks, no choices."""

from __future__ import annotations

from typing import assert_never

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, RuinsCard
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
from engine.cartographers.state import Box, State
from engine.cartographers.terrain import Terrain


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case Drawn():
            return _set_drawing(state, event.seat, event)
        case CardRevealed():
            return _reveal(state, event)
        case TurnClosed():
            return _close(state)
        case TakenBack(turn, seat):
            return _set_drawing(state, seat, None).but(retakes=(*state.retakes, (turn, seat)))
        case MonsterWalkedIn():
            return _walk_in(state, event)
        case SeasonScored(_, scores):
            return state.but(scores=(*state.scores, scores))
        case SeasonBegan():
            return _begin_season(state, event)
        case GameStarted():
            return _start(event)
        case EdictsLaid(cards):
            assert state.box is not None
            return state.but(edicts=tuple(state.box.scoring[card] for card in cards))
        case AmbushDeckShuffled(deck):
            return state.but(ambush_deck=deck)
        case GameEnded():
            return state.but(over=True, open=None)
        case _:
            assert_never(event)


def _start(event: GameStarted) -> State:
    boards = (Board.of_sheet(event.definition.sheet),) * event.seats
    return State(
        Box(event.definition),
        event.seats,
        boards=boards,
        coins=(0,) * event.seats,
        drawings=(None,) * event.seats,
        latest=(0,) * event.seats,
    )


def _begin_season(state: State, event: SeasonBegan) -> State:
    left = state.ambush_deck[1:] if event.ambush else state.ambush_deck
    return state.but(season=event.season, deck=event.deck, ambush_deck=left, column=(), time=0, ruins_pending=False)


def _reveal(state: State, event: CardRevealed) -> State:
    card = state.card(event.card)
    ruins = isinstance(card, RuinsCard)
    return state.but(
        deck=state.deck[1:],
        column=(*state.column, event.card),
        time=state.time + card.time,
        ruins_pending=state.ruins_pending or ruins,
        turn=event.turn,
        open=None if ruins else card,
    )


def _set_drawing(state: State, seat: int, drawing: Drawn | None) -> State:
    before = state.drawings
    return state.but(drawings=(*before[:seat], drawing, *before[seat + 1 :]))


def _close(state: State) -> State:
    """Put the open turn's drawings on the boards; what goes beyond the coin track is lost; ruins stay pending through
    an ambush.
    """
    boards, coins, track = list(state.boards), list(state.coins), state.definition.coin_track
    latest = [0] * state.seats
    for drawing in state.drawings:
        if drawing is not None:
            owner = drawing.subject
            boards[owner] = boards[owner].draw(drawing.cells, drawing.terrain)
            coins[owner] = min(track, coins[owner] + drawing.coins)
            latest[owner] = drawing.cells
    return state.but(
        boards=tuple(boards),
        coins=tuple(coins),
        drawings=(None,) * state.seats,
        latest=tuple(latest),
        open=None,
        ruins_pending=state.ruins_pending and isinstance(state.open, AmbushCard),
    )


def _walk_in(state: State, event: MonsterWalkedIn) -> State:
    board = state.boards[0].draw(event.cells, Terrain.MONSTER)
    coins = min(state.definition.coin_track, state.coins[0] + event.mountains.bit_count())
    return state.but(boards=(board,), coins=(coins,), latest=(event.cells,), open=None)

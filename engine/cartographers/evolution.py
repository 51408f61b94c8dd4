"""How each event changes the state: no checks, no choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, Effect, ExploreCard, RuinsCard
from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Drawn,
    EdictsLaid,
    EffectPassed,
    Event,
    GameEnded,
    GameStarted,
    Growth,
    HeroDeckShuffled,
    MonstersSpread,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.geometry import Mask
from engine.cartographers.state import Box, State
from engine.cartographers.terrain import Terrain


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case CardRevealed():
            return _reveal(state, event)
        case TurnClosed():
            return _close(state)
        case Drawn() | Chosen():
            return _set_drawing(state, event.seat, event)
        case TakenBack(turn, seat):
            return _set_drawing(state, seat, None).but(retakes=(*state.retakes, (turn, seat)))
        case MonsterWalkedIn():
            return _walk_in(state, event)
        case SeasonScored(_, scores):
            return state.but(scores=(*state.scores, scores), queue=state.effects)
        case ChoiceAsked(turn, card):
            return state.but(turn=turn, choice=state.card(card), queue=state.queue[1:])
        case MonstersSpread():
            return _spread(state, event)
        case EffectPassed():
            return state.but(queue=state.queue[1:])
        case SeasonBegan():
            return _begin_season(state, event)
        case GameStarted() | EdictsLaid() | AmbushDeckShuffled() | HeroDeckShuffled():
            return _set_up(state, event)
        case GameEnded():
            return state.but(over=True, open=None)
        case _:
            assert_never(event)


def _set_up(state: State, event: GameStarted | EdictsLaid | AmbushDeckShuffled | HeroDeckShuffled) -> State:
    match event:
        case GameStarted():
            return _start(event)
        case EdictsLaid(cards):
            assert state.box is not None
            return state.but(edicts=tuple(state.box.scoring[card] for card in cards))
        case AmbushDeckShuffled(deck):
            return state.but(ambush_deck=deck)
        case HeroDeckShuffled(deck):
            return state.but(hero_deck=deck)
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
        rewarded=((),) * event.seats,
    )


def _begin_season(state: State, event: SeasonBegan) -> State:
    return state.but(
        season=event.season,
        deck=event.deck,
        ambush_deck=state.ambush_deck[1:] if event.ambush else state.ambush_deck,
        hero_deck=state.hero_deck[1:] if event.hero else state.hero_deck,
        column=(),
        time=0,
        ruins_pending=False,
    )


def _reveal(state: State, event: CardRevealed) -> State:
    card = state.card(event.card)
    if isinstance(card, AmbushCard):
        state = _announce(state, card)
    ruins = isinstance(card, RuinsCard)
    return state.but(
        deck=state.deck[1:],
        column=(*state.column, event.card),
        time=state.time + card.time,
        ruins_pending=state.ruins_pending or ruins,
        turn=event.turn,
        open=None if ruins else card,
    )


def _announce(state: State, card: AmbushCard) -> State:
    """Note when a monster will act: once it is drawn, or at the end of seasons."""
    match card.effect:
        case Effect.DESTROY_ANY:
            return state.but(queue=(card.id,))
        case Effect.SPREAD | Effect.DESTROY_EMPTY:
            return state.but(effects=(*state.effects, card.id))
        case Effect.NONE | Effect.REWARD:
            return state
        case _:
            assert_never(card.effect)


def _set_drawing(state: State, seat: int, drawing: Drawn | Chosen | None) -> State:
    before = state.drawings
    return state.but(drawings=(*before[:seat], drawing, *before[seat + 1 :]))


def _close(state: State) -> State:
    """Put the open turn's answers on the boards; ruins stay pending until an explore card has been drawn."""
    return _change(
        state,
        state.drawings,
        {
            "drawings": (None,) * state.seats,
            "open": None,
            "choice": None,
            "ruins_pending": state.ruins_pending and not isinstance(state.open, ExploreCard),
        },
    )


def _walk_in(state: State, event: MonsterWalkedIn) -> State:
    return _change(state, [event], {"open": None})


def _spread(state: State, event: MonstersSpread) -> State:
    card = state.card(event.card)
    assert isinstance(card, AmbushCard)
    return _change(state, event.growths, {"queue": state.queue[1:]}, card.initial)


_Happening = Drawn | Chosen | MonsterWalkedIn | Growth
_ANSWERS = (Drawn, Chosen)
_MONSTER = Terrain.MONSTER


def _change(state: State, happenings: Iterable[_Happening | None], others: dict[str, Any], initial: str = "") -> State:
    """What happened to boards, by seat: their new state and their coins. An answer happens to the board that it is
    about. What goes beyond the coin track is lost. `others` are the fields of the state that change with it.
    """
    boards, coins, latest = list(state.boards), list(state.coins), [0] * state.seats
    for owner, happened in enumerate(happenings):
        if happened is None:
            continue
        if isinstance(happened, _ANSWERS):
            owner = happened.subject
        boards[owner], latest[owner] = _changed(boards[owner], happened, initial)
        if gained := happened.coins:
            coins[owner] = min(state.definition.coin_track, coins[owner] + gained)
        if happened.rewards:
            rewarded = others.get("rewarded", state.rewarded)
            paid = (*rewarded[owner], *happened.rewards)
            others["rewarded"] = (*rewarded[:owner], paid, *rewarded[owner + 1 :])
    return state.but(boards=tuple(boards), coins=tuple(coins), latest=tuple(latest), **others)


def _changed(board: Board, happened: _Happening, initial: str = "") -> tuple[Board, Mask]:
    """A board after what happened to it, and the spaces that it changed; `initial` is that of a monster that grows."""
    if isinstance(happened, Drawn):
        board = board.draw(happened.cells, happened.terrain, happened.initial)
        if happened.marks:
            board = board.mark(happened.marks)
    elif isinstance(happened, Chosen):
        return board.destroy(happened.destroyed), happened.destroyed
    else:
        written = happened.initial if isinstance(happened, MonsterWalkedIn) else initial
        board = board.draw(happened.cells, _MONSTER, written if happened.cells else "")
    return (board.destroy(happened.destroyed) if happened.destroyed else board), happened.cells

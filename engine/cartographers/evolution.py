"""How each event changes the state: no checks, no choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

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
from engine.cartographers.state import AT_SEASONS_END, Box, DeckCard, State
from engine.cartographers.terrain import Terrain


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case Drawn() | Chosen():
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
            return state.but(scores=(*state.scores, scores), queue=state.effects)
        case ChoiceAsked(turn, card):
            return state.but(turn=turn, choice=state.card(card), queue=state.queue[1:])
        case MonstersSpread():
            return _spread(state, event)
        case EffectPassed():
            return state.but(queue=state.queue[1:])
        case SeasonBegan():
            return _begin_season(state, event)
        case GameStarted():
            return _start(event)
        case EdictsLaid(cards):
            assert state.box is not None
            return state.but(edicts=tuple(state.box.scoring[card] for card in cards))
        case AmbushDeckShuffled(deck):
            return state.but(ambush_deck=deck)
        case HeroDeckShuffled(deck):
            return state.but(hero_deck=deck)
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
    ruins = isinstance(card, RuinsCard)
    return state.but(
        deck=state.deck[1:],
        column=(*state.column, event.card),
        time=state.time + card.time,
        ruins_pending=state.ruins_pending or ruins,
        turn=event.turn,
        open=None if ruins else card,
        effects=(*state.effects, card.id) if _acts_at_seasons_end(card) else state.effects,
    )


def _acts_at_seasons_end(card: DeckCard) -> bool:
    return isinstance(card, AmbushCard) and card.effect in AT_SEASONS_END


def _set_drawing(state: State, seat: int, drawing: Drawn | Chosen | None) -> State:
    drawings = list(state.drawings)
    drawings[seat] = drawing
    return state.but(drawings=tuple(drawings))


def _close(state: State) -> State:
    """Put the open turn's answers on the boards; ruins stay pending until an explore card has been drawn."""
    answers = [answer for answer in state.drawings if answer is not None]
    changed = _change(state, [(answer.subject, answer) for answer in answers])
    gazing = isinstance(state.open, AmbushCard) and state.open.effect is Effect.DESTROY_ANY
    return changed.but(
        drawings=(None,) * state.seats,
        open=None,
        choice=None,
        queue=(state.open.id,) if gazing and state.open else state.queue,
        ruins_pending=state.ruins_pending and not isinstance(state.open, ExploreCard),
    )


def _walk_in(state: State, event: MonsterWalkedIn) -> State:
    card = state.open
    gazing = isinstance(card, AmbushCard) and card.effect is Effect.DESTROY_ANY
    queue = (card.id,) if gazing and card else state.queue
    return _change(state, [(0, event)]).but(open=None, queue=queue)


def _spread(state: State, event: MonstersSpread) -> State:
    card = state.card(event.card)
    assert isinstance(card, AmbushCard)
    grown = [(seat, growth) for seat, growth in enumerate(event.growths)]
    return _change(state, grown, card.initial).but(queue=state.queue[1:])


Happening = Drawn | Chosen | MonsterWalkedIn | Growth


def _change(state: State, happenings: Sequence[tuple[int, Happening]], initial: str = "") -> State:
    """What happened to boards, by seat: their new state and their coins. What goes beyond the coin track is lost."""
    boards, coins, rewarded = list(state.boards), list(state.coins), list(state.rewarded)
    latest, track = [0] * state.seats, state.definition.coin_track
    for owner, happened in happenings:
        boards[owner], latest[owner] = changed(boards[owner], happened, initial)
        coins[owner] = min(track, coins[owner] + happened.coins)
        if happened.rewards:
            rewarded[owner] = (*rewarded[owner], *happened.rewards)
    return state.but(boards=tuple(boards), coins=tuple(coins), latest=tuple(latest), rewarded=tuple(rewarded))


def changed(board: Board, happened: Happening, initial: str = "") -> tuple[Board, Mask]:
    """A board after what happened to it, and the spaces that it changed; `initial` is that of a monster that grows."""
    match happened:
        case Drawn():
            cells = happened.cells
            board = board.draw(cells, happened.terrain, happened.initial)
            if happened.marks:
                board = board.mark(happened.marks)
        case Chosen(destroyed=cells):
            pass
        case MonsterWalkedIn(cells=cells):
            board = board.draw(cells, Terrain.MONSTER, happened.initial if cells else "")
        case Growth(cells=cells):
            board = board.draw(cells, Terrain.MONSTER, initial if cells else "")
    return (board.destroy(happened.destroyed) if happened.destroyed else board), cells

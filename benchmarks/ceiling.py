"""Ceiling for the players of solo games: a beam search that knows the decks.

What it finds is less than the most that anybody could reach who knows all cards beforehand, and far more than a player
can reach who doesn't. It is a yardstick for how much of that a player gets.
"""

from __future__ import annotations

from heapq import nlargest
from operator import itemgetter

from engine.cartographers.cards import AmbushCard
from engine.cartographers.events import Event, SeasonBegan
from engine.cartographers.game import RULES
from engine.cartographers.players.futures import SeasonEnd, Start, Step, steps
from engine.cartographers.players.playouts import Playouts
from engine.cartographers.players.replies import Drawing, Replies, offer_of
from engine.cartographers.players.value import BoardValue, Moment, value_of
from engine.cartographers.players.weights import trained_weights
from engine.cartographers.position import Position
from engine.cartographers.rules.setup import Setup
from engine.cartographers.stand_in import first_legal
from engine.cartographers.state import State
from engine.contract import Seat
from engine.randomness import Shuffler
from engine.runner import advance, begin

WIDTH = 30
"""Positions that go on after each card."""

ENDLESS = 1 << 20
"""More cards than any game has."""


def ceiling(setup: Setup, shuffler: Shuffler) -> int:
    """Return the stars that a beam search finds for a solo game whose decks it knows."""
    start, events = _whole_game(setup, shuffler)
    game = start.definition
    decks = [[game.card(card) for card in event.deck] for event in events if isinstance(event, SeasonBegan)]
    value = value_of(RULES.view(start, Seat(0)), trained_weights())
    playouts, position = Playouts(game, value, automatic=True), start.positions[0]
    replies = Replies(game, value, position)
    beam = [(0, position)]
    for step in steps(game, Start(Moment(0, 0), False, ()), decks, ENDLESS):
        if isinstance(step, SeasonEnd):
            beam = [
                (stars + playouts.score(position, step.season), playouts.act(position, step))
                for stars, position in beam
            ]
        elif isinstance(step.card, AmbushCard):
            beam = [(stars, playouts.ambush(position, step, step.card, replies)) for stars, position in beam]
        else:
            beam = _widen(beam, step, value, start)
    return max([stars for stars, _ in beam])


def _widen(beam: list[tuple[int, Position]], step: Step, value: BoardValue, start: State) -> list[tuple[int, Position]]:
    """Return the best positions after a drawing, all of them different."""
    assert not isinstance(step, SeasonEnd), "a card is drawn"
    tries: list[tuple[float, int, Position, Drawing | None]] = []
    for stars, position in beam:
        if not position.board.empty:
            tries.append((stars + value.value(position, step.moment), stars, position, None))
            continue
        offer = offer_of(start.definition, position, step)
        best = nlargest(WIDTH, value.rate(position, offer, step.moment), key=itemgetter(0))
        tries += [(stars + each.value, stars, position, Drawing.of(offer, each)) for each in best]
    found: dict[tuple[object, ...], tuple[int, Position]] = {}
    for _, stars, position, drawing in sorted(tries, key=itemgetter(0), reverse=True):
        after = drawing.on(position) if drawing else position
        found.setdefault((after.board, after.coins, stars), (stars, after))
        if len(found) == WIDTH:
            break
    return list(found.values())


def _whole_game(setup: Setup, shuffler: Shuffler) -> tuple[State, list[Event]]:
    """Return the first state of a solo game, and the events of the whole game, played anyhow."""
    events, state = begin(RULES, setup, 1, shuffler)
    first, every = state, list(events)
    while not state.over:
        (ask,) = RULES.asks(state)
        events, state = advance(RULES, state, first_legal(RULES.view(state, ask.seat), ask), shuffler)
        every += events
    return first, every

"""Seeded playing strategies for making golden games."""

from collections.abc import Callable
from random import Random

from engine.cartographers.board import Board
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Offer
from engine.cartographers.scoring.tally import stars
from engine.cartographers.state import State
from engine.cartographers.terrain import Feature
from engine.contract import Ask
from tests.engine.tools import any_placement

Player = Callable[[State, Ask, Offer, Random], Placement]


def anything(state: State, ask: Ask, offer: Offer, rng: Random) -> Placement:
    """Return a random placement."""
    return any_placement(rng, offer)


def first(state: State, ask: Ask, offer: Offer, rng: Random) -> Placement:
    """Return the first legal placement, which stand-ins chose when the first golden games were made."""
    return next(offer.placements())


def careful(state: State, ask: Ask, offer: Offer, rng: Random) -> Placement:
    """Return the placement worth most to the owner of the board, by the four edicts."""
    return _best(state, ask, offer, rng, _worth)


def spiteful(state: State, ask: Ask, offer: Offer, rng: Random) -> Placement:
    """Return the placement worth least, even on the player's own board."""
    return _best(state, ask, offer, rng, lambda *position: -_worth(*position))


def greedy_for_coins(state: State, ask: Ask, offer: Offer, rng: Random) -> Placement:
    """Return the placement that earns coins, or gets closest to surrounding a mountain."""
    return _best(state, ask, offer, rng, _coins)


def clumsy(state: State, ask: Ask, offer: Offer, rng: Random) -> Placement:
    """Play carefully except in one turn of four."""
    return anything(state, ask, offer, rng) if rng.random() < 0.25 else careful(state, ask, offer, rng)


def hasty(state: State, ask: Ask, offer: Offer, rng: Random) -> Placement:
    """Play carefully in only one turn of three."""
    return careful(state, ask, offer, rng) if rng.random() < 0.33 else anything(state, ask, offer, rng)


PLAYERS: dict[str, Player] = {
    "anything": anything,
    "first": first,
    "careful": careful,
    "spiteful": spiteful,
    "greedy_for_coins": greedy_for_coins,
    "clumsy": clumsy,
    "hasty": hasty,
}

Value = Callable[[State, Board, int], float]


def _best(state: State, ask: Ask, offer: Offer, rng: Random, value: Value) -> Placement:
    board = state.boards[ask.subject]
    best: list[Placement] = []
    most = float("-inf")
    for placement in offer.placements():
        cells = offer.fit(placement).cells
        mountains = board.surrounded_by(cells, board.layers[Feature.MOUNTAIN])
        coins = offer.options[placement.option].coin + mountains.bit_count()
        worth = value(state, board.draw(cells, placement.terrain), coins)
        if worth > most:
            best, most = [], worth
        if worth == most:
            best.append(placement)
    return rng.choice(best)


def _worth(state: State, board: Board, coins: int) -> float:
    """Estimate the stars to come: edicts by remaining scorings, coins and monsters by seasons left."""
    left = len(state.definition.seasons) - state.season
    worth = (coins - 1.5 * board.monster_losses().bit_count()) * left
    for number, card in enumerate(state.edicts):
        times = sum("ABCD"[number] in season.edicts for season in state.definition.seasons[state.season :])
        worth += stars(card, board) * times
    return worth + 0.01 * board.filled.bit_count()


def _coins(state: State, board: Board, coins: int) -> float:
    open_sides = sum(
        4 - sum(bool(1 << mountain + step & board.filled) for step in (1, -1, 12, -12))
        for mountain in range(132)
        if board.layers[Feature.MOUNTAIN] >> mountain & 1
    )
    return 10 * coins - open_sides

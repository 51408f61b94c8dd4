"""The comparisons of engine and oracle on moves: the best of all drawings, and what each of them is worth."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.greedy import greedy, move_of, tries
from benchmarks.measuring import Comparison
from benchmarks.subjects import AMBUSHES, BOARDS, EXPLORE, SCORING, Twin, drawing_of, twins
from engine.cartographers import geometry
from engine.cartographers.placement import Offer, SingleTerrain, ambush_offer, explore_offer
from engine.cartographers.terrain import DRAWABLE
from engine.cartographers.trial_placements import TrialPlacement
from tests.engine.oracle import placement as oracle_placement
from tests.engine.oracle.cards import AMBUSH as ORACLE_AMBUSH
from tests.engine.oracle.cards import EXPLORE as ORACLE_EXPLORE
from tests.engine.oracle.greedy import greedy as oracle_greedy
from tests.engine.oracle.greedy import worth as oracle_worth

Drawing = oracle_placement.Drawing
OracleOffer = Callable[[], set[Drawing]]
"""Lists what the oracle finds on offer."""


def greedy_move(name: str, left_out: tuple[str, ...] = ()) -> Comparison:
    """The best of all drawings of an explore card by two edicts, monsters and coins."""
    rng = Random(5)
    boards = twins(5, BOARDS, (0.2, 0.8))
    cards = [card for card in SCORING if card.id not in left_out]
    positions = [(board, rng.choice(EXPLORE), rng.sample(cards, 2)) for board in boards]

    def fast() -> list[Drawing]:
        geometry.clusters.cache_clear()
        moves = []
        for board, card, (one, two) in positions:
            cells, terrain, coin = greedy(board.fast, _offer(board, card.id), (one, two))
            moves.append((cells, terrain, coin))
        return [drawing_of(cells, terrain.word, coin) for cells, terrain, coin in moves]

    def slow() -> list[Drawing]:
        moves = []
        for board, card, (one, two) in positions:
            drawings = oracle_placement.offer(board.slow, ORACLE_EXPLORE[card.id])
            moves.append(oracle_greedy(board.slow, drawings, (one.id, two.id)))
        return moves

    assert fast() == slow()
    return Comparison(name, fast, slow, BOARDS, *((0, 0) if left_out else (35, 18)))


def trying() -> Comparison:
    """Compare the scores of all drawings of an explore card or ambush by two edicts, monsters and coins; an input is
    one drawing. Lost Barony is left out, which takes the oracle longer than all else together.
    """
    rng = Random(10)
    cards = [card for card in SCORING if card.id != "lost_barony"]
    positions = [(board, *_any_offer(board, rng), rng.sample(cards, 2)) for board in twins(10, BOARDS, (0.2, 0.8))]

    def fast() -> list[list[TrialPlacement]]:
        geometry.clusters.cache_clear()
        return [tries(board.fast, offer, (one, two)) for board, offer, _, (one, two) in positions]

    def slow() -> list[dict[Drawing, int]]:
        return [
            {drawing: oracle_worth(board.slow, drawing, (one.id, two.id)) for drawing in listed()}
            for board, _, listed, (one, two) in positions
        ]

    placements = fast()
    assert [_worths(offer, each) for each, (_, offer, _, _) in zip(placements, positions, strict=True)] == slow()
    return Comparison("try every placement", fast, slow, sum(map(len, placements)), 32, 24)


def _worths(offer: Offer, placements: list[TrialPlacement]) -> dict[Drawing, int]:
    """Return the results in the oracle's form."""
    moves = [(move_of(offer, each), each.worth) for each in placements]
    return {drawing_of(cells, terrain.word, coin): worth for (cells, terrain, coin), worth in moves}


def _any_offer(board: Twin, rng: Random) -> tuple[Offer, OracleOffer]:
    """Return the offer of an explore card or, one time in four, of an ambush."""
    if rng.randrange(4):
        explored = rng.choice(EXPLORE).id
        return _offer(board, explored), lambda: oracle_placement.offer(board.slow, ORACLE_EXPLORE[explored])
    ambush = rng.choice(AMBUSHES)
    offered = ambush_offer(ambush, board.fast)
    assert offered is not None, "no board here is full"
    return offered, lambda: oracle_placement.ambush_offer(board.slow, ORACLE_AMBUSH[ambush.id])


def _offer(board: Twin, card_id: str) -> Offer:
    card = next(card for card in EXPLORE if card.id == card_id)
    offer = explore_offer(card, board.fast, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY)
    assert offer is not None, "no board here is full"
    return offer

"""The comparisons of engine and oracle: what each does, on what, and that both come to the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from random import Random

from benchmarks.greedy import greedy
from benchmarks.measuring import Comparison
from benchmarks.subjects import (
    EXPLORE,
    HEROES,
    SCORING,
    Twin,
    cells_of,
    deals,
    drawing_of,
    heroes_deals,
    oracle_heroes_record,
    oracle_heroes_setup,
    oracle_record,
    oracle_setup,
    play,
    shapes,
    twins,
)
from engine.cartographers import geometry
from engine.cartographers.cards import ScoringCard
from engine.cartographers.events import Event
from engine.cartographers.game import RULES
from engine.cartographers.notation import board_text
from engine.cartographers.placement import Offer, SingleTerrain, explore_offer
from engine.cartographers.scoring.tally import score
from engine.cartographers.state import State
from engine.cartographers.terrain import DRAWABLE
from engine.contract import Seat
from engine.verification import check
from tests.engine.oracle import game as oracle_game
from tests.engine.oracle import heroes_game as oracle_heroes
from tests.engine.oracle import placement as oracle_placement
from tests.engine.oracle.cards import EXPLORE as ORACLE_EXPLORE
from tests.engine.oracle.greedy import greedy as oracle_greedy
from tests.engine.oracle.random_games import random_chooser
from tests.engine.oracle.scoring import score_with_spaces

BOARDS = 64
Replayed = Callable[[Sequence[Event]], State]


def listing(name: str, boards: list[Twin], each: int, goal: float, floor: float) -> Comparison:
    """Every legal placement of a shape, listed with its cells; `each` shapes on every board."""
    rng = Random(name)
    pairs = [(board, *shape) for board in boards for shape in rng.sample(shapes(), each)]
    fast = [(shape.fits, board.fast.empty) for board, shape, _ in pairs]
    slow = [(board.slow, cells) for board, _, cells in pairs]
    for (fits, empty), (board, cells) in zip(fast, slow, strict=True):
        listed = oracle_placement.legal_placements(board, cells)
        assert {cells_of(fit.cells) for fit in fits(empty)} == set(listed)
        assert len(fits(empty)) == len(listed)
    return Comparison(
        name,
        lambda: [fits(empty) for fits, empty in fast],
        lambda: [oracle_placement.legal_placements(board, cells) for board, cells in slow],
        len(pairs),
        goal,
        floor,
    )


def any_legal() -> Comparison:
    """Whether a shape can be drawn at all, on boards from empty to full."""
    boards = twins(3, BOARDS, (0.0, 1.0))
    rng = Random(3)
    pairs = [(board, *shape) for board in boards for shape in rng.sample(shapes(), 4)]
    fast = [(shape.fits_somewhere, board.fast.empty) for board, shape, _ in pairs]
    slow = [(board.slow, cells) for board, _, cells in pairs]
    found = [oracle_placement.any_legal(board, cells) for board, cells in slow]
    assert [fits_somewhere(empty) for fits_somewhere, empty in fast] == found
    return Comparison(
        "any legal placement",
        lambda: [fits_somewhere(empty) for fits_somewhere, empty in fast],
        lambda: [oracle_placement.any_legal(board, cells) for board, cells in slow],
        len(pairs),
        900,
        400,
    )


def scoring(name: str, left_out: tuple[str, ...] = ()) -> Comparison:
    """Score the base game's cards: stars and contributions here, stars and spaces there."""
    cards = [card for card in SCORING if card.id not in left_out]
    return _scoring(name, cards, twins(4, BOARDS, (0.2, 0.9)), *((0, 0) if left_out else (14, 8)))


def heroes_scoring() -> Comparison:
    """Score the Heroes box's cards on maps with heroes and destroyed spaces."""
    cards = list(HEROES.scoring.values())
    return _scoring("score 16 Heroes cards", cards, twins(8, BOARDS, (0.2, 0.9), heroes=True), 10, 6)


def _scoring(name: str, cards: list[ScoringCard], boards: list[Twin], goal: float, floor: float) -> Comparison:
    def fast() -> object:
        geometry.clusters.cache_clear()
        return [score(card, board.fast) for board in boards for card in cards]

    def slow() -> object:
        return [score_with_spaces(card.id, board.slow) for board in boards for card in cards]

    for board in boards:
        for card in cards:
            tally, (stars, _) = score(card, board.fast), score_with_spaces(card.id, board.slow)
            assert tally.stars == stars == sum(part.total for part in tally.contributions), card.id
    return Comparison(name, fast, slow, BOARDS, goal, floor)


def greedy_move(name: str, left_out: tuple[str, ...] = ()) -> Comparison:
    """The best of all drawings of an explore card by two edicts, monsters and coins."""
    rng = Random(5)
    boards = twins(5, BOARDS, (0.2, 0.8))
    cards = [card for card in SCORING if card.id not in left_out]
    positions = [(board, rng.choice(EXPLORE), rng.sample(cards, 2)) for board in boards]

    def fast() -> list[oracle_placement.Drawing]:
        geometry.clusters.cache_clear()
        moves = []
        for board, card, (one, two) in positions:
            cells, terrain, coin = greedy(board.fast, _offer(board, card.id), (one, two))
            moves.append((cells, terrain, coin))
        return [drawing_of(cells, terrain.word, coin) for cells, terrain, coin in moves]

    def slow() -> list[oracle_placement.Drawing]:
        moves = []
        for board, card, (one, two) in positions:
            drawings = oracle_placement.offer(board.slow, ORACLE_EXPLORE[card.id])
            moves.append(oracle_greedy(board.slow, drawings, (one.id, two.id)))
        return moves

    assert fast() == slow()
    return Comparison(name, fast, slow, BOARDS, *((0, 0) if left_out else (35, 18)))


def _offer(board: Twin, card_id: str) -> Offer:
    card = next(card for card in EXPLORE if card.id == card_id)
    found = explore_offer(card, board.fast, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY)
    assert found is not None, "no board here is full"
    return found


def random_game() -> Comparison:
    """A random solo game from the same decks: set up, decided and folded by the engine, played by the oracle. Both list
    every legal drawing of every turn and take one, each as likely.
    """
    dealt = deals(6, 12, most_seats=1)
    rng = Random(6)
    games = [play(deal, rng) for deal in dealt]
    setups = [oracle_setup(events) for events, _ in games]
    for events, state in games:
        _assert_equal(state, oracle_record(events))

    def fast() -> object:
        geometry.clusters.cache_clear()
        return [play(deal, rng) for deal in dealt]

    def slow() -> object:
        return [oracle_game.play(setup, random_chooser(rng)) for setup in setups]

    return Comparison("random solo game", fast, slow, len(dealt), 60, 30)


def random_heroes_game() -> Comparison:
    """A random solo game of the Heroes box from the same decks, hero turns and effects included."""
    dealt = heroes_deals(9, 12)
    rng = Random(9)
    games = [play(deal, rng) for deal in dealt]
    setups = [oracle_heroes_setup(events) for events, _ in games]
    for events, state in games:
        record, (board,) = oracle_heroes_record(events), state.boards
        assert (board_text(board, "\n"), cells_of(board.marked)) == (record.board, record.marks)
        assert (state.coins, state.total(Seat(0))) == ((record.coins,), record.total)

    def fast() -> object:
        geometry.clusters.cache_clear()
        return [play(deal, rng) for deal in dealt]

    def any_move(ask: oracle_heroes.Ask) -> oracle_heroes.Move:
        return rng.choice(oracle_heroes.in_order(ask.moves))

    def slow() -> object:
        return [oracle_heroes.play(setup, any_move) for setup in setups]

    return Comparison("random Heroes solo game", fast, slow, len(dealt), 40, 20)


def fold(events: Sequence[Event]) -> State:
    """The state after the events of a game, which are believed."""
    return reduce(RULES.evolve, events, RULES.initial)


def checked(events: Sequence[Event]) -> State:
    """The state after the events of a game, each made again by the rules and compared."""
    return check(RULES, events)


def replaying(name: str, replay: Replayed, most_seats: int, goal: float, floor: float) -> Comparison:
    """Go through the events of finished games."""
    games = [play(deal, Random(number)) for number, deal in enumerate(deals(7, 12, most_seats))]
    records = [oracle_record(events) for events, _ in games]

    def fast() -> object:
        geometry.clusters.cache_clear()
        return [replay(events) for events, _ in games]

    def slow() -> object:
        return [oracle_game.replay(record) for record in records]

    assert fast() == [state for _, state in games]
    assert slow() == records
    for (_, state), record in zip(games, records, strict=True):
        _assert_equal(state, record)
    return Comparison(name, fast, slow, len(games), goal, floor)


def _assert_equal(state: State, record: oracle_game.Record) -> None:
    assert tuple(board_text(board, "\n") for board in state.boards) == record.boards
    assert tuple(state.total(Seat(seat)) for seat in range(state.seats)) == record.totals

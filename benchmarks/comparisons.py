"""The comparisons of engine and oracle: what each does, on what, and that both come to the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from random import Random

from benchmarks.measuring import Comparison
from benchmarks.subjects import (
    BOARDS,
    HEROES,
    SCORING,
    Twin,
    cells_of,
    deals,
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
from engine.cartographers.scoring.tally import score
from engine.cartographers.state import State
from engine.contract import Seat
from engine.verification import check
from tests.engine.oracle import game as oracle_game
from tests.engine.oracle import heroes_game as oracle_heroes
from tests.engine.oracle import placement as oracle_placement
from tests.engine.oracle.random_games import random_chooser
from tests.engine.oracle.scoring import score_with_spaces

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
    """Compare the check that a shape fits, on boards from empty to full."""
    boards = twins(3, BOARDS, (0.0, 1.0))
    rng = Random(3)
    pairs = [(board, *shape) for board in boards for shape in rng.sample(shapes(), 4)]
    fast = [(shape.fits_somewhere, board.fast.empty) for board, shape, _ in pairs]
    slow = [(board.slow, cells) for board, _, cells in pairs]
    answers = [oracle_placement.any_legal(board, cells) for board, cells in slow]
    assert [fits_somewhere(empty) for fits_somewhere, empty in fast] == answers
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


def decoding(name: str, most_seats: int, goal: float, floor: float) -> Comparison:
    """Read the stored events of finished games, beside the oracle that goes through them: it has to take no longer than
    to check them.
    """
    games = [play(deal, Random(number)) for number, deal in enumerate(deals(7, 12, most_seats))]
    records = [oracle_record(events) for events, _ in games]
    stored = [[RULES.encode(event) for event in events] for events, _ in games]

    def fast() -> object:
        return [[RULES.decode(kind, data) for kind, data in record] for record in stored]

    def slow() -> object:
        return [oracle_game.replay(record) for record in records]

    assert fast() == [events for events, _ in games]
    return Comparison(name, fast, slow, len(games), goal, floor)


def _assert_equal(state: State, record: oracle_game.Record) -> None:
    assert tuple(board_text(board, "\n") for board in state.boards) == record.boards
    assert tuple(state.total(Seat(seat)) for seat in range(state.seats)) == record.totals
